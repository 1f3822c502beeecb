"""Derives a compiled module's declarations, its ``.pxd`` for Cython, from its annotations.

A module is compiled if it says ``from noughts.core import _cython as cython``. In it:

- A class marked ``@cython.final`` or ``@cython.cclass`` is an extension type. Its attributes are
  those that `__init__` sets. Python can read those annotated ``cython.readonly[...]``, and write
  those annotated ``cython.public[...]``, too.
- A method is a C function if it takes or returns a type of C's, or if its name begins with an
  underscore, unless it takes or returns a Python `int`, or the base declares it.
  ``@cython.cfunc`` marks other ones. One marked ``@cython.ccall`` can be called from Python, too;
  other modules import it as Python does. A function outside of a class needs a mark.
- A C function without Python objects in its signature needs no lock of Python's and never raises,
  unless ``@cython.exceptval`` says what it returns if it does. ``@cython.nogil`` says the same of
  one with objects.
- A local variable of a C function needs an annotation only if Cython infers no type of C's from its
  values, as from booleans, or another one, as from a number that is given first.
- A whole number annotated `Final` is a constant. A name annotated with a type of C's, such as
  ``cython.longlong``, is a variable of C's. Python sees neither of them.

A module that holds only whole numbers and named tuples becomes constants and structs. If there is a
``.pxd`` beside a module, that one holds.

The compiler reads a copy of each module. There, Python does not import what C imports already, and
each line keeps its number.
"""

from __future__ import annotations

import ast
import re
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

MARK = "from noughts.core import _cython as cython\n"
#: What C calls the types that annotations name.
TYPES = {
    "bool": "bint",
    "bytes": "bytes",
    "cython.bint": "bint",
    "cython.int": "int",
    "cython.longlong": "long long",
    "cython.uchar": "unsigned char",
    "cython.uint": "unsigned int",
    "cython.ulonglong": "unsigned long long",
    "cython.ushort": "unsigned short",
    "dict": "dict",
    "int": "int",
    "list": "list",
    "str": "str",
    "tuple": "tuple",
}
OBJECTS = {"bytes", "dict", "list", "object", "str", "tuple"}


