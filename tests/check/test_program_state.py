"""What a program remembers is put back, wherever it is; or the state says that it is not."""

import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from noughts.check import FindingKind
from noughts.check.loaded.held_contents import Look, Saved
from noughts.check.loaded.movers import is_own
from noughts.check.loaded.program_state import ProgramState
from noughts.check.loaded.visible_caches import visible_caches
from tests.check.here import checked_here
from tests.check.programs import NEGAMAX

#: Programs that remember a text between `put` and `get`; "a" when they are loaded.
KEPT = {
    "a variable": "h = 'a'\ndef get(): return h\ndef put(x):\n    global h; h = x",
    "a name like Python's": "__doc__ = 'a'\ndef get(): return __doc__\n"
    "def put(x):\n    global __doc__; __doc__ = x",
    "an object of a class": "class B: h = 'a'\nclass S: box = B()\n"
    "def get(): return S.box.h\ndef put(x): S.box.h = x",
    "a metaclass": "class M(type): h = 'a'\nclass A(metaclass=M): pass\n"
    "def get(): return A.h\ndef put(x): M.h = x",
    "a class in a class": "class A:\n    class B: h = 'a'\n"
    "def get(): return A.B.h\ndef put(x): A.B.h = x",
    "a base": "class Y: h = 'a'\nclass A(Y): pass\ndef get(): return A.h\n"
    "def put(x): A.__bases__ = (type('Z', (), {'h': x}),)",
    "the class of an object": "class A: h = 'a'\na = A()\ndef get(): return a.h\n"
    "def put(x): a.__class__ = type('B', (), {'h': x})",
    "a slot": "class A: __slots__ = ('h',)\na = A()\na.h = 'a'\n"
    "def get(): return a.h\ndef put(x): a.h = x",
    "a tuple that is nested too deeply to be written": "k = []\ndef put(x):\n    k[:] = [x]\n"
    "    for _ in range(2100): k[:] = [(*k,)]\nput('a')\ndef get():\n    (t,) = k\n"
    "    while type(t) is tuple: (t,) = t\n    return t",
    "a member of an enumeration": "import enum\nclass P(enum.Enum): X = 1\nP.X.h = 'a'\n"
    "def get(): return P.X.h\ndef put(x): P.X.h = x",
    "an attribute of a function": "def f(): pass\nf.h = 'a'\n"
    "def get(): return f.h\ndef put(x): f.h = x",
    "the code of a function": "def get(): return 'a'\n"
    "def put(x): get.__code__ = get.__code__.replace(co_consts=(None, x))",
    "annotations": "def f() -> 'a': pass\ndef get(): return f.__annotations__['return']\n"
    "def put(x): f.__annotations__['return'] = x",
    "a function in a list": "def made():\n    h = ['a']\n"
    "    def io(x=None):\n        h[:] = [x or h[0]]\n        return h[0]\n    return io\n"
    "fs = [made()]\ndef get(): return fs[0]()\ndef put(x): fs[0](x)",
    "a function around a function": "def made():\n    h = 'a'\n    def g(): return h\n"
    "    def p(x):\n        nonlocal h; h = x\n    return lambda x=None: p(x) if x else g()\n"
    "io = made()\ndef get(): return io()\ndef put(x): io(x)",
    "a function that is replaced": "def made(h): return lambda: h\nget = made('a')\n"
    "def put(x):\n    global get; get = made(x)",
    "code that runs apart": "ns = {}\n"
    "exec('h = \"a\"\\ndef get(): return h\\ndef put(x):\\n    global h; h = x', ns)\n"
    "get, put = ns['get'], ns['put']\ndel ns",
    "a default": "def io(x=None, h=['a']):\n    h[:] = [x or h[0]]\n    return h[0]\n"
    "def get(): return io()\ndef put(x): io(x)",
    "a partial": "import functools\ndef io(h, x=None):\n    h[:] = [x or h[0]]\n    return h[0]\n"
    "p = functools.partial(io, ['a'])\ndef get(): return p()\ndef put(x): p(x)",
    "a method of a list": "h = ['a']\nget, p = h.copy, h.__setitem__\ndel h\ndef put(x): p(0, x)",
    "a cache": "import functools\n@functools.lru_cache(maxsize=1)\ndef slot(): return ['a']\n"
    "def get(): return slot()[0]\ndef put(x): slot()[0] = x",
    "which answers are kept": "import functools\nh = 'a'\n@functools.cache\n"
    "def get(): return h\ndef put(x):\n    global h; h = x; get.cache_clear()",
    "a large dictionary": "d = {i: 0 for i in range(1000)} | {'h': 'a'}\n"
    "def get(): return d['h']\ndef put(x): d['h'] = x",
    "a large list": "d = [0] * 1000 + ['a']\ndef get(): return d[-1]\ndef put(x): d[-1] = x",
    "a large set": "d = {*range(1000), 'a'}\ndef get(): return 'a' if 'a' in d else 'b'\n"
    "def put(x): d.discard('a'); d.add(x)",
    "a queue": "import collections\nclass S: d = collections.deque('a', 1)\n"
    "def get(): return S.d[0]\ndef put(x): S.d.append(x)",
    "a dictionary with defaults": "import collections\nd = collections.defaultdict(lambda: 'a')\n"
    "def get(): return d.get(1, 'a')\ndef put(x): d[1] = x",
    "a dictionary that hides": "class D(dict):\n    def items(self): return []\n"
    "d = D(h='a')\ndef get(): return d['h']\ndef put(x): d['h'] = x",
    "an object that hides": "class A:\n    def __getattribute__(self, name):\n"
    "        return {} if name == '__dict__' else object.__getattribute__(self, name)\n"
    "a = A()\na.h = 'a'\ndef get(): return a.h\ndef put(x): a.h = x",
    "the value of a text of its own": "class T(str): pass\nt = T('a')\ndef get(): return str(t)\n"
    "def put(x):\n    global t; t = T(x)",
    "weak keys": "import weakref\nclass K: pass\nk = K()\nd = weakref.WeakKeyDictionary({k: 'a'})\n"
    "def get(): return d[k]\ndef put(x): d[k] = x",
    "bytes": "b = bytearray(b'a')\ndef get(): return b.decode()\ndef put(x): b[:] = x.encode()",
    "an attribute of another module": "import math\nmath.h = 'a'\n"
    "def get(): return math.h\ndef put(x): math.h = x",
    "one that a function imports": "def get():\n    import math as m\n"
    "    return getattr(m, 'h2', 'a')\ndef put(x):\n    import math as m\n    m.h2 = x",
    "a list of another module": "import sys\nsys.path.append('a')\n"
    "def get(): return sys.path[-1]\ndef put(x): sys.path[-1] = x",
    "the environment": "import os\nos.environ['NOUGHTS_H'] = 'a'\n"
    "def get(): return os.environ['NOUGHTS_H']\ndef put(x): os.environ['NOUGHTS_H'] = x",
    "the limit of recursion": "import sys\nd = {1500: 'b'}\n"
    "def get(): return d.get(sys.getrecursionlimit(), 'a')\n"
    "def put(x): sys.setrecursionlimit(1500)",
    "a generator of random numbers": "import random\nr = random.Random(1)\n"
    "s = r.getstate()\ndef get(): return 'a' if r.getstate() == s else 'b'\n"
    "def put(x): r.random()",
}

