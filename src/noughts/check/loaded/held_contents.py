"""`Look`: all that a program reaches, with the contents of each object, to be put back later."""

import gc
import marshal
import sys
from array import array
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from io import IOBase
from random import Random
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    MappingProxyType,
    MemberDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
)
from typing import Any

from noughts.check.loaded.loading import StandIn
from noughts.check.loaded.plain_contents import (
    ATOMS,
    MARSHAL,
    Places,
    digest,
    is_plain,
    is_same,
    plain,
)
from noughts.core.frozen import Frozen

TOO_MUCH = "*"  #: stands for more than can be looked at
_MOST = 100_000  #: objects; to look at more after each move would take hours
_PARTS = (  #: These only hold other objects.
    *(tuple, frozenset, property, staticmethod, classmethod, partial, MethodType),
    *(BuiltinFunctionType, MethodWrapperType, MappingProxyType),
)
#: Of modules and classes: what Python and the check put there.
_PYTHONS = {
    *("__builtins__", "__spec__", "__loader__", "__cached__", "__noughts_remember__"),
    *("__dict__", "__weakref__", "_abc_impl"),
}
#: How the names of types begin that cannot change, or that say nothing about a game.
_CONSTANT = (
    *("builtins.object", "builtins.slice", "builtins.range", "builtins.wrapper_desc", "re."),
    *("builtins.method_desc", "builtins.getset_desc", "builtins.member_desc", "builtins.Not"),
    *("builtins.classmethod_desc", "decimal.Decimal", "datetime.", "uuid.UUID", "types.G"),
    *("types.U", "typing.", "_thread.lock", "_thread.RLock", "operator.", "_struct.Struct"),
    *("weakref.Ref", "noughts.", "numpy.dtype", "numpy.ufunc"),
)
_OF_FUNCTIONS = (
    *("__code__", "__defaults__", "__kwdefaults__", "__doc__", "__annotations__", "__name__"),
)
_HEAP, _FIXED = 1 << 9, 1 << 8  #: flags of classes: made while Python runs, and may not change
_MISSING = object()

#: How contents are put back, where, and the contents.
Saved = tuple[Callable[[Any, Any], None], Any, Any]


