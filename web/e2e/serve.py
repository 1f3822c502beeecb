"""`noughts serve` for the tests in a browser: its engines think for 0.4 seconds and not for two."""

import noughts.engines.perfect
from noughts import Limit

noughts.engines.perfect.DEFAULT_LIMIT = Limit(seconds=0.4)

if __name__ == "__main__":  # also loaded by the processes that it starts
    from noughts.cli import main

    main()
