"""`Frozen`: the base of the value types.

It gives a class what ``@dataclass(frozen=True)`` would: attributes that cannot be reassigned, and
equality, hash and pickling based on them. It does so without `dataclasses`, because importing
`dataclasses` takes longer than importing all of Noughts, and a command such as ``noughts move``
should start quickly. Type checkers treat it as a frozen dataclass, so they reject an assignment
before Python does.
"""

from typing import ClassVar, NoReturn, dataclass_transform


@dataclass_transform(frozen_default=True, eq_default=True)
class Frozen:
    """A value: its fields are set once, and give its equality and its hash.

    A subclass lists its `fields` (in the order of its constructor) and sets them in `__init__`
    with ``object.__setattr__``.
    """

    __slots__ = ()
    fields: ClassVar[tuple[str, ...]] = ()

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.fields)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self).__name__, *self._values()))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self._values()

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.fields)
        return f"{type(self).__name__}({shown})"
