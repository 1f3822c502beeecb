"""The solver as plain Python, whether or not it has been compiled; if wanted, with a mistake.

Everything that is fast here exists twice, so the two can be compared; and a rule can be broken on
purpose, to see that the checks notice.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import noughts.solver

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, ModuleType

HOME = Path(noughts.solver.__file__).parent
PREFIX = "noughts.solver"
MODULES = (
    "alphabeta",
    "bounds",
    "breaker",
    "budget",
    "conductor",
    "dfpn",
    "distance",
    "field",
    "hypergraph",
    "layers",
    "memory",
    "pairing",
    "plain",
    "solving",
    "sweep",
    "symmetry",
    "threats",
    "tree",
    "within",
    "words",
)

Edit = tuple[str, str, str]  #: module, what stands there (once), what shall stand there


class _Loader(importlib.machinery.SourceFileLoader):
    edits: Sequence[Edit] = ()

    def get_code(self, fullname: str) -> CodeType:
        path = Path(self.get_filename(fullname))
        source = path.read_text()
        for module, old, new in self.edits:
            if f"{PREFIX}.{module}" == fullname:
                assert source.count(old) == 1, f"{module} holds {source.count(old)} times: {old}"
                source = source.replace(old, new)
        return compile(source, path, "exec")


class _Finder:
    def __init__(self, edits: Sequence[Edit]) -> None:
        self.edits = edits

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        del path, target
        if name != PREFIX and not name.startswith(PREFIX + "."):
            return None
        package = name == PREFIX
        file = HOME / ("__init__" if package else name.rsplit(".", 1)[1])
        loader = _Loader(name, f"{file}.py")
        loader.edits = self.edits
        return importlib.util.spec_from_file_location(
            name,
            f"{file}.py",
            loader=loader,
            submodule_search_locations=[str(HOME)] if package else None,
        )


def compiled() -> SimpleNamespace:
    """Return the modules as they are installed: compiled, if there was a compiler."""
    return _modules()


def uncompiled(*edits: Edit) -> SimpleNamespace:
    """Return the modules as plain Python, with some places edited."""
    finder: Any = _Finder(edits)
    ours: dict[str, ModuleType] = {}
    for name in [name for name in sys.modules if name.split(".")[:2] == PREFIX.split(".")]:
        ours[name] = sys.modules.pop(name)
    sys.meta_path.insert(0, finder)
    try:
        return _modules()
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if name.split(".")[:2] == PREFIX.split(".")]:
            del sys.modules[name]
        sys.modules.update(ours)
        noughts.solver = ours[PREFIX]


def _modules() -> SimpleNamespace:
    return SimpleNamespace(
        **{name: importlib.import_module(f"{PREFIX}.{name}") for name in MODULES}
    )
