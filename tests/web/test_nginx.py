"""The recipe for nginx in the documents works."""

import json
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from noughts.cli.serve import command as serve
from noughts.web.settings import Settings
from tests.postgres import Postgres
from tests.waiting import until
from tests.web.asking import Site
from tests.web.conftest import serving
from tests.web.test_games import Events, join, make
from tests.web.test_games_servers import server

ROOT = Path(__file__).parents[2]
RECIPE = ROOT / "docs" / "nginx.conf"
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


@contextmanager
def in_front_of(folder: Path, *sites: Site) -> Iterator[Site]:
    """Run nginx before these servers, as the documents say."""
    assert NGINX
    port = free_port()
    recipe = RECIPE.read_text().replace("listen 80;", f"listen 127.0.0.1:{port};")
    servers = "".join("server {}:{};".format(*site.address) for site in sites)
    paths = "".join(
        f"{name}_temp_path {folder}/{name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"{'user root;' if os.getuid() == 0 else ''}\ndaemon off;\npid {folder}/pid;\n"
        f"error_log {folder}/error.log;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{paths}upstream noughts {{ {servers} }}\n{recipe}}}\n"
    )
    errors = f"{folder}/error.log"
    command = [NGINX, "-p", str(folder), "-c", f"{folder}/nginx.conf", "-e", errors]
    with (folder / "out").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            until(lambda: listens(port) or process.poll() is not None)
            assert process.poll() is None, (folder / "out").read_text()
            yield Site(f"http://127.0.0.1:{port}")
        finally:
            process.terminate()
            process.wait()


@pytest.fixture(scope="module")
def fronted(page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    settings = Settings(page=page, workers=0, proxies=("127.0.0.1",), rate=1000, burst=1000)
    with serving(settings) as site, in_front_of(tmp_path_factory.mktemp("nginx"), site) as found:
        yield found


def test_the_page_and_the_api_are_there(fronted: Site) -> None:
    page = fronted.ask("/", headers={"Host": "noughts.example.org"})
    assert (page.status, "content-security-policy" in page.headers) == (200, True)
    assert fronted.ask("/api/v1/move", {"position": "XX./OO./..."}).json["move"] == "c1"


def test_nginx_refuses_what_is_too_large(fronted: Site) -> None:
    body = json.dumps({"position": ".../.../..."}).encode().ljust(Settings().body + 1)
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


def test_two_servers_and_a_database_behind_it(
    page: Path, postgres: Postgres, tmp_path: Path
) -> None:
    """What `compose.yaml` starts, as plain processes: each request goes to the other server."""
    database, local = postgres.database(), ("127.0.0.1",)
    with (
        server(page, database, proxies=local) as one,
        server(page, database, proxies=local) as other,
        in_front_of(tmp_path, one, other) as site,
    ):
        ada = make(site)
        bob = join(ada)
        with Events(ada) as of_ada, Events(bob) as of_bob:
            assert of_ada.until("presence", seats=[True, True])
            for ply, move in enumerate(("b2", "a1", "a2", "c2", "c1", "a3", "b1", "b3", "c3")):
                assert (ada, bob)[ply % 2].move(ply, move).status == 200
                for events in (of_ada, of_bob):
                    assert events.until("game", version=3 + ply)["moves"][-1] == move


def test_the_containers_are_started_with_options_that_there_are() -> None:
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())
    image = (ROOT / "Dockerfile").read_text()
    (entry,) = re.findall(r"^ENTRYPOINT (.*)$", image, re.MULTILINE)
    (alone,) = re.findall(r"^CMD (.*)$", image, re.MULTILINE)
    program, name, *options = json.loads(entry)
    assert (program, name) == ("noughts", "serve")
    for service in ("one", "two"):
        more = compose["services"][service]
        context = serve.make_context("serve", [*options, *more["command"]])
        assert context.params["host"] == "0.0.0.0"  # noqa: S104  (in a container)
        assert more["environment"].keys() <= {o.envvar for o in serve.params if o.envvar}
        subnet = compose["networks"]["default"]["ipam"]["config"][0]["subnet"]
        assert context.params["proxies"] == (subnet,)
        assert more["read_only"] is True
    found = serve.make_context("serve", [*options, *json.loads(alone)]).params["database"]
    assert found == "sqlite:////data/games.sqlite"
    assert re.findall(r"^(?:USER|VOLUME) (.*)$", image, re.MULTILINE) == ["noughts", "/data"]
    assert "upstream noughts" in compose["configs"]["servers"]["content"]


def test_a_container_is_built_from_all_that_setup_reads() -> None:
    sent = [
        line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line[0] == "!"
    ]
    read = re.findall(r'HOME / "([\w.]+)"', (ROOT / "setup.py").read_text())
    assert {*read} - {"build"} == {"README.md", "docs", "pyproject.toml", "src", "tools", "web"}
    assert {*read} - {"build"} <= {name.partition("/")[0] for name in sent}
    assert all((ROOT / name).exists() for name in sent)
