"""Proofs that have been found once: they are checked and copied instead of searched for again."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.core.errors import CertificateError
from noughts.core.whole_file import whole_file
from noughts.proofs.certificate import falling_checker

if TYPE_CHECKING:
    from noughts.core.position import Position
    from noughts.proofs.certificate.falling_checker import FallingCertificate

_PACKAGE = Path(__file__).parents[2]
_GAME = "7,6,4 gravity"
#: Where Connect Four's is: in a clone; and in an installed package, which has it for the page.
_PLACES = (
    (_PACKAGE.parents[1] / "certificates", "7,6,4-gravity.cert"),
    (_PACKAGE / "web" / "static" / "assets", "connect-four-*.cert"),
)


def found_proof(position: Position) -> Path | None:
    """Return the certificate of a position for which a new search takes too long.

    Raises:
        CertificateError: It should be there, but was not installed.

    >>> from noughts import Position
    >>> found_proof(Position("5,4,4 gravity")) is None
    True
    """
    if str(position.rules) != _GAME or position.x or position.o:
        return None
    for folder, name in _PLACES:
        for file in folder.glob(name):
            return file
    raise CertificateError(
        f"{_GAME}: searching for this proof takes too long, and it was not installed with the "
        "page; the sources have it in certificates/, and bench/connect_four.py, which writes it"
    )


def copy_checked(source: Path, path: Path) -> FallingCertificate:
    """Check a certificate and copy it.

    Raises:
        CertificateError: It does not hold.
        OSError: The file cannot be read, or the copy cannot be written.
    """
    try:
        with source.open("rb") as file:
            found = falling_checker.check(file)
    except falling_checker.NotHeldError as error:
        raise CertificateError(f"{source.name}: {error.args[0]}") from None
    with whole_file(path) as part:
        shutil.copyfile(source, part)
    return found
