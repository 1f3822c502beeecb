"""The page's part of the messages, in one file for each part that it loads separately."""

import json

from noughts.core.catalogue import messages

PARTS = {
    "reason": ("list", "reason", "deed", "verdict", "reply"),
    "hint": ("hint",),
    "review": ("grade", "review"),
    "prune": ("pruned",),
    "flaw": ("flaw",),
    "puzzle": ("puzzle", "puzzle hint"),
}


def text(part: str) -> str:
    """Write the groups of a part; the page calls plies moves.

    >>> text("hint").splitlines()[1:3]
    [' "hint": {', '  "over": "The game is over: nothing is left to find.",']
    """
    groups = {
        group: {name: said for name, said in messages()[group].items() if "in plies" not in name}
        for group in PARTS[part]
    }
    return json.dumps(groups, indent=1, ensure_ascii=False) + "\n"
