"""The page as an app of its own: small, installable, quiet, and there without a network."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, expect

from page.conftest import ROOT, Someone
from page.table import PATIENCE_MS, Person

REGISTRATION = "(await navigator.serviceWorker.getRegistration())"
BUILT = ROOT / "src" / "lostcities" / "web"


def eventually(person: Person, condition: str) -> None:
    """Wait in the page: the content security policy allows no polling by Playwright."""
    code = f"""async () => {{
      for (const patience = performance.now() + {PATIENCE_MS}; performance.now() < patience; ) {{
        if ({condition}) return true;
        await new Promise((go) => setTimeout(go, 50));
      }}
    }}"""
    assert person.page.evaluate(code), condition


@contextmanager
def static_files(folder: Path) -> Iterator[str]:
    """A server of files that can be changed under it."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None: ...

        def end_headers(self) -> None:
            self.send_header("Cache-Control", "no-store")  # two versions of the same second would look alike
            super().end_headers()

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def installed(someone: Someone) -> Person:
    """Somebody whose browser keeps the page's files."""
    ada = someone(service_workers="allow")
    ada.open().locator(".editions button").first.wait_for()
    eventually(ada, "navigator.serviceWorker.controller !== null")
    return ada


def test_the_page_is_small_and_its_manifest_names_icons_that_are_there(someone: Someone) -> None:
    packed = [gzip.compress(path.read_bytes()) for path in (BUILT / "assets").iterdir()]
    assert sum(map(len, packed)) < 200_000
    manifest = json.loads((BUILT / "manifest.webmanifest").read_text())
    assert {"name", "short_name", "start_url", "display", "icons"} <= manifest.keys()
    for icon in manifest["icons"]:
        assert (BUILT / Path(icon["src"]).name).is_file()
    ada = someone()
    ada.open()
    devtools = ada.context.new_cdp_session(ada.page)
    found = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in found] == ["in-incognito"]  # as every context of a test is


def test_a_first_visit_leaves_the_console_empty(someone: Someone) -> None:
    ada = someone(service_workers="allow")
    ada.open().locator(".editions button").first.wait_for()
    ada.page.get_by_role("button", name="Play now").click()
    ada.until("play")
    assert ada.console == []


def test_without_a_network_the_page_opens_says_so_and_recovers(someone: Someone) -> None:
    ada = installed(someone)
    ada.context.set_offline(True)
    ada.page.goto(ada.url + "/learn")
    expect(ada.page.get_by_role("heading", name="Rules")).to_be_visible()
    expect(ada.page.get_by_role("alert")).to_contain_text("The server can’t be reached")
    ada.context.set_offline(False)
    expect(ada.page.get_by_role("alert")).to_be_hidden()


def test_nothing_that_the_api_answered_is_kept(someone: Someone) -> None:
    ada = installed(someone)
    ada.page.get_by_role("button", name="Play now").click()
    ada.until("play")
    kept = ada.page.evaluate(
        """async () => {
          const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
          const requests = await Promise.all(caches_.map((cache) => cache.keys()));
          return requests.flat().map(({ url }) => new URL(url).pathname);
        }"""
    )
    assert "/" in kept
    assert all(path == "/" or path.startswith("/assets/") for path in kept), kept


def test_a_new_version_takes_over_and_drops_what_is_older_than_the_last(
    browser: Browser, page_files: None, tmp_path: Path
) -> None:
    page = shutil.copytree(BUILT, tmp_path / "web")
    worker = (page / "sw.js").read_text()
    first = re.search("VERSION = '(\\w+)'", worker)
    assert first
    with static_files(page) as url:
        ada = Person(browser.new_context(), url)
        ada.open()
        eventually(ada, f"await caches.has('page-{first[1]}')")
        for version in ("second", "third"):
            (page / "sw.js").write_text(worker.replace(first[1], version))
            ada.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
            eventually(ada, f"await caches.has('page-{version}')")
            eventually(
                ada, f"{REGISTRATION}.installing === null && {REGISTRATION}.active.state === 'activated'"
            )
        eventually(ada, "(await caches.keys()).join(' ') === 'page-second page-third'")
        ada.context.close()
