"""The colours: one warm mark, one cool mark, gold for what matters; or those of the terminal."""

from textual.theme import BUILTIN_THEMES, Theme

DARK = Theme(
    name="noughts-dark",
    dark=True,
    primary="#5cc8e0",
    secondary="#ff8f6b",
    accent="#f2c14e",
    success="#7bc47f",
    warning="#f2c14e",
    error="#f07178",
    foreground="#e6e8ee",
    background="#0f1117",
    surface="#171b26",
    panel="#1e2432",
    variables={
        "x-mark": "#ff8f6b",
        "o-mark": "#5cc8e0",
        "muted": "#8b93a7",
        "faint": "#4d566b",
        "grid": "#3a4256",
        "gold": "#f2c14e",
        "gold-ground": "#3b3117",
        "cell-odd": "#151924",
        "cell-last": "#202738",
        "footer-key-foreground": "#f2c14e",
        "footer-background": "#171b26",
        "footer-description-foreground": "#8b93a7",
    },
)

LIGHT = Theme(
    name="noughts-light",
    dark=False,
    primary="#0e7490",
    secondary="#c2410c",
    accent="#92610a",
    success="#2f7d32",
    warning="#92610a",
    error="#b3261e",
    foreground="#1f2430",
    background="#faf8f4",
    surface="#f1ede4",
    panel="#e8e2d5",
    variables={
        "x-mark": "#c2410c",
        "o-mark": "#0e7490",
        "muted": "#5d6472",
        "faint": "#9a9ca3",
        "grid": "#c4bfb3",
        "gold": "#8a5a06",
        "gold-ground": "#fbe7b2",
        "cell-odd": "#f4f0e8",
        "cell-last": "#ebe5d9",
        "footer-key-foreground": "#8a5a06",
        "footer-background": "#f1ede4",
        "footer-description-foreground": "#5d6472",
    },
)

TERMINAL = Theme(
    name="noughts-terminal",
    ansi=True,
    primary="ansi_cyan",
    secondary="ansi_red",
    accent="ansi_yellow",
    success="ansi_green",
    warning="ansi_yellow",
    error="ansi_red",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    variables=BUILTIN_THEMES["ansi-dark"].variables
    | {
        "x-mark": "ansi_red",
        "o-mark": "ansi_cyan",
        "muted": "ansi_default",
        "faint": "ansi_bright_black",
        "grid": "ansi_bright_black",
        "gold": "ansi_yellow",
        "gold-ground": "ansi_default",
        "cell-odd": "ansi_default",
        "cell-last": "ansi_default",
        "footer-key-foreground": "ansi_yellow",
        "footer-background": "ansi_default",
        "footer-description-foreground": "ansi_default",
    },
)

#: By the names of the option ``--theme``.
THEMES = {"dark": DARK, "light": LIGHT, "terminal": TERMINAL}
