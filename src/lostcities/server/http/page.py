"""The page: files that were built into the package, and one answer to every address of the page itself."""

from __future__ import annotations

import gzip
import mimetypes
import re
from importlib import resources
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from starlette.responses import FileResponse, PlainTextResponse, Response

from lostcities.server.http.problems import language_of
from lostcities.server.http.refusals import RequestError
from lostcities.words import speaker

PACKED = (".html", ".js", ".css", ".svg", ".json", ".webmanifest")
"""Kinds of files that are worth packing: once, and not again for each who asks."""
BUILD = re.compile(r'<meta name="build" content="(\w+)"')
FOREVER = "public, max-age=31536000, immutable"


def page_folder() -> Path:
    return Path(str(resources.files("lostcities"))) / "web"


def page_build(folder: Path) -> str:
    """The name of the build of the page; none if there is no page, or it was not built."""
    try:
        found = BUILD.search((folder / "index.html").read_text())
    except OSError:
        return ""
    return found[1] if found else ""


def page_router(folder: Path) -> APIRouter:
    """Serves `folder`. Files under assets/ carry a hash in their name and never change."""
    router = APIRouter()
    packed: dict[Path, tuple[int, bytes]] = {}
    files = {
        path.relative_to(folder).as_posix(): path
        for path in (folder.rglob("*") if folder.is_dir() else ())
        if path.is_file() and path.suffix != ".py"
    }

    async def answer(file: Path, request: Request, cache: str) -> Response:
        headers = {"Cache-Control": cache}
        if file.suffix not in PACKED or "gzip" not in request.headers.get("accept-encoding", ""):
            return FileResponse(file, headers=headers)
        written = file.stat().st_mtime_ns
        if packed.get(file, (0, b""))[0] != written:
            packed[file] = (written, await run_in_threadpool(_pack, file))
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        kind, _ = mimetypes.guess_type(file.name)
        return Response(packed[file][1], headers=headers, media_type=kind)

    @router.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path.startswith("api/"):
            if request.method == "HEAD":
                raise RequestError("method", method="HEAD", allowed="GET")
            raise RequestError("not-found")
        if found := files.get(path):
            return await answer(found, request, FOREVER if path.startswith("assets/") else "no-cache")
        if "." in path.rpartition("/")[2]:
            raise RequestError("not-found")
        if index := files.get("index.html"):
            return await answer(index, request, "no-cache")
        words = speaker(language_of(request))
        return PlainTextResponse(words.say("server.no-page"), headers={"Content-Language": words.language})

    return router


def _pack(file: Path) -> bytes:
    return gzip.compress(file.read_bytes(), mtime=0)
