"""The terminal app, driven by keys and mouse as a person would; and its drawing."""

import asyncio
import os
import pty
import select
import signal
import sys
import threading
from collections.abc import Awaitable, Callable
from contextvars import Context
from pathlib import Path
from typing import Any, TypeVarTuple

import pytest
from textual.pilot import Pilot
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets._footer import FooterKey

from noughts import Level, Mark, Position, Rules, Starts, engines
from noughts.cli.phrases import labels
from noughts.cli.session import Session, Setup
from noughts.cli.tui import NoughtsApp, noughts_app
from noughts.cli.tui.board import BoardWidget
from noughts.cli.tui.dialogs import ChoiceWidget, FileDialog, HelpDialog, SetupDialog
from noughts.cli.tui.drawing import BoardView, coordinates, fit, glyph, paint
from noughts.cli.tui.reviewing import ReviewDialog
from noughts.core.notation import cell_count
from noughts.engines.perfect import Perfect

TWO = Setup(level=None)
Given = TypeVarTuple("Given")


class Driver:
    """A running app and what a test does to it."""

    def __init__(self, app: NoughtsApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def session(self) -> Session:
        return self.app.session

    @property
    def board(self) -> BoardWidget:
        return self.app.screen.query_one(BoardWidget)

    @property
    def moves(self) -> str:
        return self.session.rules.names(self.session.record.played)

    def text(self, name: str) -> str:
        return str(self.app.screen.query_one(f"#{name}", Static).content)

    async def press(self, *keys: str) -> None:
        """Press keys, each after the app has come to rest."""
        for key in keys:
            await self.pilot.press(key)
            await self.rest()

    async def rest(self) -> None:
        """Wait until nobody thinks; a dialog that waits for an answer does not count."""
        await self.pilot.pause()
        busy = [worker for worker in self.app.workers if worker.group in {"think", "look"}]
        if busy:
            await self.app.workers.wait_for_complete(busy)
            await self.pilot.pause()

    async def click(self, cell: int) -> None:
        place = self.board.place
        assert place is not None
        x, y = place.corner(cell)
        left, top = self.board._origin(place)
        offset = (left + x + place.cell_width // 2, top + y + place.cell_height // 2)
        await self.pilot.click(BoardWidget, offset=offset)
        await self.rest()


def play(
    setup: Setup, script: Callable[[Driver], Awaitable[None]], size: tuple[int, int] = (80, 24)
) -> None:
    """Run the app and a script in it."""

    async def run() -> None:
        app = NoughtsApp(Session(setup), fast=True)
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, pilot)
            await driver.rest()
            await script(driver)

    with pytest.MonkeyPatch.context() as patch:
        for module in ("app", "pilot"):
            patch.setattr(f"textual.{module}.wait_for_idle", settle)
        with asyncio.Runner(loop_factory=CountingLoop) as runner:
            runner.run(run())


class CountingLoop(asyncio.SelectorEventLoop):
    """Counts what its tasks and threads ask it to call soon."""

    asked = 0

    def call_soon(
        self, callback: Callable[[*Given], object], *args: *Given, context: Context | None = None
    ) -> asyncio.Handle:
        self.asked += 1
        return super().call_soon(callback, *args, context=context)

    def call_soon_threadsafe(
        self, callback: Callable[[*Given], object], *args: *Given, context: Context | None = None
    ) -> asyncio.Handle:
        self.asked += 1
        return super().call_soon_threadsafe(callback, *args, context=context)


async def settle(*_: float) -> None:
    """Wait until no task can go on; Textual's own waits for 20 ms, and for a search in a thread."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, CountingLoop)
    asked = -1
    while loop.asked > asked + 1:  # more than this task, which each `sleep` calls again
        asked = loop.asked
        await asyncio.sleep(0)


def hold(session: Session) -> Callable[[], None]:
    """Let the computer think until the returned function is called."""
    gate, think = threading.Event(), session.think

    def thoughtful() -> engines.Choice:
        gate.wait()
        return think()

    setattr(session, "think", thoughtful)  # noqa: B010  (a method is no attribute to mypy)
    return gate.set


def shown(driver: Driver) -> str:
    """Return the board as shown on the screen."""
    board = driver.board
    return "\n".join(board.render_line(y).text for y in range(board.size.height))


# -- whole games ---------------------------------------------------------------------------------


def test_an_easy_game_is_won_by_number_keys() -> None:
    async def script(driver: Driver) -> None:
        while not driver.session.over:
            await driver.press(str(driver.session.analyse().moves[0].cell + 1))
        assert driver.session.result.startswith("You win with ")
        assert "You win with" in driver.text("news")
        assert driver.session.tally == (1, 0, 0)

    play(Setup(level=Level.EASY, seed=1), script)


def test_hard_draws_against_typed_coordinates() -> None:
    async def script(driver: Driver) -> None:
        while not driver.session.over:
            best = driver.session.analyse().moves[0].cell
            await driver.press(*driver.session.rules.name(best))
        assert "A draw: the board is full." in driver.text("news")
        assert "its play is perfect" in driver.text("news")

    play(Setup(starts=Starts.SECOND), script)


def test_hard_wins_against_careless_clicks() -> None:
    async def script(driver: Driver) -> None:
        while not driver.session.over:
            await driver.click(driver.session.analyse().moves[-1].cell)
        assert "The computer wins with" in driver.text("news")
        assert shown(driver).count("┏") == 3  # the line stands out by more than colour

    play(Setup(), script)


def test_arrows_and_enter_play_and_wrap_round() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("enter", "up", "left", "space", "left", "up", "enter")
        assert driver.session.record.moves == (4, 0, 8)

    play(TWO, script)


def test_five_by_five_waits_until_a_name_can_be_no_other() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("1")
        assert driver.session.record.at == 0
        assert "1_" in driver.text("note")
        await driver.press("3")  # 13 begins nothing else
        assert driver.moves == "c3"
        await driver.press("2", "enter", "e", "5", "a", "escape", "b", "backspace", "b", "enter")
        assert driver.moves == "c3 b1 e5"  # "b" alone is no cell
        await driver.press("b", "3")
        assert driver.moves == "c3 b1 e5 b3"

    play(Setup(Rules.parse("5,5,4"), level=None), script)


def test_the_computer_plays_large_boards_and_claims_no_proof() -> None:
    async def script(driver: Driver) -> None:
        assert driver.session.record.at == 1
        assert "strong, not proved" in driver.text("news")

    play(Setup(Rules.parse("9,9,5"), starts=Starts.SECOND), script)


def test_a_taken_cell_is_explained_and_nothing_is_played() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("5", "5")
        assert driver.session.record.at == 1
        assert "taken by X" in driver.text("note")
        await driver.press("right")
        await driver.press("b", "2")
        assert driver.session.record.at == 1
        assert "b2 is taken by X" in driver.text("note"), "a typed name says so too"

    play(TWO, script)


def test_enter_after_a_typed_name_is_a_habit_and_no_second_move() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("b", "2", "enter")
        assert (driver.moves, driver.text("note")) == ("b2", "")
        await driver.press("left", "enter")
        assert driver.moves == "b2 a2"
        await driver.press(*"a1c2c3", "enter")  # the last one must not skip the end of the game
        assert driver.session.over
        await driver.press("enter")
        assert not driver.session.over

    play(TWO, script)


def test_after_the_end_only_enter_or_the_mouse_begin_the_next_game() -> None:
    async def script(driver: Driver) -> None:
        await driver.press(*"14253", "9")
        assert driver.session.over
        await driver.press("enter")
        assert driver.session.game_number == 2

    play(TWO, script)


def test_keys_while_the_computer_thinks_do_not_move_for_it() -> None:
    async def script(driver: Driver) -> None:
        release = hold(driver.session)
        await driver.pilot.press("5", "1")
        assert driver.session.record.at == 1
        assert "computer's move" in driver.text("note")
        await driver.pilot.press("h")
        assert "hints are for you" in driver.text("note")
        await driver.pilot.press("s")  # the answer arrives under a dialog
        release()
        await driver.rest()
        assert driver.session.record.at == 2
        await driver.press("escape")
        assert "The computer plays" in driver.text("news")

    play(Setup(), script)


def test_undo_while_the_computer_thinks_drops_its_answer() -> None:
    async def script(driver: Driver) -> None:
        release = hold(driver.session)
        await driver.pilot.press("5", "u")
        release()
        await driver.rest()
        assert driver.session.record.at == 0
        await driver.press("r")
        assert driver.session.record.at == 2

    play(Setup(), script)


def test_the_footer_shows_its_last_key_whole_in_80_columns() -> None:
    async def script(driver: Driver) -> None:
        footer = driver.app.screen.query_one(Footer)
        last = footer.query(FooterKey).last()
        assert last.description == "File"
        assert last.region.right <= footer.region.right == 80

    play(Setup(), script)


# -- undo, hints, values -------------------------------------------------------------------------


def test_undo_and_redo_go_by_own_decisions() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("u")
        assert "no move to take back" in driver.text("note")
        await driver.press("5", "u")
        assert driver.session.record.at == 0
        assert "(R redo 2)" in driver.text("moves")
        await driver.press("r", "r")
        assert driver.session.record.at == 2
        assert "no move to redo" in driver.text("note")

    play(Setup(), script)


def test_the_hint_ladder_climbs_to_the_move() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("1", "2", "h")
        assert "Hint 1 of 3. You can force a win" in driver.text("note")
        assert "?" not in shown(driver)
        await driver.press("h")
        assert "Hint 2 of 3. Look in" in driver.text("note")
        assert shown(driver).count("?") > 1
        await driver.press("H")
        assert "Hint 3 of 3. Play" in driver.text("note")
        assert shown(driver).count("?") == 1
        await driver.press("5")
        assert "?" not in shown(driver)
        assert "Hint" not in driver.text("note")

    play(TWO, script)


def test_after_the_end_hints_point_to_the_review() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("1", "4", "2", "5", "3", "h")
        assert "E reviews it" in driver.text("note")

    play(TWO, script)


def test_values_stand_on_the_board_in_letters_and_shapes() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("1", "2", "v")
        screen = shown(driver)
        assert all(sign in screen for sign in ("W5", "▲", "D", "="))
        assert "Proved values" in driver.text("note")
        await driver.press("3")  # they stay on after a move
        assert "▼" in shown(driver) or "=" in shown(driver)
        await driver.press("v")
        assert "=" not in shown(driver)

    play(TWO, script)


def test_guessed_values_are_ranked_and_called_guesses() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("v")
        assert "~1" in shown(driver)
        assert "Not everything is proved" in driver.text("note")

    play(Setup(Rules.parse("9,9,5"), level=None), script)


# -- series, dialogs -----------------------------------------------------------------------------


def test_a_series_keeps_its_score_and_says_who_won() -> None:
    async def script(driver: Driver) -> None:
        await driver.press(*"14253", "enter")
        assert driver.session.game_number == 2
        assert driver.session.name_of(Mark.X) == "Player 2"
        assert "game 2 of at most 3" in driver.text("players")
        await driver.press(*"142596")
        assert "Player 1 wins the series." in driver.text("news")
        await driver.press("n")
        assert driver.session.tally == (0, 0, 0)

    play(Setup(level=None, best_of=3, starts=Starts.ALTERNATE), script)


def test_the_setup_dialog_begins_another_game_by_keys() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("s")
        assert isinstance(driver.app.screen, SetupDialog)
        driver.app.screen.query_one(Input).value = "9,9"
        await driver.press("enter")  # not before the rules can be read
        assert isinstance(driver.app.screen, SetupDialog)
        assert "numbers; m,n,k" in driver.text("told")
        driver.app.screen.query_one(Input).value = "4,4,3"
        await driver.press("down", "right", "down", "right", "down", "right")
        assert driver.text("told") == "4×4 board. 3 or more in a row wins."
        await driver.press("enter")
        await driver.rest()
        assert driver.session.setup == Setup(Rules.parse("4,4,3"), None, Starts.SECOND, 3)

    play(Setup(), script)


def test_the_setup_dialog_by_mouse_and_its_way_back() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("s")
        await driver.pilot.click("#starts", offset=(16, 0))  # a word in a row
        assert driver.app.screen.query_one("#starts", ChoiceWidget).word == "O, second"
        await driver.pilot.click("#level", offset=(3, 0))  # too many for a row: the next one
        assert driver.app.screen.query_one("#level", ChoiceWidget).word == "two people"
        screen: Any = driver.app.screen
        screen.action_game("qubic")
        await driver.pilot.pause()
        assert driver.text("told") == "4×4×4 box. 4 in a row wins."
        await driver.press("escape")
        assert driver.session.setup == Setup()

    play(Setup(), script)


def test_the_review_begins_at_the_deciding_move_and_can_be_walked() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("e")
        assert "No move has been made yet." in driver.text("note")
        await driver.press(*"521937", "e")
        screen = driver.app.screen
        assert isinstance(screen, ReviewDialog)
        moves = screen.query_one(OptionList)
        assert moves.highlighted == 4  # X missed a win there
        prompt = str(moves.get_option_at_index(4).prompt)
        assert "missed a win" in prompt
        assert "here the game was decided" in prompt
        assert "better: a2" in prompt
        assert driver.board.view.position.ply == 5
        await driver.press("up")
        assert driver.board.view.position.ply == 4
        await driver.press("5")
        assert driver.session.record.at == 6  # the past cannot be played on
        await driver.press("escape")
        assert not isinstance(driver.app.screen, ReviewDialog)

    play(TWO, script)


def test_help_and_the_light_theme() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("?")
        assert isinstance(driver.app.screen, HelpDialog)
        await driver.press("escape", "t")
        assert not driver.app.current_theme.dark
        await driver.press("T")
        assert driver.app.current_theme.dark

    play(Setup(), script)


@pytest.mark.parametrize(
    ("width", "told"), [(80, "the mouse           point and click"), (40, "     point and click")]
)
def test_the_help_has_as_many_columns_as_there_is_room_for(width: int, told: str) -> None:
    async def script(driver: Driver) -> None:
        await driver.pilot.resize_terminal(width, 60)
        await driver.press("?")
        await drawn(driver, told)
        await drawn(driver, "  Q quit")

    play(Setup(), script)


def test_on_wide_boards_capitals_are_commands_and_small_letters_columns() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("h", "8", "enter")
        assert driver.session.record.moves == (7 * 15 + 7,)
        await driver.press("U")
        assert driver.session.record.at == 0

    play(Setup(Rules.parse("gomoku"), level=None), script)


def test_a_box_is_walked_layer_by_layer() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("enter", "pagedown", "enter", "pageup", "pageup", "enter")
        assert driver.moves == "b2b b2c b2a"
        await driver.click(26)
        assert driver.session.position.mark(26) is Mark.O

    play(Setup(Rules.parse("3,3,3,3"), level=None), script)


def test_a_window_too_small_for_any_board_is_declined_politely() -> None:
    async def script(driver: Driver) -> None:
        assert "The board does not fit." in shown(driver)
        await driver.pilot.click(BoardWidget, offset=(5, 1))
        assert driver.session.record.at == 0
        await driver.pilot.resize_terminal(120, 40)
        async with asyncio.timeout(10):
            while "does not fit" in shown(driver):
                await driver.pilot.pause(0.01)

    play(Setup(Rules.parse("26,26,6"), level=None), script, size=(30, 9))


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("15,15,5", (40, 20)),
        pytest.param("26,26,6", (40, 20), marks=pytest.mark.deep),
        pytest.param("26,26,6", (100, 30), marks=pytest.mark.deep),
        pytest.param("13,13,4,4", (80, 24), marks=pytest.mark.deep),
        pytest.param("13,13,4,4", (120, 40), marks=pytest.mark.deep),
        ("4,4,4,4", (40, 20)),
        pytest.param("4,4,4,4", (120, 40), marks=pytest.mark.deep),
    ],
)
def test_the_board_follows_the_cursor_where_not_all_fits(text: str, size: tuple[int, int]) -> None:
    rules = Rules.parse(text)

    async def script(driver: Driver) -> None:
        board = driver.board
        for cell in (0, rules.cells - 1, rules.cells // 2, 7):
            board.cursor = cell
            await driver.rest()
            assert board.place is not None
            assert board.place.shows(cell)
            assert board.place.size[0] <= board.size.width
            assert board.place.size[1] <= board.size.height
            _, row, layer = coordinates(rules.shape, cell)
            assert f"{row + 1:2} " in shown(driver)
            if len(rules.shape) == 3:
                assert f" {'abcdefghijklmnopqrstuvwxyz'[layer]} " in shown(driver)
            await driver.click(cell)
            assert driver.session.record.played[-1] == cell

    play(Setup(rules, level=None), script, size)


def test_everything_can_be_reached_in_a_small_window() -> None:
    async def script(driver: Driver) -> None:
        await drawn(driver, "? Help")
        await drawn(driver, "Q Quit")
        await driver.press("s")
        await drawn(driver, "hard")
        assert "4 of 4" not in screen(driver)
        await driver.press("down", "right")
        await drawn(driver, "two people")
        await driver.press("down", "right", "enter")
        assert driver.session.setup.level is None
        assert driver.session.setup.starts is Starts.SECOND

    play(Setup(), script, size=(40, 20))


@pytest.mark.parametrize("width", [40, 47, 60])
def test_no_key_at_the_foot_is_cut_off(width: int) -> None:
    async def script(driver: Driver) -> None:
        await drawn(driver, "Q Quit")
        foot = driver.app.query_one("KeysWidget")
        keys = list(foot.query(FooterKey))
        assert len(keys) >= 5
        assert max(key.region.right for key in keys) <= foot.region.right == width

    play(Setup(), script, size=(width, 20))


def test_stones_fall_in_the_column_that_is_chosen() -> None:
    async def script(driver: Driver) -> None:
        name = driver.session.rules.name
        assert name(driver.board.cursor) == "d6"
        await driver.press("enter")
        assert name(driver.board.cursor) == "d5", "the next stone would lie on this one"
        await driver.press("right", "enter", "d", "left", "up", "space")
        assert driver.moves == "d6 e6 d5 c6"
        await driver.click(2)  # the top of column c
        assert driver.moves == "d6 e6 d5 c6 c5"
        await driver.press("d", "d", "d", "d", "d")
        assert "column d is full" in driver.text("note") or "taken" in driver.text("note")
        await driver.press("H")
        assert "Hint 1 of 3" in driver.text("note")

    play(Setup(Rules.parse("connect-four"), level=None), script)


async def drawn(driver: Driver, text: str) -> None:
    """Wait until a text is on the screen, which is drawn when there is time."""
    for _ in range(500):
        if text in screen(driver):
            break
        await driver.pilot.pause(0.01)
    assert text in screen(driver)


def screen(driver: Driver) -> str:
    return "\n".join(strip.text for strip in driver.app.screen._compositor.render_strips())


def test_the_computer_can_be_told_to_move_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noughts_app, "TICK", 0.01)
    monkeypatch.setattr(noughts_app, "TOLD_AFTER", 0.0)

    async def script(driver: Driver) -> None:
        await driver.pilot.press("h", "8", "enter")
        while "s left, M move now" not in driver.text("news"):
            await driver.pilot.pause(0.05)
        assert driver.session.computers_turn
        await driver.press("M")
        assert driver.session.record.at == 2

    play(Setup(Rules.parse("gomoku"), seconds=3600.0), script)


def test_the_level_is_one_key_away() -> None:
    async def script(driver: Driver) -> None:
        for level in Level:
            await driver.press("l")
            assert driver.session.setup.level is level
            assert f"Computer ({level})" in driver.text("players")
        await driver.press("5")
        assert driver.session.record.at == 2

    play(Setup(), script)


def test_a_certificate_plays_its_own_game_and_another_one_is_against_hard() -> None:
    file = str(Path("certificates/4,3,3.cert").resolve())
    own = Setup(Rules.parse("4,3,3"), file, Starts.SECOND)

    async def script(driver: Driver) -> None:
        assert "Computer (4,3,3.cert)" in driver.text("players")
        assert "perfect" in driver.text("news")
        await driver.press("s", "enter")
        await driver.rest()
        assert driver.session.setup == own
        await driver.press("s")
        driver.app.screen.query_one(Input).value = "3,3,3"
        await driver.press("enter")
        await driver.rest()
        assert driver.session.setup == Setup(level=Level.HARD, starts=Starts.SECOND)

    async def leave(driver: Driver) -> None:
        await driver.press("l")
        assert driver.session.setup.level is Level.EASY

    play(own, script)
    play(own, leave)


def test_a_move_that_was_reviewed_is_tried_again() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("1", "2", "e")
        assert isinstance(driver.app.screen, ReviewDialog)
        await driver.press("enter")
        assert not isinstance(driver.app.screen, ReviewDialog)
        assert driver.moves == "a1"
        assert "Back to before move 2." in driver.text("news")
        await driver.press("5")
        assert driver.moves == "a1 b2"

    play(TWO, script)


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"

    async def script(driver: Driver) -> None:
        await driver.press("1", "5", "f")
        assert isinstance(driver.app.screen, FileDialog)
        driver.app.screen.query_one(Input).value = str(file)
        await driver.press("enter")
        assert f"The game is in {file}" in driver.text("told")
        await driver.press("escape", "n", "f")
        driver.app.screen.query_one(Input).value = str(tmp_path / "none")
        await driver.press("down", "right", "enter")
        assert "no game is saved in" in driver.text("told")
        driver.app.screen.query_one(Input).value = str(file)
        await driver.press("enter")
        assert driver.moves == "a1 b2"

    play(TWO, script)


def test_control_c_quits_and_control_z_suspends(monkeypatch: pytest.MonkeyPatch) -> None:
    suspended: list[bool] = []
    monkeypatch.setattr(
        NoughtsApp, "action_suspend_process", lambda _: suspended.append(True), raising=True
    )

    async def script(driver: Driver) -> None:
        await driver.press("ctrl+z")
        assert suspended
        await driver.press("s", "ctrl+c")  # also while a field has the keys
        assert driver.app.return_code == 130

    play(Setup(), script)


def test_motion_is_off_where_it_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert NoughtsApp().pause > 0
    assert NoughtsApp(fast=True).pause == 0
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    assert NoughtsApp().pause == 0


# -- drawing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["3,3,3", "1,1,1", "15,15,5", "4,4,4,4", "26,26,5", "2,5,2"])
@pytest.mark.parametrize("size", [(50, 22), (90, 40), (200, 60)])
def test_every_row_is_as_wide_as_the_place(text: str, size: tuple[int, int]) -> None:
    rules = Rules.parse(text)
    place = fit(rules.shape, *size)
    if place is None:
        pytest.fail("there is room for a part of every board")
    assert place.size[0] <= size[0]
    assert place.size[1] <= size[1]
    rows = paint(BoardView(Position(rules), cursor=0), place)
    assert len(rows) == place.size[1]
    assert {sum(len(span.text) for span in row) for row in rows} == {place.size[0]}
    cells = [cell for cell in range(cell_count(rules.shape)) if place.shows(cell)]
    assert (len(cells) == rules.cells) == ((text, size) != ("26,26,5", (50, 22)))
    assert [place.cell_at(*place.corner(cell)) for cell in cells] == cells


def test_marks_differ_by_shape_at_every_size() -> None:
    for width, height in ((20, 9), (16, 7), (12, 5), (8, 3), (3, 1), (2, 1)):
        x, o = glyph(Mark.X, width, height), glyph(Mark.O, width, height)
        assert x != o
        assert {len(row) for row in (*x, *o)} == {width}
        assert len(x) == len(o) == height


def test_values_fit_the_smallest_cells() -> None:
    position = Position.parse("XX./OO./X..")
    place = fit((3, 3), 14, 6)
    assert place is not None
    assert place.cell_height == 1
    view = BoardView(position, labels=labels(Perfect().analyse(position)))
    text = "\n".join("".join(span.text for span in row) for row in paint(view, place))
    assert "▲W1" in text
    assert "▼L2" in text


def test_the_winning_line_is_bracketed_in_small_cells() -> None:
    place = fit((3, 3), 14, 6)
    assert place is not None
    rows = paint(BoardView(Position.parse("XXX/OO./...")), place)
    assert "[X]│[X]│[X]" in "".join(span.text for span in rows[1])


def test_the_screen_is_drawn_again_after_it_was_suspended() -> None:
    pid, ours = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(  # noqa: S606
            sys.executable, [sys.executable, "-m", "noughts", "play", "--two"]
        )
    for _ in range(2):
        seen = b""
        while b"in a row wins" not in seen:
            seen += os.read(ours, 65_536)
        os.write(ours, b"\x1a")  # Ctrl-Z
        stopped = 0
        while not stopped:  # whoever does not read on holds the game up in the middle of a screen
            if select.select([ours], [], [], 0.01)[0]:
                os.read(ours, 65_536)
            stopped, status = os.waitpid(pid, os.WUNTRACED | os.WNOHANG)
        assert os.WIFSTOPPED(status)
        os.kill(pid, signal.SIGCONT)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(ours)