class Package:
    """The modules of a package that C knows, by their names."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.modules: dict[str, Module] = {}
        for path in sorted(root.rglob("*.py")):
            module = Module(self, path)
            if MARK in module.text or module.kept or (module.plain and module.names):
                self.modules[".".join(path.relative_to(root).with_suffix("").parts)] = module

    def compiled(self) -> list[Module]:
        """Return the modules that are compiled, and not only declared."""
        return [module for module in self.modules.values() if module.compiled]

    def read(self, name: str, folder: Path) -> list[Path]:
        """Return the files of a folder that the compiler reads for a module."""
        names = [name] if name in self.modules else []
        for each in names:  # which grows
            pxd = self.modules[each].pxd()
            told = dict.fromkeys(re.findall(r"^from (\S+) cimport", pxd, re.MULTILINE))
            names += [new for new in told if new in self.modules and new not in names]
        places = [folder / self.modules[each].path.relative_to(self.root) for each in names]
        return places[:1] + [place.with_suffix(".pxd") for place in places]

    def write(self, folder: Path) -> None:
        """Write what the compiler reads. A file that would be the same is not touched."""
        wanted: dict[Path, str] = {}
        for module in self.modules.values():
            place = folder / module.path.relative_to(self.root)
            wanted[place.with_suffix(".pxd")] = module.pxd()
            if module.compiled:
                wanted[place] = module.py()
            for parent in place.relative_to(folder).parents[:-1]:
                wanted[folder / parent / "__init__.py"] = ""
        for old in [*folder.rglob("*.py"), *folder.rglob("*.pxd")]:
            if old not in wanted:
                old.unlink()
        for place, text in wanted.items():
            place.parent.mkdir(parents=True, exist_ok=True)
            if not place.exists() or place.read_text(encoding="utf-8") != text:
                place.write_text(text, encoding="utf-8")


class Module:
    """One module and what C knows of it."""

    def __init__(self, package: Package, path: Path) -> None:
        self.package = package
        self.path = path
        self.text: str = path.read_text(encoding="utf-8")
        kept = path.with_suffix(".pxd")
        self.kept: str = kept.read_text(encoding="utf-8") if kept.exists() else ""

    @cached_property
    def body(self) -> list[ast.stmt]:
        """The statements of the module."""
        return ast.parse(self.text).body

    @cached_property
    def plain(self) -> bool:
        """Whether it holds nothing but whole numbers and named tuples."""
        if self.path.stem == "__init__" or re.search(r"^(    )?def ", self.text, re.MULTILINE):
            return False
        return all(
            isinstance(each, ast.Expr | ast.If | ast.Import | ast.ImportFrom)
            or (
                isinstance(each, ast.ClassDef)
                and [ast.unparse(base) for base in each.bases] == ["NamedTuple"]
            )
            or bool(_numbers(each))
            for each in self.body
        )

    @property
    def compiled(self) -> bool:
        """Whether it is compiled, and not only declared."""
        own = re.search(r"^(cdef class|c?p?def .*\()", self.kept, re.MULTILINE)
        return (MARK in self.text and not self.plain) or own is not None

    @cached_property
    def names(self) -> dict[str, str]:
        """The names that C knows of it, each with its kind: "class", "type" or "value"."""
        if self.kept:
            return _declared(self.kept)
        found = {}
        for each in self.body:
            if isinstance(each, ast.ClassDef) and (self.plain or _is_marked(each)):
                found[each.name] = "type" if self.plain else "class"
            elif isinstance(each, ast.FunctionDef) and "cfunc" in _marks(each):
                found[each.name] = "value"
            elif self.plain or _is_final(each):
                found |= dict.fromkeys(_numbers(each), "value")
        return found

    @cached_property
    def imports(self) -> list[tuple[ast.ImportFrom, Module]]:
        """Each import of names from a module that C knows."""
        return [
            (each, self.package.modules[each.module])
            for statement in self.body
            for each in ast.walk(statement)
            if isinstance(each, ast.ImportFrom) and each.module in self.package.modules
        ]

    @cached_property
    def known(self) -> dict[str, str]:
        """The names of `names`, and those that are imported."""
        found = dict(self.names)
        for statement, module in self.imports:
            for name in statement.names:
                if name.name in module.names:
                    found[name.asname or name.name] = module.names[name.name]
        return found

    # -- the .pxd --------------------------------------------------------------------------------

    def pxd(self) -> str:
        """Return its ``.pxd``."""
        if self.kept:
            return self.kept
        lines = ["cimport cython"]
        for statement, module in self.imports:
            names = [ast.unparse(name) for name in statement.names if name.name in module.names]
            lines += [f"from {statement.module} cimport {name}" for name in names]
        for each in self.body:
            if isinstance(each, ast.ClassDef) and each.name in self.names:
                lines += self._struct(each) if self.plain else self._class(each)
            elif isinstance(each, ast.FunctionDef) and _is_marked(each):
                lines.append(self._function(each, each.args.args))
            elif self.plain or _is_final(each):
                lines += [f"cdef enum:\n    {name} = {n}" for name, n in _numbers(each).items()]
            elif isinstance(each, ast.AnnAssign):
                kind = self._type(each.annotation)
                if self._is_c(kind) and kind not in {"bint", "int"}:
                    lines.append(f"cdef {kind} {ast.unparse(each.target)}")
        return "\n".join(lines) + "\n"

    def _struct(self, made: ast.ClassDef) -> list[str]:
        fields = [each for each in made.body if isinstance(each, ast.AnnAssign)]
        members = [f"    {self._type(e.annotation)} {ast.unparse(e.target)}" for e in fields]
        return [f"cdef struct {made.name}:", *members]

    def _class(self, made: ast.ClassDef) -> list[str]:
        base = self._base(made)
        inherited = self._inherited(made)
        head = [f"cdef class {made.name}({base}):" if base else f"cdef class {made.name}:"]
        if "final" in _marks(made):
            head.insert(0, "@cython.final")
        attributes = [f"    {declared}" for declared in self.attributes(made).values()]
        methods = [
            f"    {self._function(method, method.args.args[1:])}"
            for method in made.body
            if isinstance(method, ast.FunctionDef)
            if _is_marked(method) or (self._is_cs(method) and method.name not in inherited)
        ]
        return [*head, *(attributes + methods or ["    pass"])]

    def _base(self, made: ast.ClassDef) -> str:
        names = [ast.unparse(base) for base in made.bases]
        return next((name for name in names if self.known.get(name) == "class"), "")

    def attributes(self, made: ast.ClassDef) -> dict[str, str]:
        """Return the attributes of a class that its base does not have, and their declarations."""
        inherited = self._inherited(made)
        found: dict[str, str] = {}
        maker = [each for each in made.body if getattr(each, "name", "") == "__init__"]
        for each in [each for method in maker for each in ast.walk(method)]:
            target: ast.expr | None = None
            kind: ast.expr | None = None
            if isinstance(each, ast.AnnAssign):
                target, kind = each.target, each.annotation
            elif isinstance(each, ast.Assign):
                target = each.targets[0]
            if not isinstance(target, ast.Attribute) or ast.unparse(target.value) != "self":
                continue
            name = target.attr
            if name in inherited or (name in found and kind is None):
                continue
            access = ""
            if isinstance(kind, ast.Subscript):
                shown = re.fullmatch(r"cython\.(public|readonly)", ast.unparse(kind.value))
                if shown:
                    kind, access = kind.slice, f"{shown[1]} "
            found[name] = f"cdef {access}{self._type(kind)} {name}"
        return found

    def _inherited(self, made: ast.ClassDef) -> set[str]:
        base = self._base(made)
        homes = [m for statement, m in self.imports if base in {n.name for n in statement.names}]
        return {
            name
            for home in [*homes, self]
            for each in home.body
            if isinstance(each, ast.ClassDef) and each.name == base
            for name in {
                *(f.name for f in each.body if isinstance(f, ast.FunctionDef)),
                *home.attributes(each),
                *home._inherited(each),  # noqa: SLF001
            }
        }

    def _function(self, made: ast.FunctionDef, parameters: list[ast.arg]) -> str:
        marks = _marks(made)
        kinds = [self._type(each.annotation) for each in parameters]
        required = len(parameters) - len(made.args.defaults)
        told = [
            f"{kind} {each.arg}" + "=*" * (index >= required)
            for index, (kind, each) in enumerate(zip(kinds, parameters, strict=True))
        ]
        if len(parameters) < len(made.args.args):
            told.insert(0, "self")
        nothing = isinstance(made.returns, ast.Constant)
        gives = "void" if nothing else self._type(made.returns)
        if "nogil" in marks or ("exceptval" not in marks and all(map(self._is_c, [*kinds, gives]))):
            raises = " noexcept nogil"
        else:
            raises = _raises(marks.get("exceptval"))
            if nothing and raises.startswith(" except"):
                gives = "int"
            elif nothing and not all(map(self._is_c, kinds)):
                gives = "object"
        how = "cpdef" if "ccall" in marks else "cdef"
        return f"{how} {gives} {made.name}({', '.join(told)}){raises}"

    def _is_cs(self, method: ast.FunctionDef) -> bool:
        """Whether a method is a C function by its name and its types."""
        if method.name.startswith("__") or len(method.decorator_list) > len(_marks(method)):
            return False
        taken = [ast.unparse(each.annotation) for each in method.args.args if each.annotation]
        returned = ast.unparse(method.returns) if method.returns else ""
        if returned == "int" or any(re.search(r"(?<!cython\.)\bint\b", kind) for kind in taken):
            return False
        kinds = (*taken, returned)
        of_c = any(kind.startswith("cython.") or self.known.get(kind) == "type" for kind in kinds)
        return of_c or method.name.startswith("_")

    def _type(self, written: ast.expr | None) -> str:
        """Return what C calls the type that an annotation names."""
        if isinstance(written, ast.BinOp):  # X | None
            return self._type(written.left)
        if isinstance(written, ast.Subscript):
            if isinstance(written.slice, ast.Slice):
                return f"{self._type(written.value)}[::1]"
            if ast.unparse(written.value) == "cython.const":
                return f"const {self._type(written.slice)}"
            return self._type(written.value)
        name = "" if written is None else ast.unparse(written)
        return name if self.known.get(name) in {"class", "type"} else TYPES.get(name, "object")

    def _is_c(self, kind: str) -> bool:
        return kind not in OBJECTS and self.known.get(kind) != "class"

    # -- the .py ---------------------------------------------------------------------------------

    def py(self) -> str:
        """Return what the compiler reads."""
        lines = self.text.replace(MARK, "import cython\n").splitlines(keepends=True)
        for each in [each for statement in self.body for each in ast.walk(statement)]:
            if isinstance(each, ast.AnnAssign) and _is_final(each):
                lines[each.lineno - 1] = "\n"
            elif isinstance(each, ast.ClassDef | ast.FunctionDef):
                for mark in _marks(each).values():
                    lines[mark.lineno - 1] = "\n"
        pxd = self.pxd()
        for statement, _ in self.imports:
            known = re.findall(rf"^from {statement.module} cimport ([^(].*)$", pxd, re.MULTILINE)
            inner = re.findall(rf"^from {statement.module} cimport \(([^)]*)\)", pxd, re.MULTILINE)
            cimported = set(re.findall(r"\w+", " ".join(known + inner)))
            left = [ast.unparse(name) for name in statement.names if name.name not in cimported]
            said = f"from {statement.module} import {', '.join(left)}\n" if left else "pass\n"
            first, last = statement.lineno - 1, statement.end_lineno or statement.lineno
            lines[first] = " " * statement.col_offset + said
            lines[first + 1 : last] = ["\n"] * (last - first - 1)
        return re.sub(r"cython\.(?:public|readonly)\[(.*)\](?= =)", r"\1", "".join(lines))


def _marks(made: ast.ClassDef | ast.FunctionDef) -> dict[str, ast.expr]:
    """Return the decorators that are Cython's, by their names."""
    found = {}
    for each in made.decorator_list:
        if match := re.match(r"cython\.(\w+)", ast.unparse(each)):
            found[match[1]] = each
    return found