#: Programs that remember something where it cannot be put back, and what the state names.
LOST = {
    "generator": "def g():\n    h = 'a'\n    while True:\n        h = (yield h) or h\n"
    "i = g()\nnext(i)\ndef get(): return next(i)\ndef put(x): i.send(x)",
    "itertools.count": "import itertools\nn = itertools.count()\ndef put(x): next(n)",
    "_io.StringIO": "import io\nf = io.StringIO()\ndef put(x): f.write(x)",
    "_contextvars.ContextVar": "import contextvars\nv = contextvars.ContextVar('v')\n"
    "def put(x): v.set(x)",
    "sqlite3.Connection": "import sqlite3\nc = sqlite3.connect(':memory:')\ndef put(x): pass",
    "_io.TextIOWrapper": "f = open(__file__)\ndef put(x): f.readline()",
    "memoryview": "m = memoryview(bytearray(1))\ndef put(x): m[0] = 9",
    "open": "def put(x):\n    with open(__file__ + '.kept', 'w') as f: f.write(x)",
    "os.mkdir": "import os\ndef put(x): os.mkdir(__file__ + '.kept')",
    "getcontext": "import decimal\ndef put(x): decimal.getcontext().prec = 3",
    "setattr": "import math\ndef put(x): setattr(math, 'h3', x)",
    "modules": "import sys, types\ndef put(x): sys.modules['h'] = types.ModuleType(x)",
}

