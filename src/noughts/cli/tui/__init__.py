"""The full-screen terminal game; the only part of Noughts that needs Textual."""

from noughts.cli.tui.noughts_app import NoughtsApp

__all__ = ["NoughtsApp"]
