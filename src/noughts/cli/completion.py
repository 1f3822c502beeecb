"""Completion in bash: click's, with spaces in a completed word escaped.

zsh and fish do this without help.
"""

import os

from click.shell_completion import BashComplete, CompletionItem, add_completion_class


@add_completion_class
class QuotingBashComplete(BashComplete):
    """Bash, with spaces quoted."""

    name = "bash"

    def format_completion(self, item: CompletionItem) -> str:
        """Put a backslash before each space, unless the word is already in quotes.

        It puts two, because the `read` of click's script removes one.
        """
        value = str(item.value)
        words = os.environ.get("COMP_WORDS", "").split("\n")
        number = int(os.environ.get("COMP_CWORD", "0"))
        if not (number < len(words) and words[number].startswith(("'", '"'))):
            value = value.replace(" ", "\\\\ ")
        return f"{item.type},{value}"
