"""The values of positions in a table of bytes: `LOST` + plies, `DRAWN`, `WON` - plies."""

UNREACHED, LOST, DRAWN, OPEN, WON = 0, 1, 128, 129, 255  #: OPEN: not valued yet
