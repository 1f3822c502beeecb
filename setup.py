"""Builds the compiled part where there is a C compiler; without one the same files run as they are."""

from __future__ import annotations

import platform
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

HERE = Path("src/noughts/solver")
MODULES = ("alphabeta", "budget", "dfpn", "field", "layers", "memory", "pairing", "plain", "symmetry", "threats")
POPCOUNT = ["-mpopcnt"] if platform.machine() in {"x86_64", "AMD64"} else []

extensions = [
    Extension(
        f"noughts.solver.{name}",
        [str(HERE / f"{name}.py")],
        optional=True,
        extra_compile_args=["-O3", *POPCOUNT],
    )
    for name in MODULES
]
setup(
    ext_modules=cythonize(
        extensions,
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "initializedcheck": False,
            "cdivision": True,
            "annotation_typing": True,
        },
    )
)