#: What programs hold that says nothing about a game.
HARMLESS = """
import abc, collections, csv, dataclasses, enum, fractions, functools, itertools, math
import random, re, sys, threading, time, typing
players = itertools.cycle("XO")
class P(enum.IntEnum):
    X = enum.auto()
class A(abc.ABC):
    @abc.abstractmethod
    def f(self): ...
class B(A):
    def f(self): return self.x
    @functools.cached_property
    def x(self): return 1
    @property
    def y(self): return 2
@dataclasses.dataclass(slots=True)
class C:
    x: int = 0
    y: list = dataclasses.field(default_factory=list)
M = collections.namedtuple("M", "a b")
class D(typing.NamedTuple):
    a: int = 0
T = typing.TypeVar("T")
class G(typing.Generic[T]): ...
held = [B(), C(), M(1, 2), D(), G(), collections.Counter("ab"), collections.OrderedDict(a=1)]
held += [time.localtime(), fractions.Fraction(1), re.compile("x"), range(3), slice(1), ..., object]
lock, out = threading.Lock(), sys.stdout
with open(__file__) as file:
    rows = list(csv.reader(file))
def put(x): pass
"""


@pytest.fixture
def undone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget what these programs leave in this process."""
    limit = sys.getrecursionlimit()
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("NOUGHTS_H", "")
    yield
    sys.setrecursionlimit(limit)


def load(folder: Path, text: str) -> tuple[ModuleType, ProgramState]:
    file = folder / "program_that_remembers.py"
    file.write_text(text)
    spec = spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[file.stem] = module
    with visible_caches():
        spec.loader.exec_module(module)
    return module, ProgramState(module, folder, [])


@pytest.mark.usefixtures("undone")
@pytest.mark.parametrize("name", KEPT)
def test_what_it_remembers_is_put_back(tmp_path: Path, name: str) -> None:
    module, state = load(tmp_path, KEPT[name])
    first = module.get()
    state.put(0)
    assert state.take() in {0, 1}  # a cache may have been filled
    module.put("b")
    number = state.take()
    assert (module.get(), state.lost) != (first, "")
    assert number > 0
    state.put(0)
    assert module.get() == first
    state.put(number)
    assert module.get() != first
    assert not state.lost


@pytest.mark.parametrize("name", LOST)
def test_what_cannot_be_put_back_is_named(tmp_path: Path, name: str) -> None:
    module, state = load(tmp_path, LOST[name])
    state.put(0)
    module.put("b")
    state.take()
    assert state.lost == name
    for held in ("f", "c"):  # a file, a connection
        getattr(getattr(module, held, None), "close", bool)()


def test_what_says_nothing_of_a_game_changes_nothing(tmp_path: Path) -> None:
    module, state = load(tmp_path, HARMLESS)
    for _ in range(2):
        state.put(0)
        module.put("b")
        assert (state.take(), state.lost) == (0, "")


_CONTENTS = """
d = {i: i for i in range(400)}
l = [0.0, 2]
n = [0, [1]]
s = {(frozenset({1, 2}), 'a'): 3}
"""


@pytest.mark.parametrize("change", [
    "pass", "d[0] = d.pop(0)", "d[1] = True", "d[1] = 1.0", "d[2] = (2, [])", "d[2] = 2, '3'",
    "d = dict(d)", "d.popitem()", "l.append(l)", "l[0] = -0.0", "l.reverse()", "n[1][0] = 4",
    "d[300] = 'x'", "d.update({i: i for i in range(400, 900)})", "d[2] = []; d[401] = 1",
    "for i in range(200, 400): del d[i]", "l.extend(range(600))", "s[frozenset({4}), 'a'] = 5",
    "s = {(frozenset({1}), 'a'): 3, (frozenset({2}), 'a'): 3}",
])  # fmt: skip
def test_a_look_with_an_earlier_one_sees_what_a_first_look_sees(change: str) -> None:
    module = ModuleType("game")
    exec(_CONTENTS, vars(module))  # noqa: S102
    constants: dict[int, tuple[int, object]] = {}

    def look(before: Look | None) -> tuple[bytes, int, list[Saved]]:
        found = Look({"game"}, constants, before.plain if before else {})
        found.number(module)
        return found.image(), found.entries, found.saved

    first = Look({"game"}, constants, {})
    first.number(module)
    image = first.image()
    assert len(first.plain) > 2
    exec(change, vars(module))  # noqa: S102
    assert look(first) == look(None)
    assert (look(first)[0] == image) is (change in {"pass", "d = dict(d)"})


#: Remembers its game, and errs if the opponent's stones came in a falling order.
_ERRS = """
d["last"] = "." * 9, ()
def best_move(board):
    cells = "".join(board).replace(" ", ".")
    last, opponent = d["last"]
    new = [i for i in range(9) if last[i : i + 1] != cells[i]]
    opponent = (*opponent, *new) if len(new) == 1 else tuple(new) if cells.count("X") == 1 else ()
    falls = len(opponent) == cells.count("X") >= 2 and opponent[-2] > opponent[-1]
    free = [i for i in range(9) if cells[i] == "."]
    cell = (min if falls else max)(free, key=lambda i: -worth(after(cells, i)))
    d["last"] = after(cells, cell), opponent
    return cell
