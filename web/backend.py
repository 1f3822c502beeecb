"""The package's build: setuptools, and Node for the page where there is none.

Node is taken from the system or, for the build alone, from PyPI.
"""

from __future__ import annotations

import sys
from pathlib import Path

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

sys.path.insert(0, str(Path(__file__).parent))
import build as page

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = dict[str, str | list[str]]


def node() -> list[str]:
    """Ask for Node where the page has to be built and there is none."""
    return [] if page.comes_built() or page.find_npm() else [page.PACKAGE]


def get_requires_for_build_wheel(config_settings: Settings | None = None) -> list[str]:
    """List what building a wheel needs besides what pyproject.toml says."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), *node()]


def get_requires_for_build_sdist(config_settings: Settings | None = None) -> list[str]:
    """List what building an sdist needs besides what pyproject.toml says."""
    return [*build_meta.get_requires_for_build_sdist(config_settings), *node()]
