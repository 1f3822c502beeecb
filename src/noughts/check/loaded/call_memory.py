"""`CallMemory`: keeps the answers of a program's own recursive functions, if they are pure.

A plain minimax searches the same positions again and again. With a memory in front of its recursive
functions a check takes seconds instead of minutes, and every answer is the one that the program
gives without it. For that, a function must be pure, and this is what is checked:

- Its code, and that of all functions that it calls, reads only its arguments, the variables around
  it, constants of its module, and functions that have no side effect. It sets no global and no
  attribute and calls no method but those of lists, sets, dictionaries, texts and numbers.
- The key of an answer holds the contents of all that the code reads and that could change.
- An answer is kept only if the call changed none of that, and if the answer shares no list with it.

So the same key would run the same code on the same contents. Whatever is not understood is not
remembered, but called.
"""

import ast
import builtins
import copy
import dis
import inspect
import marshal
import textwrap
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from noughts.check.loaded.held_boards import TURN
from noughts.check.loaded.plain_contents import ATOMS, MARSHAL

_MOST_STATE = 4096  # bytes of globals in a key
_MOST_ANSWERS = 300_000
_MOST_USELESS = 50  # answers of one function that could not be kept
_DECORATOR = "__noughts_remember__"

_CONTAINERS = {list, set, dict}
_Answers = dict[bytes, tuple[bytes, int]]
_SAFE = {
    *("abs", "all", "any", "bool", "chr", "dict", "divmod", "enumerate", "filter", "float"),
    *("frozenset", "int", "isinstance", "iter", "len", "list", "map", "max", "min", "next", "ord"),
    *("pow", "print", "range", "repr", "reversed", "round", "set", "slice", "sorted", "str", "sum"),
    *("tuple", "type", "zip"),
}
_ATTRIBUTES = {
    # of lists, sets, dictionaries, texts
    *("append", "add", "copy", "count", "extend", "get", "index", "insert", "items", "keys", "pop"),
    *("discard", "remove", "reverse", "sort", "update", "values", "union", "clear", "difference"),
    *("intersection", "join", "lower", "upper", "replace", "split", "strip", "find", "startswith"),
    *("endswith", "isdigit", "isdecimal", "isnumeric", "isalpha", "format", "issubset"),
    # of the modules below
    *("deepcopy", "inf", "maxsize", "floor", "ceil", "product", "chain", "permutations"),
    *("combinations",),
}
_MODULES = {"copy", "math", "sys", "itertools"}
_FORBIDDEN = (
    *("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_NAME", "DELETE_NAME", "STORE_ATTR", "DELETE_ATTR"),
    *("IMPORT_STAR", "LOAD_BUILD_CLASS", "LOAD_SUPER", "GET_A", "SEND"),
)
#: A module that uses one of these may change anything without our seeing it.
_TRICKS = {
    *("globals", "exec", "eval", "setattr", "delattr", "vars", "__dict__", "modules", "settrace"),
    *("setprofile", "__code__", "__globals__", "__builtins__", "builtins", "_getframe", "gc"),
    *("ctypes", "__defaults__", "__closure__", "cell_contents"),
}


