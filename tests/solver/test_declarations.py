"""The declarations of a module for Cython, from its annotations."""

from pathlib import Path

import pytest
from declarations import MARK, Package

WORDS = '''"""Values."""
from typing import NamedTuple
LOW, HIGH = -1, 1 << 4
class View(NamedTuple):
    """A view."""
    empty: int
    seen: bool
'''
BASE = '''"""A base."""
from noughts.core import _cython as cython
from own.words import HIGH, View
@cython.cclass
class Base:
    def __init__(self, n: int) -> None:
        self.n: cython.readonly[int] = n
    def look(self, at: cython.int, most: cython.longlong = HIGH) -> View:
        return View(at, most > at)
'''
SEARCH = '''"""A search."""
from typing import TYPE_CHECKING, Final
from noughts.core import _cython as cython
from own.base import Base
from own.plain import helper
from own.words import (
    LOW,
    View,
)
if TYPE_CHECKING:
    from collections.abc import Callable
MOST: Final = 3  #: of it
LARGE: cython.longlong = 1 << 40
SMALL = 2
@cython.final
class Search(Base):
    def __init__(self, poll: Callable[[], bool] | None, other: Base) -> None:
        super().__init__(SMALL)
        self.n = 1
        self.poll = poll
        self.nodes: cython.public[cython.longlong] = 0
        self.taken: cython.readonly[cython.ulonglong[::1]] = helper()
        self.data: cython.const[cython.uchar][::1] = b""
        self.other: Base | None = other
        self._own: bool = False
    def run(self, level: int) -> int:
        return self._ask(level) + LOW
    @cython.ccall
    @cython.exceptval(-1)
    def start(self) -> None:
        self._own = True
    @cython.exceptval(0, check=True)
    def move(self, cell: cython.int) -> cython.longlong:
        return LARGE
    def look(self, at: cython.int, most: cython.longlong = LOW) -> View:
        return View(at, False)
    @cython.cfunc
    @cython.nogil
    def give(self, other: Base) -> None:
        pass
    def _ask(self, level: cython.int) -> cython.bint:
        return level < MOST
    def _clear(self) -> None:
        self.nodes = 0
    @cython.exceptval(check=False)
    def _tell(self) -> None:
        self.poll()
    def _said(self, other: Base, words: list[str]) -> str:
        return ""
    def _of(self, turned: int) -> str:
        return ""
'''
PLAIN = '"""Python\'s."""\ndef helper(): ...\n'


@pytest.fixture
def package(tmp_path: Path) -> Package:
    home = tmp_path / "own"
    home.mkdir()
    for name, text in (("words", WORDS), ("base", BASE), ("search", SEARCH), ("plain", PLAIN)):
        (home / f"{name}.py").write_text(text)
    return Package(tmp_path)


def test_what_is_compiled_and_what_is_only_declared(package: Package) -> None:
    assert sorted(package.modules) == ["own.base", "own.search", "own.words"]
    assert [module.path.stem for module in package.compiled()] == ["base", "search"]


def test_numbers_and_tuples_are_constants_and_structs(package: Package) -> None:
    assert package.modules["own.words"].pxd().splitlines()[1:] == [
        "cdef enum:",
        "    LOW = -1",
        "cdef enum:",
        "    HIGH = 16",
        "cdef struct View:",
        "    int empty",
        "    bint seen",
    ]


