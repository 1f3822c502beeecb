"""The package for learning platforms (SCORM 1.2): its manifest, and the same zip each time."""

import subprocess
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "tools" / "scorm.py"
NAMES = {
    "": "http://www.imsproject.org/xsd/imscp_rootv1p1p2",
    "adlcp": "http://www.adlnet.org/xsd/adlcp_rootv1p2",
}


def pack(folder: Path, target: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), str(folder), str(target)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def check(package: Path) -> zipfile.ZipFile:
    """Check what a platform reads: the manifest, and that it names the files that are there."""
    archive = zipfile.ZipFile(package)
    names = archive.namelist()
    assert names[0] == "imsmanifest.xml", "at the root, or platforms refuse the package"
    root = ET.fromstring(archive.read("imsmanifest.xml"))  # noqa: S314  (our own file)
    assert root.tag == f"{{{NAMES['']}}}manifest"
    assert root.get("identifier")
    assert [
        root.findtext(f"metadata/{each}", None, NAMES) for each in ("schema", "schemaversion")
    ] == ["ADL SCORM", "1.2"]
    (organization,) = root.findall("organizations/organization", NAMES)
    (holder,) = root.findall("organizations", NAMES)
    assert holder.get("default") == organization.get("identifier")
    assert organization.findtext("title", None, NAMES)
    (item,) = organization.findall("item", NAMES)
    (resource,) = root.findall("resources/resource", NAMES)
    assert item.get("identifierref") == resource.get("identifier")
    assert resource.get("type") == "webcontent"
    assert resource.get(f"{{{NAMES['adlcp']}}}scormtype") == "sco"
    files = [each.get("href") for each in resource.findall("file", NAMES)]
    assert resource.get("href") in files
    assert sorted(names[1:]) == sorted(filter(None, files))
    return archive


def test_the_manifest_names_every_file_and_two_packages_are_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "built"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<p>")
    (folder / "assets" / "a & b.js").write_text("1")
    packages = [tmp_path / "one.zip", tmp_path / "two.zip"]
    for package in packages:
        done = pack(folder, package)
        assert done.returncode == 0, done.stderr
        check(package)
    assert packages[0].read_bytes() == packages[1].read_bytes()
    (folder / "index.html").unlink()
    assert "has no index.html" in pack(folder, tmp_path / "three.zip").stderr


@pytest.mark.deep
def test_the_course_is_built_with_relative_addresses(tmp_path: Path) -> None:
    build = [sys.executable, str(ROOT / "web" / "build.py"), "scorm"]
    assert subprocess.run(build, check=False).returncode == 0
    assert pack(ROOT / "build" / "scorm", tmp_path / "course.zip").returncode == 0
    with check(tmp_path / "course.zip") as archive:
        first = archive.read("index.html").decode()
        assert "<html data-scorm" in first
        assert not [each for each in ('"/assets', '"/icon', '"/theme') if each in first]