class CallMemory:
    """Keeps the answers of the pure recursive functions of a module.

    Args:
        namespace: of the module, which is loaded.
        source: its text.
    """

    def __init__(self, namespace: dict[str, Any], source: str) -> None:
        self.calls: int = 0  #: how often they would have been called without a memory
        #: the functions whose answers are kept; none if none is pure
        self.names: tuple[str, ...] = ()
        self._space = namespace
        self._state: dict[str, frozenset[str] | None] = {}
        self._plain: dict[str, Any] = {}
        self._kept: dict[str, Any] = {}
        whole = compile(source, "<program>", "exec", dont_inherit=True)
        told = {name for name, own in namespace.items() if TURN.search(name) and not callable(own)}
        self._rebound: frozenset[str] = frozenset(_stored(whole)) | told
        if _uses(whole) & _TRICKS:
            return
        for name, made in list(namespace.items()):
            state = self._reads(name) if self._is_own(made) else None
            if state is None:
                continue
            kept = self._keeping(made, sorted(state), recursive=name in self._called(name))
            if kept is not None:
                self._plain[name], self._kept[name] = made, kept
        self.names = tuple(self._kept)

    def use(self, *, on: bool) -> None:
        """Put the memory in front of the functions, or take it away."""
        self._space.update(self._kept if on else self._plain)

    # -- which functions are pure ----------------------------------------------------------------

    def _is_own(self, made: object) -> bool:
        return isinstance(made, FunctionType) and made.__globals__ is self._space

    def _reads(self, name: str) -> frozenset[str] | None:
        """Return the globals that a pure function reads and that could change; else None."""
        if name not in self._state:
            found: set[str] = set()
            pure = all(self._is_pure(each, found) for each in {name, *self._called(name)})
            size = _frozen([self._space[each] for each in sorted(found)]) if pure else None
            ok = size is not None and len(size) <= _MOST_STATE
            self._state[name] = frozenset(found) if ok else None
        return self._state[name]

    def _called(self, name: str) -> set[str]:
        """Return the module's functions that a function may call, directly or not."""
        found: set[str] = set()
        left = [name]
        while left:
            for other in _uses(self._space[left.pop()].__code__):
                if other not in found and self._is_own(self._space.get(other)):
                    found.add(other)
                    left.append(other)
        return found

    def _is_pure(self, name: str, state: set[str]) -> bool:
        made = self._space[name]
        defaults = [*(made.__defaults__ or ()), *(made.__kwdefaults__ or {}).values()]
        return (
            made.__closure__ is None
            and all(map(_is_constant, defaults))
            and all(self._is_pure_code(code, state) for code in _codes(made.__code__))
        )

    def _is_pure_code(self, code: CodeType, state: set[str]) -> bool:
        for step in dis.get_instructions(code):
            what, name = step.opname, step.argval
            if what.startswith(_FORBIDDEN) or (what == "STORE_DEREF" and name in code.co_freevars):
                return False
            if what == "YIELD_VALUE" and code.co_name != "<genexpr>":
                return False
            if what == "IMPORT_NAME" and name not in _MODULES:
                return False
            if what in {"LOAD_ATTR", "LOAD_METHOD", "IMPORT_FROM"} and name not in _ATTRIBUTES:
                return False
            if what in {"LOAD_GLOBAL", "LOAD_NAME"} and not self._is_pure_global(name, state):
                return False
        return True

    def _is_pure_global(self, name: str, state: set[str]) -> bool:
        made = self._space.get(name, getattr(builtins, name, None))
        if name in self._rebound:
            return False
        if name not in self._space and isinstance(made, type) and issubclass(made, BaseException):
            return True
        if isinstance(made, ModuleType):
            return made.__name__ in _MODULES
        if isinstance(made, BuiltinFunctionType | type):
            called = made.__name__
            return called in _SAFE and made is getattr(builtins, called)
        if isinstance(made, FunctionType):
            return self._is_own(made) or made is copy.deepcopy or made is copy.copy
        if not _is_constant(made):
            state.add(name)
        return name in self._space and _frozen(made) is not None

    # -- the memory ------------------------------------------------------------------------------

    def _keeping(self, made: FunctionType, state: list[str], *, recursive: bool) -> Any:
        """Return a function with a memory, and with memories for those inside it."""
        again = _recursive_inside(made.__code__)
        if again:
            changed = self._decorated(made, again, state)
            if changed is None:
                return None
            made = changed
        elif not recursive:
            return None
        return self._remembering(made, state, {}) if recursive else made

    def _decorated(self, made: FunctionType, inner: set[str], state: list[str]) -> Any:
        """Return the function with a memory for functions inside it."""
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(made)))
        except (OSError, SyntaxError):
            return None
        ast.increment_lineno(tree, made.__code__.co_firstlineno - 1)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name in inner:
                mark = ast.Name(_DECORATOR, ast.Load())
                node.decorator_list.append(ast.copy_location(mark, node))
        known: dict[CodeType, _Answers] = {}
        self._space[_DECORATOR] = lambda each: self._remembering(
            each, state, known.setdefault(each.__code__, {})
        )
        whole = compile(ast.fix_missing_locations(tree), made.__code__.co_filename, "exec")
        code = next(each for each in _codes(whole) if each.co_name == made.__name__)
        changed = FunctionType(code, self._space, made.__name__, made.__defaults__)
        changed.__kwdefaults__ = made.__kwdefaults__
        return changed

    def _remembering(
        self, made: FunctionType, state: list[str], answers: _Answers
    ) -> Callable[..., Any]:
        space, useless = self._space, 0

        def remembering(*arguments: Any, **named: Any) -> Any:
            nonlocal useless
            self.calls += 1
            if useless > _MOST_USELESS:
                return made(*arguments, **named)
            read = [space[name] for name in state]
            given = [len(arguments), *arguments, *named, *named.values(), *read, *_around(made)]
            _mark_same(given)
            key = _frozen(given)
            kept = None if key is None else answers.get(key)
            if kept is not None:
                self.calls += kept[1]
                return marshal.loads(kept[0])  # noqa: S302  (written below)
            before = self.calls
            answer = made(*arguments, **named)
            held, parts = set[int](), set[int]()
            is_same = key is not None and _frozen(given, held) == key
            written = _frozen(answer, parts) if is_same else None
            if written is None or not held.isdisjoint(parts):
                useless += 1
            elif key is not None and len(answers) < _MOST_ANSWERS:
                answers[key] = written, self.calls - before
            return answer

        remembering.__wrapped__ = made  # type: ignore[attr-defined]
        return remembering


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code and those inside it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


