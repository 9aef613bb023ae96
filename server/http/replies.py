"""Refusals of the server itself, as short JSON for machines."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from starlette.responses import JSONResponse


def refusal(status: HTTPStatus, message: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """An answer that says what is wrong with the request."""
    return JSONResponse({"error": message}, status_code=status, headers=headers)
