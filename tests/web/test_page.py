"""The built page, the documents, and what goes around every answer."""

import base64
import gzip
import hashlib
import html.parser
import json
import re
from pathlib import Path

import pytest

from noughts.web import static
from noughts.web.openapi import document
from noughts.web.problems import KINDS
from noughts.web.security_headers import HEADERS, OF_PAGES
from noughts.web.settings import Settings
from tests.web.asking import Site
from tests.web.conftest import serving

[BOOK] = [each for each in static.shipped() if each.endswith(".book")]


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        ("/", "GET", 200),
        ("/docs", "GET", 200),
        ("/plain.css", "GET", 200),
        ("/openapi.json", "GET", 200),
        ("/healthz", "GET", 200),
        ("/api/v1/rules", "GET", 200),
        ("/api/v1/rules/chess", "GET", 422),
        ("/nope", "GET", 404),
        ("/", "POST", 405),
    ],
)
def test_every_answer_has_the_security_headers(
    site: Site, path: str, method: str, status: int
) -> None:
    answer = site.ask(path, method=method)
    assert answer.status == status
    wanted = HEADERS | OF_PAGES
    assert {name: answer.headers.get(name) for name in wanted} == wanted
    assert "server" not in answer.headers


def test_an_asset_has_no_headers_that_only_mean_something_for_pages(site: Site) -> None:
    answer = site.ask("/assets/index-DV1KDmEw.js")
    wanted = {name: value for name, value in HEADERS.items() if name != "content-security-policy"}
    assert {name: answer.headers.get(name) for name in wanted} == wanted
    assert not (OF_PAGES.keys() | HEADERS.keys() - wanted.keys()) & set(answer.headers)
    worker = site.ask("/workers/think-DV1KDmEw.js")
    assert worker.status == 200
    assert {name: worker.headers.get(name) for name in HEADERS} == HEADERS


def test_the_policy_allows_nothing_from_elsewhere_and_inline_only_what_was_built(
    site: Site,
) -> None:
    strict = HEADERS["content-security-policy"]
    assert strict.startswith("default-src 'none';")
    # WebAssembly, for the search in the page; `eval` and its like are not let in by that word.
    assert re.findall(r"'[^']*unsafe[^']*'", strict) == ["'wasm-unsafe-eval'"]
    assert not re.search(r"https?:|\*|sha256", strict)
    answer = site.ask("/lab")
    within = {
        kind: re.findall(rf"<{kind}>(.*?)</{kind}>".encode(), answer.body)
        for kind in ("script", "style")
    }
    assert all(within.values())
    wanted = strict
    for kind, contents in within.items():
        for content in contents:
            digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
            wanted = wanted.replace(f"{kind}-src 'self'", f"{kind}-src 'self' 'sha256-{digest}'")
    assert answer.headers["content-security-policy"] == wanted


def test_the_worker_that_runs_programs_of_visitors_reaches_nothing(site: Site) -> None:
    answer = site.ask("/python/judge-B0Iq4xgW.js")
    policy = answer.headers["content-security-policy"]
    # Code from text, for that is what such a program is; no connection, no further code, no worker.
    assert policy == "default-src 'none'; script-src 'unsafe-eval' 'wasm-unsafe-eval'"
    assert {n: answer.headers[n] for n in HEADERS} == HEADERS | {"content-security-policy": policy}
    # The page itself has never heard of it.
    assert "unsafe-eval" not in site.ask("/").headers["content-security-policy"].split("'")


def test_hashed_files_are_kept_for_ever_and_others_asked_about(site: Site) -> None:
    for path in (
        "/assets/index-DV1KDmEw.js",
        "/python/judge-B0Iq4xgW.js",
        "/workers/think-DV1KDmEw.js",
        BOOK,
    ):
        assert site.ask(path).headers["cache-control"] == "public, max-age=31536000, immutable"
    for path in ("/", "/index.html", "/sw.js", "/manifest.webmanifest"):
        assert site.ask(path).headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "Noughts"),
        ("/index.html", "Noughts"),
        ("/learn", "Learn"),
        ("/learn.html", "Learn"),
        ("/learn/trees", "Games are trees"),
    ],
)
def test_a_page_is_found_without_its_suffix(site: Site, path: str, title: str) -> None:
    assert f"<title>{title}</title>".encode() in site.ask(path).body


@pytest.mark.parametrize("path", ["/index", "/learn/nothing", "/learn/../learn", "/index/"])
def test_a_page_has_no_other_address(site: Site, path: str) -> None:
    assert site.ask(path).status == 404


@pytest.mark.parametrize(
    ("path", "target"),
    [("/de", "/de/"), ("/learn/", "/learn"), ("/docs/", "/docs"), ("/embed/?a=b", "/embed?a=b")],
)
def test_a_slash_too_many_or_too_few_leads_to_the_page(site: Site, path: str, target: str) -> None:
    answer = site.ask(path)
    assert (answer.status, answer.headers["location"]) == (307, target)


