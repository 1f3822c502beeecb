"""The line of keys at the bottom: as many as have room, and none of them cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Footer
from textual.widgets._footer import FooterKey

if TYPE_CHECKING:
    from textual.app import ComposeResult


class KeysWidget(Footer):
    """Textual's footer, without the keys at its end that have no room."""

    def compose(self) -> ComposeResult:
        """Yield the keys from the left, a space between two."""
        room = self.app.size.width
        for key in super().compose():
            if isinstance(key, FooterKey):
                room -= len(f"{key.key_display} {key.description}")
                if room < 0:
                    return
                room -= 1
            yield key

    async def on_resize(self) -> None:
        """Choose anew in a window of another width."""
        await self.recompose()