def _is_marked(made: ast.ClassDef | ast.FunctionDef) -> bool:
    return bool({"ccall", "cclass", "cfunc", "final"} & _marks(made).keys())


def _is_final(statement: ast.AST) -> bool:
    return isinstance(statement, ast.AnnAssign) and ast.unparse(statement.annotation) == "Final"


def _raises(mark: ast.expr | None) -> str:
    """Return what a ``.pxd`` says of a function that `exceptval` marks."""
    if not isinstance(mark, ast.Call):
        return ""
    checked = {each.arg: ast.unparse(each.value) for each in mark.keywords}.get("check")
    if mark.args:
        return f" except{'?' * (checked == 'True')} {ast.unparse(mark.args[0])}"
    return " noexcept" if checked == "False" else ""


def _numbers(statement: ast.stmt) -> dict[str, int]:
    """Return the whole numbers to which a statement gives names."""
    if not isinstance(statement, ast.AnnAssign | ast.Assign) or statement.value is None:
        return {}
    target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
    allowed = ast.BinOp | ast.Constant | ast.Load | ast.operator | ast.Tuple | ast.UnaryOp
    if not all(isinstance(each, allowed | ast.unaryop) for each in ast.walk(statement.value)):
        return {}
    values = eval(ast.unparse(statement.value))  # noqa: S307  (numbers alone)
    if not isinstance(target, ast.Tuple):
        target, values = ast.Tuple([target], ast.Load()), (values,)
    pairs = zip(target.elts, values, strict=True)
    return {ast.unparse(name): value for name, value in pairs if isinstance(value, int)}


def _declared(pxd: str) -> dict[str, str]:
    """Return the names that a ``.pxd`` declares, each with its kind."""
    found = {}
    extern = False
    for line in pxd.splitlines():
        if line[:1] not in {"", " "}:
            extern = line.startswith("cdef extern")
        if match := re.match(r"cdef (class|struct) (\w+)", line):
            found[match[2]] = "class" if match[1] == "class" else "type"
        elif match := re.match(r"ctypedef .*?(\w+)$", line):
            found[match[1]] = "type"
        else:
            own = r"cdef [^(:]*?(\w+)(?:\(|$)"
            if match := re.match(r'    [^#"]*?(\w+) "' if extern else own, line):
                found[match[1]] = "value"
    return found