def _recursive_inside(code: CodeType) -> set[str]:
    """Return the functions inside a function that call themselves, directly or not."""
    inner = {each.co_name: each for each in _codes(code) if each is not code}
    calls = {name: inner.keys() & set(each.co_freevars) for name, each in inner.items()}
    for _ in calls:
        calls = {name: own.union(*(calls[each] for each in own)) for name, own in calls.items()}
    return {name for name, own in calls.items() if name in own}


def _uses(code: CodeType) -> set[str]:
    """Return all names of globals and attributes in a code."""
    return {name for each in _codes(code) for name in each.co_names}


def _stored(code: CodeType) -> Iterator[str]:
    """Yield the globals that a code sets."""
    for each in _codes(code):
        for step in dis.get_instructions(each):
            if step.opname in {"STORE_GLOBAL", "DELETE_GLOBAL"}:
                yield step.argval


def _is_constant(value: object) -> bool:
    if type(value) in {tuple, frozenset}:
        return all(map(_is_constant, value))  # type: ignore[call-overload]
    return type(value) in ATOMS


def _around(made: FunctionType, seen: tuple[CodeType, ...] = ()) -> Iterator[object]:
    """Yield the contents of the variables around a function, and around those that it calls."""
    for cell in made.__closure__ or ():
        try:
            content = cell.cell_contents
        except ValueError:  # it has none yet
            yield object
            continue
        inner = getattr(content, "__wrapped__", content)
        if not isinstance(inner, FunctionType):
            yield content
            continue
        yield id(inner.__code__)
        if inner.__code__ not in seen:
            yield from _around(inner, (*seen, inner.__code__))


def _mark_same(given: list[object]) -> None:
    """Put a place for each list that occurs before, and add which are the same."""
    first: dict[int, int] = {}
    same: list[tuple[int, int]] = []
    for at, each in enumerate(given):
        if type(each) in _CONTAINERS and first.setdefault(id(each), at) != at:
            same.append((at, first[id(each)]))
            given[at] = None
    given.append(tuple(same))


def _frozen(value: Any, ids: set[int] | None = None) -> bytes | None:
    """Return the contents of a value; None if they are not builtin types, or one is there twice.

    The ids of its lists, sets and dictionaries are added to `ids`.
    """
    ids = set() if ids is None else ids
    left = [value]
    for each in left:  # which grows
        kind = type(each)
        if kind in _CONTAINERS:
            if id(each) in ids:
                return None
            ids.add(id(each))
        elif kind in ATOMS:
            continue
        elif kind is not tuple and kind is not frozenset:
            return None
        parts = [*each, *each.values()] if kind is dict else each
        if not ATOMS.issuperset(map(type, parts)):  # most have atoms only
            left += [part for part in parts if type(part) not in ATOMS]
    with suppress(ValueError):  # nested too deeply
        return marshal.dumps(value, MARSHAL)
    return None
