from xml.etree import ElementTree as ET

import pytest

from noughts import Limit, Position, Rules, engine
from noughts.core.svg import draw
from noughts.engines import Perfect

SVG = "{http://www.w3.org/2000/svg}"


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314  (our own text)


def classes(picture: str) -> list[str]:
    return [node.get("class", "") for node in parsed(picture).iter()]


def words(picture: str, tag: str) -> str:
    return parsed(picture).findtext(f"{SVG}{tag}") or ""


def test_every_stone_is_drawn_and_said(every_position: list[Position]) -> None:
    for position in every_position[::50]:
        picture = draw(position)
        assert classes(picture).count("x") == position.x.bit_count()
        assert classes(picture).count("o") == position.o.bit_count()
        said = words(picture, "desc")
        for cell in range(9):
            mark = position.mark(cell)
            assert mark is None or f"{mark} at {position.rules.name(cell)}." in said


def test_the_title_says_how_it_stands() -> None:
    assert words(draw(Position.parse("X../.../...")), "title") == "3,3,3: O to move"
    assert words(draw(Position.parse("XXX/OO./...")), "title") == "3,3,3: X wins"
    assert words(draw(Position(Rules.parse("3,3,3"))), "desc") == "The board is empty."


def test_the_winning_line_is_struck_through_or_ringed() -> None:
    straight = draw(Position.parse("XXX/OO./..."))
    assert classes(straight).count("strike") == 1
    assert "The line a1 b1 c1 ends the game." in words(straight, "desc")
    box = draw(Position.parse("X../.../...//.O./.X./...//.../.O./..X", "3,3,3,3"))
    assert classes(box).count("ring") == 3
    torus = draw(Position.parse("XX./OO./...", "3,3,3 torus").play(2))
    assert classes(torus).count("ring") == 3


def test_values_are_letters_and_shapes_not_only_colours() -> None:
    position = Position.parse("X.O/.X./..O")
    picture = draw(position, values=Perfect().analyse(position))
    letters = [node.text for node in parsed(picture).iter(f"{SVG}text") if not node.get("class")]
    assert sorted(filter(None, letters)) == ["D", "L", "L", "L", "L"]
    shapes = {node.get("points") for node in parsed(picture).iter(f"{SVG}polygon")}
    assert len(shapes) == 2
    assert "c2: draw." in words(picture, "desc")
    assert "b1: loss in 2." in words(picture, "desc")


def test_a_guess_has_a_number_and_no_shape() -> None:
    position = Position(Rules.parse("5,5,4"))
    picture = draw(position, values=Perfect().analyse(position, Limit(nodes=50)))
    assert not list(parsed(picture).iter(f"{SVG}polygon"))
    assert "about" in words(picture, "desc")
    unvalued = draw(position, values=engine("random").analyse(position))
    assert "plies" not in classes(unvalued)


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_themes(theme: str) -> None:
    picture = draw(Position.parse("X../.../..."), theme=theme)  # type: ignore[arg-type]
    assert ("prefers-color-scheme:dark" in picture) is (theme == "auto")
    assert f"noughts-{theme}" in picture


def test_coordinates_can_be_left_out() -> None:
    position = Position(Rules.parse("4,3,3"))
    edges = [n.text for n in parsed(draw(position)).iter(f"{SVG}text")]
    assert edges == ["a", "b", "c", "d", "1", "2", "3"]
    assert not list(parsed(draw(position, coordinates=False)).iter(f"{SVG}text"))


def test_the_last_move_is_marked() -> None:
    position = Position.parse("X../.O./...")
    assert classes(draw(position, last=4)).count("last") == 1
    with pytest.raises(ValueError, match="a2 is empty"):
        draw(position, last=3)


def test_values_of_another_position_are_refused() -> None:
    analysis = Perfect().analyse(Position.parse("X../.../..."))
    with pytest.raises(ValueError, match="these are values of"):
        draw(Position.parse("X../.O./..."), values=analysis)


def test_notebooks_show_it() -> None:
    position = Position.parse("X../.O./...")
    assert position._repr_svg_() == draw(position)


def test_every_shape_of_board_is_drawn() -> None:
    for game in ("1,1,1", "15,15,5", "qubic", "5,2 lines a1-b2"):
        assert parsed(draw(Position(Rules.parse(game)))).get("role") == "img"
