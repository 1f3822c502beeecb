"""Asking many questions, several at a time."""

import hashlib
import threading
from collections.abc import Generator, Iterable
from contextvars import copy_context
from queue import Empty, SimpleQueue
from typing import NamedTuple

from noughts.benchmark.board_texts import BoardForm, prompt
from noughts.benchmark.chat_client import ChatClient, Reply
from noughts.benchmark.position_sets import Labelled

TOKEN = 4  #: characters of a prompt for each token, about
ANSWER_TOKENS = 300  #: of an answer without a limit, about


class BoardQuestion(NamedTuple):
    """A position in a form."""

    asked: Labelled  #: the position
    form: BoardForm

    @property
    def name(self) -> str:
        """The name of the question in a file of answers."""
        return f"{self.asked.set}/{self.asked.number}/{self.form}"

    @property
    def prompt(self) -> str:
        """The text for the model."""
        return prompt(self.asked, self.form)


def questions(positions: Iterable[Labelled], forms: Iterable[BoardForm]) -> list[BoardQuestion]:
    """Return each position in each form."""
    forms = list(forms)
    return [BoardQuestion(asked, form) for asked in positions for form in forms]


def digest(asked: Iterable[BoardQuestion]) -> str:
    """Return a digest of the questions' texts: other questions have another one."""
    found = hashlib.sha256()
    for each in asked:
        found.update(f"{each.name}\0{each.prompt}\0".encode())
    return found.hexdigest()


class Cost(NamedTuple):
    """What the questions will cost, about."""

    questions: int  #: how many there are
    prompt_tokens: int  #: in all prompts
    answer_tokens: int  #: in all answers
    price: float | None  #: in the currency of the prices; None without prices


def cost(
    asked: Iterable[BoardQuestion],
    tokens: int | None = None,
    prices: tuple[float, float] | None = None,
) -> Cost:
    """Estimate the cost of questions.

    Args:
        asked: the questions.
        tokens: the most tokens of an answer; without a limit, about `ANSWER_TOKENS`.
        prices: of a million tokens in prompts, and of a million in answers.
    """
    prompts = [each.prompt for each in asked]
    into = sum(-(-len(text) // TOKEN) for text in prompts)
    out = len(prompts) * (tokens or ANSWER_TOKENS)
    price = None if prices is None else (into * prices[0] + out * prices[1]) / 1e6
    return Cost(len(prompts), into, out, price)


def ask_all(
    asked: Iterable[BoardQuestion], client: ChatClient, parallel: int = 1
) -> Generator[tuple[BoardQuestion, Reply]]:
    """Yield each question with its answer, as soon as it is there; close it to stop.

    Raises:
        EngineError: A question has no answer after all attempts. It asks no more questions, but
            yields the answers on their way first.
    """
    waiting = SimpleQueue[BoardQuestion]()
    done = SimpleQueue[tuple[BoardQuestion, Reply] | Exception | None]()
    for question in asked:
        waiting.put(question)
    stop = threading.Event()

    def work() -> None:
        try:
            while not stop.is_set():
                question = waiting.get_nowait()
                done.put((question, client.ask(question.prompt, stop.wait)))
        except Empty:
            pass
        except Exception as error:  # noqa: BLE001  (raised in the other thread)
            done.put(error)
        done.put(None)

    running = min(parallel, waiting.qsize())
    for _ in range(running):
        # As daemons, they do not keep the program from ending while they wait for a server. The
        # context has the language of their errors.
        threading.Thread(target=copy_context().run, args=(work,), daemon=True).start()
    failed: Exception | None = None
    try:
        while running:
            found = done.get()
            if found is None:
                running -= 1
            elif isinstance(found, Exception):
                failed = failed or found
                stop.set()
            else:
                yield found
    finally:
        stop.set()
    if failed is not None:
        raise failed
