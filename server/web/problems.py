"""What a person is told when something can't be done: the kind of trouble, in their language, and the reason."""

from __future__ import annotations

from http import HTTPStatus

from ...store import errors
from ...store.errors import PalimpsestError

_KINDS: tuple[tuple[type[PalimpsestError], HTTPStatus, str], ...] = (
    (errors.NoWorkspace, HTTPStatus.NOT_FOUND, "no_workspace"),
    (errors.NotFound, HTTPStatus.NOT_FOUND, "not_found"),
    (errors.InvalidInput, HTTPStatus.UNPROCESSABLE_ENTITY, "invalid"),
    (errors.InsufficientTokenScope, HTTPStatus.FORBIDDEN, "scope"),
    (errors.StaleVersion, HTTPStatus.CONFLICT, "stale"),
    (errors.Refused, HTTPStatus.CONFLICT, "refused"),
    (errors.StoreBusy, HTTPStatus.SERVICE_UNAVAILABLE, "busy"),
    (errors.StoreError, HTTPStatus.SERVICE_UNAVAILABLE, "store"),
)


def problem_of(error: PalimpsestError) -> tuple[HTTPStatus, str]:
    """The status of an answer, and the key of its sentence (`page.problem.<kind>`)."""
    for kind, status, name in _KINDS:
        if isinstance(error, kind):
            return status, f"page.problem.{name}"
    return HTTPStatus.INTERNAL_SERVER_ERROR, "page.problem.other"
