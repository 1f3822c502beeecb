"""A position as a PNG for link previews, because most programs that show them do not accept SVG."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from noughts.core import svg

if TYPE_CHECKING:
    from noughts.core.position import Position

#: The usual size of link previews.
WIDTH, HEIGHT = 1200, 630
_MARGIN = 40
_NAMESPACE = "http://www.w3.org/2000/svg"
ET.register_namespace("", _NAMESPACE)


def draw(position: Position) -> bytes:
    r"""Return the picture of `noughts.core.svg`, in the light theme and in the middle of a preview.

    >>> from noughts import Position
    >>> draw(Position.parse("X../.O./..."))[:4]
    b'\x89PNG'
    """
    import resvg_py  # noqa: PLC0415  (most servers draw nothing)

    board = ET.fromstring(svg.draw(position, coordinates=False, theme="light"))  # noqa: S314  (ours)
    place = {"x": _MARGIN, "y": _MARGIN}
    size = {"width": WIDTH - 2 * _MARGIN, "height": HEIGHT - 2 * _MARGIN}
    board.attrib |= {name: str(number) for name, number in (place | size).items()}
    whole = ET.Element("svg", {"xmlns": _NAMESPACE, "width": str(WIDTH), "height": str(HEIGHT)})
    ET.SubElement(whole, "rect", {"width": "100%", "height": "100%", "fill": svg.LIGHT["paper"]})
    whole.append(board)
    text = ET.tostring(whole, encoding="unicode")
    # The renderer does not support CSS variables.
    coloured = re.sub(r"var\(--(\w+)\)", lambda name: svg.LIGHT[name[1]], text)
    return bytes(resvg_py.svg_to_bytes(svg_string=coloured, skip_system_fonts=True))