def test_classes_attributes_and_functions(package: Package) -> None:
    assert package.modules["own.base"].pxd().splitlines() == [
        "cimport cython",
        "from own.words cimport HIGH",
        "from own.words cimport View",
        "cdef class Base:",
        "    cdef readonly int n",
        "    cdef View look(self, int at, long long most=*) noexcept nogil",
    ]
    assert package.modules["own.search"].pxd().splitlines()[1:] == [
        "from own.base cimport Base",
        "from own.words cimport LOW",
        "from own.words cimport View",
        "cdef enum:",
        "    MOST = 3",
        "cdef long long LARGE",
        "@cython.final",
        "cdef class Search(Base):",
        "    cdef object poll",
        "    cdef public long long nodes",
        "    cdef readonly unsigned long long[::1] taken",
        "    cdef const unsigned char[::1] data",
        "    cdef Base other",
        "    cdef bint _own",
        "    cpdef int start(self) except -1",
        "    cdef long long move(self, int cell) except? 0",
        "    cdef void give(self, Base other) noexcept nogil",
        "    cdef bint _ask(self, int level) noexcept nogil",
        "    cdef void _clear(self) noexcept nogil",
        "    cdef void _tell(self) noexcept",
        "    cdef str _said(self, Base other, list words)",
    ]


def test_the_compiler_reads_each_line_where_it_was(package: Package) -> None:
    read = package.modules["own.search"].py().splitlines()
    written = SEARCH.splitlines()
    assert len(read) == len(written)
    changed = {old: new for old, new in zip(written, read, strict=True) if old != new}
    assert changed.pop("from noughts.core import _cython as cython") == "import cython"
    assert changed.pop("from own.base import Base") == "pass"
    assert changed.pop("from own.words import (") == "pass"
    nodes = changed.pop("        self.nodes: cython.public[cython.longlong] = 0")
    assert nodes == "        self.nodes: cython.longlong = 0"
    taken = changed.pop("        self.taken: cython.readonly[cython.ulonglong[::1]] = helper()")
    assert taken == "        self.taken: cython.ulonglong[::1] = helper()"
    assert set(changed.values()) == {""}
    assert {line.strip().partition("(")[0] for line in changed} == {
        ")",
        "@cython.ccall",
        "@cython.cfunc",
        "@cython.exceptval",
        "@cython.final",
        "@cython.nogil",
        "LOW,",
        "MOST: Final = 3  #: of it",
        "View,",
    }


def test_a_declaration_beside_a_module_holds(package: Package, tmp_path: Path) -> None:
    kept = "from own.words cimport View\ncdef class Base:\n    cdef View view\n"
    (tmp_path / "own/base.pxd").write_text(kept)
    module = Package(tmp_path).modules["own.base"]
    assert module.pxd() == kept
    assert "from own.words import HIGH\n" in module.py()
    assert "cdef class Search(Base):" in Package(tmp_path).modules["own.search"].pxd()
    assert package.modules["own.base"].kept == ""


def test_what_is_the_same_is_not_written_again(package: Package, tmp_path: Path) -> None:
    folder = tmp_path / "build"
    package.write(folder)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*.p*")}
    assert sorted(path.name for path in before) == [
        "__init__.py",
        "base.pxd",
        "base.py",
        "search.pxd",
        "search.py",
        "words.pxd",
    ]
    (folder / "own/old.pxd").write_text("")
    package.write(folder)
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*.p*")} == before


def test_a_module_is_compiled_again_after_a_change_in_what_the_compiler_reads(
    package: Package, tmp_path: Path
) -> None:
    package.write(tmp_path / "build")

    def read(name: str) -> list[str]:
        found = package.read(f"own.{name}", tmp_path / "build")
        assert all(path.exists() for path in found)
        return sorted(path.name for path in found)

    assert read("base") == ["base.pxd", "base.py", "words.pxd"]
    assert read("search") == ["base.pxd", "search.pxd", "search.py", "words.pxd"]
    assert read("plain") == []


def test_what_the_compiler_reads_is_followed_through_other_modules(tmp_path: Path) -> None:
    home = tmp_path / "own"
    home.mkdir()
    for name, imported in (("a", ""), ("b", "a"), ("c", "b")):
        line = f"from own.{imported} import {imported.upper()}\n" if imported else ""
        made = f"{MARK}{line}@cython.cclass\nclass {name.upper()}:\n    pass\n"
        (home / f"{name}.py").write_text(made)
    found = Package(tmp_path).read("own.c", tmp_path)
    assert [path.name for path in found] == ["c.py", "c.pxd", "b.pxd", "a.pxd"]
