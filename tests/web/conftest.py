import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from anyio import to_thread

from noughts import Limit
from noughts.web import answers, app, static
from noughts.web.openapi import document
from noughts.web.pool import Pool, Result
from noughts.web.server import Server, listen
from noughts.web.settings import Keeping, Settings
from tests.waiting import PATIENCE
from tests.web.asking import Site

UNLIMITED = 1e9


#: The API's document and the files of the package, which are the same for every server.
described = cache(document)
shipped = cache(static.shipped)


class ThreadPool(Pool):
    """A pool without processes, whose start takes longer than most tests."""

    async def _work(
        self, job: Callable[..., Result], arguments: tuple[object, ...], patience: float
    ) -> Result:
        del patience
        return await to_thread.run_sync(partial(job, *arguments))


@contextmanager
def serving(settings: Settings, *, describes: bool = False) -> Iterator[Site]:
    """Run a server in a thread of this process, on a free port of this machine.

    If it describes its API, it makes the document itself, and reads what the package ships. Without
    a page of the test, it has none: to read the built one takes half of the time that a server
    needs to start. Without workers its jobs run in a thread.
    """
    if settings.page == Settings().page:
        settings = replace(settings, page=settings.page / "none")
    ready = threading.Event()
    listener = listen("127.0.0.1", 0)
    with pytest.MonkeyPatch.context() as patch:
        if not describes:
            made = described()
            patch.setattr(app, "described", lambda _: made)
            patch.setattr(static, "shipped", shipped)
        if not settings.workers:
            settings = replace(settings, workers=1)
            patch.setattr(answers, "Pool", ThreadPool)
        server = Server(settings, ready.set)
    thread = threading.Thread(target=server.run, args=([listener],))
    try:
        with untraced():
            thread.start()
            assert ready.wait(PATIENCE)
        yield Site(f"http://127.0.0.1:{listener.getsockname()[1]}", server)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


def keeping(folder: Path, **other: Any) -> Keeping:
    """Keep games in a file of this folder."""
    return Keeping(f"sqlite:///{folder / 'games.sqlite'}", **{"made": 10**9, **other})


@contextmanager
def untraced() -> Iterator[None]:
    """Start processes that are as fast as they are: nobody counts their lines."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
        yield


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a page as the build leaves it."""
    folder = tmp_path_factory.mktemp("static")
    (folder / "index.html").write_text("<!doctype html><title>Noughts</title>" + " " * 2000)
    (folder / "puzzles.html").write_text("<!doctype html><title>Puzzles</title>")
    (folder / "learn.html").write_text("<!doctype html><title>Learn</title>")
    (folder / "check.html").write_text("<!doctype html><title>Check</title>")
    (folder / "search.html").write_text("<!doctype html><title>Search</title>")
    (folder / "lab.html").write_text(
        "<!doctype html><title>Lab</title><script>let a;</script><style>b{}</style>"
    )
    (folder / "proof.html").write_text("<!doctype html><title>Proofs</title>")
    (folder / "atlas.html").write_text("<!doctype html><title>Atlas</title>")
    (folder / "embed.html").write_text("<!doctype html><title>A board</title>")
    (folder / "de").mkdir()
    (folder / "de" / "index.html").write_text(
        '<!doctype html><html lang="de"><title>Noughts</title>'
    )
    (folder / "de" / "check.html").write_text("<!doctype html><title>Pr\u00fcfen</title>")
    (folder / "de" / "embed.html").write_text("<!doctype html><title>Ein Brett</title>")
    (folder / "learn").mkdir()
    (folder / "learn" / "trees.html").write_text("<!doctype html><title>Games are trees</title>")
    (folder / "sw.js").write_text("// asks before it updates\n")
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / "assets").mkdir()
    (folder / "assets" / "index-DV1KDmEw.js").write_text("const board = 0;\n" * 200)
    (folder / "workers").mkdir()
    (folder / "workers" / "think-DV1KDmEw.js").write_text("postMessage(0);")
    (folder / "assets" / "hand-B7HHA2Vw.woff2").write_bytes(bytes(range(256)))
    (folder / "assets" / "search-D5t1kJaa.wasm").write_bytes(bytes(range(256)) * 10)
    (folder / "python").mkdir()
    (folder / "python" / "judge-B0Iq4xgW.js").write_text("onmessage = () => 0;\n")
    return folder


@pytest.fixture(scope="session")
def site(page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that counts nobody's requests."""
    # So much work and no more, however slow or busy the machine is.
    budget = Limit(seconds=60, nodes=15_000)
    settings = Settings(
        page=page,
        workers=1,
        matches=4,
        share=20,
        match=2,
        budget=budget,
        patience=120,
        rate=UNLIMITED,
        keeping=keeping(tmp_path_factory.mktemp("games"), lobby=True),
    )
    with serving(settings, describes=True) as found:
        yield found
