"""Why a proof is refused: the reasons that the checkers give, and the page's words for them."""

import json

from noughts.core.catalogue import messages, texts


def text(part: str) -> str:
    """Write the reasons in English, or as messages of the page, in the same order.

    >>> text("english").splitlines()[1]
    ' "Noughts does not know this symmetry",'
    """
    reasons = sorted(texts("refusal"))
    words = {"proof": {"line": messages()["proof"]["line"]}, "refusal": reasons}
    return json.dumps(reasons if part == "english" else words, indent=1) + "\n"