"""


@pytest.mark.parametrize(
    "kept", ["d = {i: i for i in range(400)}", "@cache\ndef slot():\n    return {}\nd = slot()"]
)
def test_a_mistake_that_a_large_collection_remembers_is_found(tmp_path: Path, kept: str) -> None:
    found = checked_here(tmp_path, NEGAMAX + kept + _ERRS, sides="O")
    assert found.unbeatable is None
    assert found.finding is not None
    assert found.finding.kind is FindingKind.TWO_ANSWERS


def test_a_mistake_that_an_engine_remembers_is_found(tmp_path: Path) -> None:
    moves = _ERRS.replace("def best_move(board)", "def moves(board)")
    engine = (
        "\nfrom noughts import Choice, Engine\n"
        "class Mine(Engine):\n"
        "    name = 'mine'\n"
        "    def play(self, position, limit=None):\n"
        "        cells = [each for each in str(position) if each in 'XO.']\n"
        "        return Choice(position, moves(cells))\n"
    )
    found = checked_here(tmp_path, f"{NEGAMAX}\nd = {{}}\n{moves}{engine}", sides="O")
    assert found.unbeatable is None
    assert found.finding is not None
    assert found.finding.kind is FindingKind.TWO_ANSWERS


def test_python_s_modules_are_not_the_program_s_wherever_it_is() -> None:
    """A program in a home folder has Python itself beside it, if pyenv has installed it there."""
    top = Path(Path.cwd().anchor, "game")
    assert not any(is_own(name, top) for name in ("json", "random", "click", "os.path"))
    assert is_own(__name__, top)
