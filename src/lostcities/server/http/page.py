"""The page: files that were built into the package, and one answer to every address of the page itself."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from lostcities.server.http.problems import language_of
from lostcities.server.http.refusals import RequestError
from lostcities.words import speaker

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
    files = {
        path.relative_to(folder).as_posix(): path
        for path in (folder.rglob("*") if folder.is_dir() else ())
        if path.is_file() and path.suffix != ".py"
    }

    @router.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path.startswith("api/"):
            if request.method == "HEAD":
                raise RequestError("method", method="HEAD", allowed="GET")
            raise RequestError("not-found")
        if found := files.get(path):
            cache = FOREVER if path.startswith("assets/") else "no-cache"
            return FileResponse(found, headers={"Cache-Control": cache})
        if "." in path.rpartition("/")[2]:
            raise RequestError("not-found")
        if index := files.get("index.html"):
            return FileResponse(index, headers={"Cache-Control": "no-cache"})
        words = speaker(language_of(request))
        return PlainTextResponse(words.say("server.no-page"), headers={"Content-Language": words.language})

    return router
