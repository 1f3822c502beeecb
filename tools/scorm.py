"""Pack the chapters of Learn for a learning platform: a zip with a manifest (SCORM 1.2).

python tools/scorm.py FOLDER ZIP     # FOLDER: as built by web/vite.scorm.ts
"""

import sys
import zipfile
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree as ET

MANIFEST = "imsmanifest.xml"
FIRST = "index.html"
TITLE = "How can a program be unbeatable?"
_PACKAGING = "http://www.imsproject.org/xsd/imscp_rootv1p1p2"
_SCORM = "http://www.adlnet.org/xsd/adlcp_rootv1p2"
_EARLIEST = (1980, 1, 1, 0, 0, 0)  # that a zip can hold: the same files make the same zip


def manifest(files: list[str]) -> bytes:
    """Return the manifest of a package with these files: one item, which reports to the platform.

    >>> b'href="index.html"' in manifest(["index.html", "assets/a.js"])
    True
    """
    ET.register_namespace("", _PACKAGING)
    ET.register_namespace("adlcp", _SCORM)

    def tag(name: str) -> str:
        return f"{{{_PACKAGING}}}{name}"

    root = ET.Element(tag("manifest"), identifier="noughts-learn", version="1.0")
    metadata = ET.SubElement(root, tag("metadata"))
    ET.SubElement(metadata, tag("schema")).text = "ADL SCORM"
    ET.SubElement(metadata, tag("schemaversion")).text = "1.2"
    organizations = ET.SubElement(root, tag("organizations"), default="course")
    organization = ET.SubElement(organizations, tag("organization"), identifier="course")
    ET.SubElement(organization, tag("title")).text = f"Noughts: {TITLE}"
    item = ET.SubElement(
        organization, tag("item"), identifier="learn", identifierref="page", isvisible="true"
    )
    ET.SubElement(item, tag("title")).text = TITLE
    resources = ET.SubElement(root, tag("resources"))
    resource = ET.SubElement(
        resources,
        tag("resource"),
        {f"{{{_SCORM}}}scormtype": "sco"},
        identifier="page",
        type="webcontent",
        href=FIRST,
    )
    for name in sorted(files):
        ET.SubElement(resource, tag("file"), href=name)
    ET.indent(root)
    said = f"<!-- Made by Noughts {version('noughts')}. -->\n".encode()
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + said + ET.tostring(root) + b"\n"


def pack(folder: Path, target: Path) -> list[str]:
    """Write the zip, and return the names in it.

    Raises:
        FileNotFoundError: The folder has no first page.
    """
    found = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*")}
    files = {name: file for name, file in found.items() if file.is_file()}
    if FIRST not in files:
        raise FileNotFoundError(f"{folder} has no {FIRST}: build it with `make scorm`")
    content = {MANIFEST: manifest(list(files))}
    content |= {name: files[name].read_bytes() for name in sorted(files)}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            archive.writestr(zipfile.ZipInfo(name, _EARLIEST), data, zipfile.ZIP_DEFLATED)
    return list(content)


if __name__ == "__main__":
    source, made = map(Path, sys.argv[1:])
    names = pack(source, made)
    size = made.stat().st_size / 1e6
    sys.stdout.write(f"Written: {made} ({size:.1f} MB, {len(names)} files)\n")
