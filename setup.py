"""Builds the solver's hot loops where there is a C compiler.

Without one the install succeeds all the same: the same files then run uncompiled, slowly.
"""

from __future__ import annotations

import platform
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

HOME = Path("src/noughts/solver")
# Every x86 of this millennium counts bits, but a compiler may only say so when it is told.
FLAGS = ["-O3", "-mpopcnt"] if platform.machine() in {"x86_64", "AMD64"} else ["-O3"]

extensions = [
    Extension(
        f"noughts.solver.{declared.stem}",
        [str(declared.with_suffix(".py"))],
        extra_compile_args=[] if platform.system() == "Windows" else FLAGS,
    )
    for declared in sorted(HOME.glob("*.pxd"))
    if declared.stem != "words"  # C's own, when compiled
]
compiled = cythonize(
    extensions,
    build_dir="build",
    compiler_directives={
        "language_level": 3,
        "boundscheck": False,
        "wraparound": False,
        "initializedcheck": False,
        "cdivision": True,
    },
)
for extension in compiled:
    extension.optional = True
setup(ext_modules=compiled)
