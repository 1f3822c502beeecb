"""The recipe for nginx in the documents works."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from noughts.web.settings import Settings
from tests.waiting import until
from tests.web.asking import Site
from tests.web.conftest import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

RECIPE = Path(__file__).parents[2] / "docs" / "nginx.conf"
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
# It is there where the tests have to be whole.
pytestmark = pytest.mark.skipif(
    NGINX is None and "CI" not in os.environ, reason="nginx is not installed (Debian: nginx-light)"
)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def listens(port: int) -> bool:
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def fronted(page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server behind nginx, as the documents say."""
    assert NGINX
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    settings = Settings(page=page, workers=1, proxies=("127.0.0.1",), rate=1000, burst=1000)
    with serving(settings) as site:
        recipe = RECIPE.read_text().replace("listen 80;", f"listen 127.0.0.1:{port};")
        recipe = recipe.replace("127.0.0.1:8000", "{}:{}".format(*site.address))
        paths = "".join(
            f"{name}_temp_path {folder}/{name};\n"
            for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (folder / "nginx.conf").write_text(
            f"{'user root;' if os.getuid() == 0 else ''}\ndaemon off;\npid {folder}/pid;\n"
            f"error_log {folder}/error.log;\nevents {{}}\n"
            f"http {{\naccess_log off;\n{paths}{recipe}}}\n"
        )
        log = (folder / "out").open("w")
        command = [
            NGINX,
            "-p",
            str(folder),
            "-c",
            f"{folder}/nginx.conf",
            "-e",
            f"{folder}/error.log",
        ]
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            until(lambda: listens(port) or process.poll() is not None)
            assert process.poll() is None, (folder / "out").read_text()
            yield Site(f"http://127.0.0.1:{port}")
        finally:
            process.terminate()
            process.wait()
            log.close()


def test_the_page_and_the_api_are_there(fronted: Site) -> None:
    page = fronted.ask("/", headers={"Host": "noughts.example.org"})
    assert (page.status, "content-security-policy" in page.headers) == (200, True)
    assert fronted.ask("/api/v1/move", {"position": "XX./OO./..."}).json["move"] == "c1"


def test_nginx_refuses_what_is_too_large(fronted: Site) -> None:
    body = json.dumps({"position": ".../.../..."}).encode().ljust(4097)
    refused = fronted.ask("/api/v1/move", body=body)
    assert (refused.status, "nginx" in refused.headers["server"]) == (413, True)


def test_a_match_comes_line_by_line(fronted: Site) -> None:
    answer = fronted.ask("/api/v1/match", {"players": ["hard", "easy"], "games": 5, "seed": 7})
    assert json.loads(answer.body.splitlines()[-1])["end"] == "finished"


def test_the_limits_are_those_of_the_server() -> None:
    recipe, settings = RECIPE.read_text(), Settings()

    def said(pattern: str) -> int:
        found = re.search(pattern, recipe)
        assert found, pattern
        return int(found[1])

    assert said(r"rate=(\d+)r/s") == settings.rate
    assert said(r"burst=(\d+)") == settings.burst
    assert said(r"limit_conn noughts_connections (\d+)") == settings.connections.each
    assert said(r"client_max_body_size (\d+)k") * 1024 == settings.body
    assert said(r"client_header_timeout (\d+)s") == settings.connections.arrival
    assert said(r"send_timeout (\d+)s") == settings.connections.reading
    assert said(r"proxy_read_timeout (\d+)s") > settings.match
