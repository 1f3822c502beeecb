"""Proofs that have been found once: they are checked and copied instead of searched for again."""

import shutil
from pathlib import Path

from noughts.core.errors import CertificateError
from noughts.core.position import Position
from noughts.core.whole_file import whole_file
from noughts.proofs.certificate import gravity_checker
from noughts.proofs.certificate.checker_reasons import reason_of
from noughts.proofs.certificate.gravity_checker import GravityCertificate

_PACKAGE = Path(__file__).parents[2]
_LONGEST = "7,6,4 gravity"
#: Where they are: in a clone; and in an installed package, which has the small ones for the page.
_PLACES = (
    (_PACKAGE.parents[1] / "certificates", "{}.cert"),
    (_PACKAGE / "web" / "static" / "assets", "{}-????????.cert"),
)


def found_proof(position: Position) -> Path | None:
    """Return the certificate of a game's start with gravity, or of a first move, if there is one.

    Without gravity a new search takes seconds, and `make certificates` writes its files so.

    Raises:
        CertificateError: Connect Four's should be there, but was not installed.

    >>> from noughts import Position
    >>> found_proof(Position("5,4,3 gravity")) is None
    True
    """
    rules = position.rules
    if not rules.gravity or position.ply > 1:
        return None
    name = str(rules).replace(" ", "-")
    if position.ply:
        [cell] = position.stones("X")
        name += f"-after-{rules.name(cell)[0]}"
    for folder, pattern in _PLACES:
        for file in folder.glob(pattern.format(name)):
            return file
    if str(rules) != _LONGEST or position.ply:
        return None
    raise CertificateError.said("proof", "not installed", rules=rules)


def copy_checked(source: Path, position: Position, path: Path) -> GravityCertificate:
    """Check a certificate of a position and copy it.

    Raises:
        CertificateError: It does not hold, or is about another position.
        OSError: The file cannot be read, or the copy cannot be written.
    """
    try:
        with source.open("rb") as file:
            found = gravity_checker.check(file)
    except gravity_checker.NotHeldError as error:
        why = reason_of(error)
        raise CertificateError.said("proof", "wrong", file=source.name, why=why) from None
    if (found.rules, found.position) != (str(position.rules), str(position)):
        rules, about = found.rules, found.position
        raise CertificateError.said("proof", "about", file=source.name, rules=rules, position=about)
    with whole_file(path) as part:
        shutil.copyfile(source, part)
    return found
