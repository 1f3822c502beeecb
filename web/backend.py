"""The package's build: setuptools, with the page built first, so that a wheel needs no Node.

Node is taken from the system or, for the build alone, from PyPI.
"""

from __future__ import annotations

import sys
from pathlib import Path

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
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


def get_requires_for_build_wheel(config_settings: Settings | None = None) -> list[str]:
    """Ask for Node where there is none."""
    node = [] if page.find_npm() else [page.PACKAGE]
    return [*build_meta.get_requires_for_build_wheel(config_settings), *node]


def build_wheel(
    wheel_directory: str,
    config_settings: Settings | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Build the page, then the wheel."""
    if page.main("build"):
        sys.exit("The page was not built, and a wheel without it would be half a product.")
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