def test_a_reader_at_an_unknown_address_is_told_and_shown_the_way_on(site: Site) -> None:
    answer = site.ask("/learn/nope", headers={"Accept": "text/html,*/*;q=0.8"})
    assert (answer.status, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    wanted = HEADERS | OF_PAGES
    assert {name: answer.headers.get(name) for name in wanted} == wanted
    reader = Reader()
    reader.feed(answer.body.decode())
    assert not reader.forbidden
    assert "This page does not exist" in reader.text
    assert "/learn/nope" in reader.text
    assert {"/", "/learn", "/search", "/lab", "/proof", "/docs"} <= set(reader.links)
    # Nothing of the address is taken for mark-up, and programs are told as before.
    odd = site.ask("/%3Cscript%3E", headers={"Accept": "text/html"})
    assert b"<script>" not in odd.body
    for path, accept in (("/api/v1/nope", "text/html"), ("/nope", "*/*"), ("/nope", "")):
        said = site.ask(path, headers={"Accept": accept})
        assert said.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/sw.js", "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/assets/hand-B7HHA2Vw.woff2", "font/woff2"),
        (BOOK, "application/octet-stream"),
        ("/assets/search-D5t1kJaa.wasm", "application/wasm"),
    ],
)
def test_types(site: Site, path: str, kind: str) -> None:
    assert site.ask(path).headers["content-type"] == kind


def test_a_copy_that_is_still_good_is_not_sent_again(site: Site) -> None:
    first = site.ask("/")
    again = site.ask("/", headers={"If-None-Match": f'W/{first.headers["etag"]}, "other"'})
    assert (again.status, again.body) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert site.ask("/", headers={"If-None-Match": '"other"'}).status == 200


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/assets/index-DV1KDmEw.js",
        BOOK,
        "/assets/search-D5t1kJaa.wasm",
        "/docs",
        "/openapi.json",
    ],
)
def test_compression(site: Site, path: str) -> None:
    plain, packed = site.ask(path), site.ask(path, headers={"Accept-Encoding": "br, gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    # A page in several languages also varies with the reader's.
    wanted = {"Accept-Encoding"} | ({"Accept-Language", "Cookie"} if path == "/" else set())
    assert [set(each.headers["vary"].split(", ")) for each in (plain, packed)] == [wanted] * 2
    assert len(packed.body) < len(plain.body)
    assert gzip.decompress(packed.body) == plain.body


def test_large_files_are_packed_once_and_not_for_each_request(site: Site) -> None:
    """A compressed copy has its own ETag."""
    answer = site.ask(BOOK, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["etag"].endswith('-gzip"')


def test_large_answers_of_the_api_are_packed_too(site: Site) -> None:
    answer = site.ask("/api/v1/rules/gomoku", headers={"Accept-Encoding": "gzip"})
    assert json.loads(gzip.decompress(answer.body))["cells"] == 225


def test_head_has_no_body(site: Site) -> None:
    answer = site.ask("/", method="HEAD")
    assert (answer.status, answer.body) == (200, b"")
    assert int(answer.headers["content-length"]) > 2000


def test_without_a_built_page_it_says_how_to_build_it(tmp_path: Path) -> None:
    with serving(Settings(page=tmp_path / "nowhere", workers=0)) as site:
        answer = site.ask("/")
        assert answer.status == 503
        assert b"npm run build" in answer.body
        assert site.ask("/api/v1/rules").status == 200


class Reader(html.parser.HTMLParser):
    """Collects what a page refers to, and whatever its policy would forbid."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.forbidden: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.links += [link for name in ("href", "src") if (link := found.get(name))]
        self.ids += [found["id"] or ""] if "id" in found else []
        within = tag in {"style", "iframe"} or (tag == "script" and "src" not in found)
        if within or any(n == "style" or n[:2] == "on" for n in found):
            self.forbidden.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_documents_are_one_page_without_outside_assets(site: Site) -> None:
    reader = Reader()
    reader.feed(site.ask("/docs").body.decode())
    assert not reader.forbidden
    assert len(reader.ids) == len(set(reader.ids))
    for link in reader.links:
        if link.startswith("#"):
            assert link[1:] in reader.ids, link
        elif link not in {"data:,", "/theme.js"}:  # the theme comes with the built page
            assert site.ask(link).status == 200, link
    for path in document()["paths"]:
        assert path in reader.text
    for kind in KINDS:
        assert f"problem-{kind.name}" in reader.ids


def test_the_calls_on_the_page_work(site: Site) -> None:
    page = site.ask("/docs").body.decode()
    calls = re.findall(r"<pre><code>curl http://localhost:8000(\S+?)( [^<]*)?</code>", page)
    assert len(calls) == sum(map(len, document()["paths"].values()))
    for path, options in calls:
        # Some need a game, a class or a ledger, and one never ends.
        if "{" in path or "/ledgers/" in path or path.endswith("/events"):
            continue
        body = options.partition(" -d ")[2]
        question = html.unescape(body).strip("'").encode() if body else None
        assert site.ask(path, body=question).status in {200, 201}, path


def test_the_served_document_is_the_dumped_one(site: Site) -> None:
    assert site.ask("/openapi.json").json == document()
