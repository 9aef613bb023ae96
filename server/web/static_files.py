"""Style and scripts of the page, kept in memory, under an address that changes with their content."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

FOLDER = Path(__file__).with_name("static")
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
FOR_GOOD = "public, max-age=31536000, immutable"


@cache
def static_files() -> Mapping[str, bytes]:
    """Every file by its name."""
    return {file.name: file.read_bytes() for file in sorted(FOLDER.iterdir()) if file.suffix in KINDS}


@cache
def edition() -> str:
    """What tells this content from that of another version."""
    digest = hashlib.sha256()
    for name, content in static_files().items():
        digest.update(name.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()[:12]


async def serve_static(request: Request) -> Response:
    """One of the files; a browser keeps it for good where its address is of this content."""
    name = str(request.path_params["name"])
    content = static_files().get(name)
    if content is None:
        return Response(status_code=HTTPStatus.NOT_FOUND)
    is_current = request.path_params["edition"] == edition()
    headers = {"Cache-Control": FOR_GOOD} if is_current else None
    return Response(content, media_type=KINDS[Path(name).suffix], headers=headers)