class Look:
    """A look at all that a program reaches.

    Args:
        own: the names of its modules.
        constants: numbers of objects that do not change, for all looks; more are added.
        before: the `plain` contents of an earlier look: what is still there is not read again.
    """

    def __init__(
        self, own: set[str], constants: dict[int, tuple[int, object]], before: Places
    ) -> None:
        self.saved: list[Saved] = []  #: how all contents are put back
        self.plain: Places = {}  #: plain contents, by where they are
        self.entries = 0
        self.lost = ""
        #: Objects that cannot be put back, with the names of their types.
        self.held: list[tuple[str, object]] = []
        self._own = own
        self._constants = constants
        self._before = before
        self._found: list[Any] = []
        self._numbers: dict[int, int] = {}
        self._image: list[object] = []

    def number(self, value: Any) -> tuple[int]:
        """Return the number of an object."""
        number = self._numbers.setdefault(id(value), len(self._found))
        if number == len(self._found):
            self._found.append(value)
        return (number,)

    def add(self, put: Callable[[Any, Any], None], holder: Any, contents: Collection[Any]) -> None:
        """Save contents of an object, and add them to the image."""
        place = put, id(holder)  # no other holder has this id: an earlier look keeps its own
        known = self._before.get(place)
        if known is None or not is_same(known.contents, contents):
            known = plain(contents, known)
        if known is not None:
            contents = known.contents
            self.entries += len(contents)
            self._image.append((put.__name__, len(contents), *known.digests[-1:]))
            self.plain[place] = known
        elif isinstance(contents, dict):
            self._refer(put.__name__, [each for pair in contents.items() for each in pair])
        else:
            self._refer(put.__name__, contents)
        self.saved.append((put, holder, contents))

    def _note(self, kind: str, parts: Collection[Any]) -> None:
        """Add the parts of something that cannot change."""
        if is_plain(parts):
            self.entries += len(parts)
            self._image.append((kind, marshal.dumps([*parts], MARSHAL)))
        else:
            self._refer(kind, parts)

    def _refer(self, kind: str, parts: Collection[Any]) -> None:
        self.entries += len(parts)
        numbers = [each if type(each) in ATOMS else self.number(each) for each in parts]
        self._image.append((kind, *numbers))

    def image(self) -> bytes:
        """Look at everything; return what is equal for equal contents only."""
        for value in self._found:  # which grows
            if len(self._found) > _MOST:
                self.lost = TOO_MUCH
                break
            self._see(value)
        return digest(marshal.dumps(self._image, MARSHAL))

    def _constant(self, value: object) -> None:
        number, _ = self._constants.setdefault(id(value), (len(self._constants), value))
        self._image.append(("constant", number))

    def _see(self, value: Any) -> None:
        kind = type(value)
        if kind is dict:
            self.add(_put_dict, value, value.copy())
        elif kind is list:
            self.add(_put_list, value, value[:])
        elif isinstance(value, ModuleType):
            if value.__name__ in self._own or value.__spec__ is None:
                names = {n: each for n, each in vars(value).items() if n not in _PYTHONS}
                self.add(_put_names, vars(value), names)
            else:
                self._constant(value)
        elif isinstance(value, type):
            self._see_class(value)
        elif kind is FunctionType:
            self._see_function(value)
        elif kind is CellType:
            empty = value == CellType()
            self.add(_put_cell, value, [] if empty else [value.cell_contents])
        elif isinstance(value, Frozen):
            self._image.append(("value", hash(value)))
        elif kind in _PARTS:
            parts = value if isinstance(value, tuple | frozenset) else gc.get_referents(value)
            self._note(f"{kind.__name__}{getattr(value, '__name__', '')}", parts)
        elif isinstance(value, StandIn | CodeType):
            self._constant(value)
        else:
            self._see_object(value)

    def _see_class(self, value: type) -> None:
        if home(value) not in self._own:
            self._constant(value)
            return
        self._image.append(value.__qualname__)
        names = {name: each for name, each in vars(value).items() if name not in _PYTHONS}
        self.add(_put_members, value, names)
        self.add(_put_bases, value, value.__bases__)
        self._note("class", [type(value)])

    def _see_function(self, value: FunctionType) -> None:
        space = value.__globals__
        apart = vars(sys.modules.get(space.get("__name__", ""), sys)) is not space  # of `exec`
        if home(value) not in self._own and not apart:
            self._constant(value)
            return
        contents = [getattr(value, name) for name in _OF_FUNCTIONS]
        self.add(_put_function, value, contents)
        self.add(_put_dict, vars(value), {**vars(value)})
        self._note("around", value.__closure__ or ())
        if apart:
            self.add(_put_names, space, {n: v for n, v in space.items() if n not in _PYTHONS})

    def _see_object(self, value: Any) -> None:
        """See an object of any class: its contents, its attributes, and its slots."""
        kind = type(value)
        name = f"{kind.__module__}.{kind.__qualname__}"
        if kind.__module__ not in self._own and (name.startswith(_CONSTANT) or _is_idle(value)):
            self._constant(value)
            return
        known = self._see_contents(value, name)
        if known is None and (
            hasattr(value, "__next__") or not all(map(_is_pythons, kind.__mro__))
        ):
            self.held.append((name.removeprefix("builtins."), value))
        self._note(name, [kind])
        with suppress(AttributeError):
            space = object.__getattribute__(value, "__dict__")
            self.saved.append((_put_class, value, kind))
            self.add(_put_dict, space, {**space})
        for each in kind.__mro__:
            for slot in vars(each).values() if each.__flags__ & _HEAP else ():
                if isinstance(slot, MemberDescriptorType):
                    held = []
                    with suppress(AttributeError):
                        held.append(slot.__get__(value, kind))
                    self.add(_put_slot, (slot, value), held)

    def _see_contents(self, value: Any, name: str) -> bool | None:
        """See what an object holds beside attributes; return None if that cannot be known."""
        if isinstance(value, tuple | frozenset):
            self._note(name, value)
        elif type(value) is Random:
            self.add(_put_random, value, [value.getstate()])
        elif name.startswith("numpy.") and hasattr(value, "tobytes") and value.dtype != object:
            if name == "numpy.ndarray":
                self.saved.append((_put_array, value, value.copy()))
            self._image.append((str(value.dtype), value.shape, value.tobytes()))
        else:
            base = next((each for each in _CONTENTS if isinstance(value, each)), None)
            if base is None or not all(map(_is_pythons, type(value).__mro__)):
                return None
            put, contents = _CONTENTS[base]
            self.add(put, value, contents(value))
        return True


