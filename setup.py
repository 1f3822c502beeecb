"""The parts of the build that pyproject.toml has no words for: the compiled solver and the page.

Without a C compiler the install succeeds all the same, and the wheel is tagged as what it then is:
pure Python, which runs the same files uncompiled, slowly. NOUGHTS_REQUIRE_COMPILED=1 makes that an
error instead. NOUGHTS_COMPILE=0 compiles nothing and leaves what is compiled: for `make`, which
installs the package first and then compiles with `python setup.py build_ext --inplace`.
NOUGHTS_CHECK_BOUNDS=1 makes a compiled solver that checks each index.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
import tempfile
import tomllib
from pathlib import Path

import Cython
from Cython.Build import cythonize
from setuptools import Command, Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HOME = Path(__file__).parent.resolve()
SOURCE = HOME / "src"
STATIC = Path("noughts", "web", "static")  # where the server looks for the page
REFERENCE = HOME / "docs" / "reference"
# The pages that `noughts mcp` gives to assistants, as `noughts.bridges.mcp_server` has them.
DOCUMENTS = ("glossary", "rules", "solved", "values")
COMPILED = HOME / "build" / "cython"  # what the compiler reads
TRANSLATED = HOME / "build" / "c"

sys.path[:0] = [str(HOME / "web"), str(HOME / "tools")]
import build as page  # noqa: E402
import declarations  # noqa: E402

WINDOWS = platform.system() == "Windows"
LINUX = platform.system() == "Linux"
# Every x86 of this millennium counts bits, but a compiler may only say so when it is told.
COUNTS_BITS = ["-mpopcnt"] if platform.machine() in {"x86_64", "AMD64"} else []

# No symbols for a debugger, which would be nine tenths of the wheel, no tables for unwinding
# exceptions, which C does not have, and calls into Python without a detour for each.
LEAN = ["-g0", "-fno-asynchronous-unwind-tables", "-fno-plt"]
# Cython's short cuts through the insides of Python's objects: a fifteenth of the compiled code, and
# the searches do not touch such objects.
SHORT_CUTS = (
    "UNPACK_METHODS",
    "FAST_THREAD_STATE",
    "FAST_PYCALL",
    "USE_PYLONG_INTERNALS",
    "USE_UNICODE_INTERNALS",
)
# What is not in a hurry, or as fast as with -O2 in three quarters of the bytes.
UNHURRIED = [
    *(
        f"certificate/*/{name}.py"
        for name in (
            *("answer_cache", "claim_table", "claims", "equivalent_cells", "frontier"),
            *("extract_exhaustive", "extract_holds", "extract_wins"),
        )
    ),
    *("core/line_index.py", "core/position_base.py", "solver/tablebase/layers.py"),
]
SMALL = {
    "define_macros": [(f"CYTHON_{name}", "0") for name in SHORT_CUTS],
    "extra_compile_args": [] if WINDOWS else ["-Os", *LEAN, *COUNTS_BITS],
    "extra_link_args": ["-Wl,-s"] if LINUX else [],
}
# As fast as with -O3 (8,4,4, 9,4,4, 12,4,4), and compiled in seven eighths of the time.
FAST = SMALL | {"extra_compile_args": [] if WINDOWS else ["-O2", *LEAN, *COUNTS_BITS]}
# But for loops over whole rows, which only -O3 takes many positions at a time: a quarter faster.
# And for lines in columns, whose loops only -O3 unrolls. And for the search on large boards, which
# calls many short functions: a tenth faster.
FASTEST = {"gravity_bitboard", "sweep", "patterns", "line_board", "pvs", "vcf"}
FASTER = SMALL | {"extra_compile_args": [] if WINDOWS else ["-O3", *LEAN, *COUNTS_BITS]}
# What Cython brings along for memoryviews: once for all modules, and not in each of them.
SHARED = "noughts._memoryview"


def options(module: Path) -> dict[str, object]:
    """Return what the compiler is told of a module."""
    if any(module.match(each) for each in UNHURRIED):
        return SMALL
    return FASTER if module.stem in FASTEST else FAST


package = declarations.Package(SOURCE)
extensions = [
    Extension(SHARED, [f"src/{SHARED.replace('.', '/')}.c"], **SMALL),
    *(
        Extension(
            ".".join(module.path.relative_to(SOURCE).with_suffix("").parts),
            [str((COMPILED / module.path.relative_to(SOURCE)).relative_to(HOME))],
            **options(module.path),
        )
        for module in package.compiled()
    ),
]


class BuildExtensions(build_ext):
    """Compiles all of the solver, or none of it."""

    def initialize_options(self) -> None:
        """Compile several files at a time."""
        super().initialize_options()
        self.parallel = True

    def run(self) -> None:
        """Translate to C and compile, where there is a compiler."""
        if os.environ.get("NOUGHTS_COMPILE") == "0":
            self.extensions = self.distribution.ext_modules = []
            return
        every = self.extensions
        try:
            self.translate()
            super().run()
            self.extensions = every
        except Exception as error:  # whatever compilers raise
            if os.environ.get("NOUGHTS_REQUIRE_COMPILED") == "1":
                raise
            print(f"The solver is not compiled, and will be slow: {error}", file=sys.stderr)
            for extension in every:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            # A platform's wheel is one that has extensions.
            self.extensions = self.distribution.ext_modules = []
        # 27 MB that nothing reads again: `is_old` compares what is compiled with the sources.
        for folder in (TRANSLATED, self.build_temp, *([self.build_lib] if self.inplace else [])):
            shutil.rmtree(folder, ignore_errors=True)

    def is_old(self, extension: Extension) -> bool:
        """Whether a module is older than what it was compiled from."""
        made = Path(self.get_ext_fullpath(extension.name))
        read = [Path(Cython.__file__), *package.read(extension.name, COMPILED)]
        return not made.exists() or made.stat().st_mtime < max(p.stat().st_mtime for p in read)

    def translate(self) -> None:
        """Turn what has changed into C, after a look at whether anybody could compile that."""
        # Both are setuptools', since Python 3.12: not to be had before it is imported.
        from distutils.ccompiler import new_compiler  # noqa: PLC0415
        from distutils.sysconfig import customize_compiler  # noqa: PLC0415

        with tempfile.TemporaryDirectory() as folder:
            tried = Path(folder) / "tried.c"
            tried.write_text("#include <Python.h>\n")
            compiler = new_compiler(compiler=self.compiler)
            customize_compiler(compiler)
            compiler.compile([str(tried)], output_dir=folder, include_dirs=self.include_dirs)
        package.write(COMPILED)
        self.extensions = [each for each in self.extensions if self.is_old(each)]
        made = cythonize(
            self.extensions,
            build_dir=str(TRANSLATED.relative_to(HOME)),
            nthreads=os.cpu_count() or 1,
            shared_utility_qualified_name=SHARED,
            compiler_directives={
                "language_level": 3,
                "emit_code_comments": False,
                # No compiled object is pickled but `Position`, which says how. A fifth of the code.
                "auto_pickle": False,
                # A local variable of a C function needs no declaration if its values have types.
                "infer_types": True,
                "boundscheck": os.environ.get("NOUGHTS_CHECK_BOUNDS") == "1",
                "wraparound": False,
                "initializedcheck": False,
                "cdivision": True,
            },
        )
        translated = {extension.name: extension for extension in made}
        for extension in self.extensions:
            extension.sources = translated[extension.name].sources
            extension.depends = translated[extension.name].depends


class BuildPage(Command):
    """Builds the page, with Node, and adds some documents.

    Not for an editable install, whose page `make` builds; not from an sdist, which brings it.
    """

    editable_mode = False
    user_options: list[tuple[str, str | None, str]] = []

    def initialize_options(self) -> None:
        """Take no options."""

    def finalize_options(self) -> None:
        """Take no options."""

    def run(self) -> None:
        """Build it where the sources are, and copy it to where the wheel is made."""
        if self.editable_mode:
            return
        if not page.comes_built() and page.main("build"):
            sys.exit("The page was not built, and a package without it would be half one.")
        copied = Path(self.get_finalized_command("build").build_lib) / STATIC
        shutil.rmtree(copied, ignore_errors=True)
        # The server sends what stands in the package already.
        left = shutil.ignore_patterns("*.book", "atlas", "packs", "words")
        shutil.copytree(SOURCE / STATIC, copied, ignore=left)
        documents = copied.parents[1] / "documents"
        documents.mkdir(exist_ok=True)
        for name in DOCUMENTS:
            shutil.copy(REFERENCE / f"{name}.md", documents)


class BuildWheel(bdist_wheel):
    """Tags a wheel without anything compiled as pure Python."""

    def run(self) -> None:
        """Build first, so that what the wheel is can be known."""
        shutil.rmtree(self.get_finalized_command("build").build_lib, ignore_errors=True)
        self.run_command("build")
        self.root_is_pure = not self.distribution.has_ext_modules()
        super().run()


class BuildSource(sdist):
    """Puts the built page into the sdist, so that an install from it needs no Node."""

    def run(self) -> None:
        """Build the page first."""
        self.run_command("build_page")
        super().run()


def described() -> str:
    """Return the README, its pictures and links where the project says that its sources are."""
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    web = project.get("urls", {}).get("Source")

    def absolute(found: re.Match[str]) -> str:
        before, path = found.groups()
        return f"{before}{web}/{'raw' if before.startswith('src') else 'blob'}/main/{path}"

    readme = (HOME / "README.md").read_text(encoding="utf-8")
    return re.sub(r"(\]\(|src=\")(?![a-z]+:|#|/)([^)\"]+)", absolute, readme) if web else readme


build.sub_commands = [*build.sub_commands, ("build_page", None)]
# Cython's workers import this file where processes are not forked.
if __name__ == "__main__":
    setup(
        long_description=described(),
        long_description_content_type="text/markdown",
        ext_modules=extensions,
        cmdclass={
            "build_ext": BuildExtensions,
            "build_page": BuildPage,
            "bdist_wheel": BuildWheel,
            "sdist": BuildSource,
        },
    )