def _is_pythons(kind: type) -> bool:
    """Whether nothing of a class is hidden: it is written in Python, or its contents are saved."""
    if kind is object or kind in _CONTENTS:
        return True
    made = isinstance(vars(kind).get("__new__"), BuiltinFunctionType)
    return bool(kind.__flags__ & _HEAP) and not kind.__flags__ & _FIXED and not made


def _is_idle(value: object) -> bool:
    """Whether a file is closed, or one of the three that each program has."""
    if not isinstance(value, IOBase):
        return False
    streams = sys.stdin, sys.stdout, sys.stderr, sys.__stdin__, sys.__stdout__, sys.__stderr__
    return value.closed or any(value is each for each in streams)


def home(made: object) -> str:
    """Return the module of a class or a function; nothing for what says none."""
    name = getattr(made, "__module__", None)
    return name if isinstance(name, str) else ""


# -- how contents are put back -------------------------------------------------------------------


def _put_names(space: dict[str, Any], names: dict[str, Any]) -> None:
    for name in [each for each in space if each not in names and each not in _PYTHONS]:
        del space[name]
    space.update(names)


def _put_dict(holder: dict[Any, Any], contents: dict[Any, Any]) -> None:
    base = OrderedDict if isinstance(holder, OrderedDict) else dict
    base.clear(holder)
    base.update(holder, contents)


def _put_list(holder: Any, contents: list[Any]) -> None:
    if isinstance(holder, array):
        contents = array(holder.typecode, contents)  # type: ignore[assignment]
    if isinstance(holder, deque):
        holder.clear()
        holder.extend(contents)
    else:
        holder[:] = contents


def _put_set(holder: set[Any], contents: list[Any]) -> None:
    set.clear(holder)
    set.update(holder, contents)


def _put_array(holder: Any, contents: Any) -> None:
    if holder.shape != contents.shape:
        holder.resize(contents.shape, refcheck=False)
    holder[...] = contents


def _put_cell(cell: CellType, contents: list[Any]) -> None:
    if contents:
        cell.cell_contents = contents[0]
    elif cell != CellType():
        del cell.cell_contents


def _put_class(holder: object, kind: type) -> None:
    if type(holder) is not kind:
        object.__setattr__(holder, "__class__", kind)


def _put_slot(where: tuple[Any, object], contents: list[Any]) -> None:
    slot, holder = where
    with suppress(AttributeError, TypeError):  # it cannot be set, or has nothing to delete
        if contents:
            slot.__set__(holder, contents[0])
        else:
            slot.__delete__(holder)


def _put_members(kind: type, names: dict[str, Any]) -> None:
    for name in [each for each in vars(kind) if each not in names and each not in _PYTHONS]:
        type.__delattr__(kind, name)
    for name, value in names.items():
        if vars(kind).get(name, _MISSING) is not value:
            type.__setattr__(kind, name, value)


def _put_bases(kind: type, bases: tuple[type, ...]) -> None:
    if kind.__bases__ != bases:
        kind.__bases__ = bases


def _put_function(made: FunctionType, contents: list[Any]) -> None:
    for name, value in zip(_OF_FUNCTIONS, contents, strict=True):
        setattr(made, name, value)


def _put_random(made: Random, state: list[Any]) -> None:
    made.setstate(state[0])


def _put_default(holder: defaultdict[Any, Any], contents: list[Any]) -> None:
    holder.default_factory = contents[0]
    _put_dict(holder, contents[1])


def _stays(_: object, __: object) -> None:
    """Put nothing back: it cannot change."""


#: Builtin classes: how their contents are put back and taken, whatever a subclass says of them.
_CONTENTS: dict[type, tuple[Callable[[Any, Any], None], Callable[[Any], Any]]] = {
    defaultdict: (_put_default, lambda value: [value.default_factory, {**value}]),
    OrderedDict: (_put_dict, lambda value: dict(OrderedDict.items(value))),
    dict: (_put_dict, lambda value: dict(dict.items(value))),
    list: (_put_list, lambda value: [*list.__iter__(value)]),
    deque: (_put_list, lambda value: [*deque.__iter__(value)]),
    bytearray: (_put_list, lambda value: [*bytearray.__iter__(value)]),
    array: (_put_list, lambda value: [*value]),
    set: (_put_set, lambda value: [*set.__iter__(value)]),
    int: (_stays, lambda value: [int.__int__(value)]),
    float: (_stays, lambda value: [float.__float__(value)]),
    str: (_stays, lambda value: [str.__str__(value)]),
    bytes: (_stays, lambda value: [b"".join([value])]),
}
