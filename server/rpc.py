"""JSON-RPC 2.0 over a table of methods, whatever carries the texts.

It is the person's surface: most of what it offers is above every grant, and undoes, deletes and reads what agents keep
to themselves. No text that a model wrote may choose what is sent here; an agent's token reaches what an agent may read.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any

from ..store.errors import InsufficientTokenScope, PalimpsestError
from ..store.model.access import TokenScope
from ..tools.shapes import shown
from .rpc_declare import Method
from .rpc_errors import INTERNAL_ERROR, METHOD_NOT_FOUND, Fault, fault_of
from .rpc_messages import MOST_CALLS, Call, Malformed, failure, read_message, result, written

logger = logging.getLogger(__name__)

Observe = Callable[[str, Any, float], None]
"""Is told each call's method, its result or `Fault`, and the seconds it took."""

INTERNAL = Fault(INTERNAL_ERROR, "Internal error: the server's log says more.")


class Dispatcher:
    """Answers texts of requests; the requests of a batch one after the other, in the order in which they stand."""

    def __init__(
        self,
        methods: Iterable[Method],
        observe: Observe | None = None,
        *,
        scope: TokenScope = TokenScope.ADMIN,
        most_calls: int = MOST_CALLS,
        missing: Callable[[], PalimpsestError | None] = lambda: None,
    ) -> None:
        """For somebody of that scope, who may put so many requests into one batch.

        `missing` is what is answered while there is nothing to work on, except by a method that begins it.
        """
        self._methods = {method.name: method for method in methods}
        self._observe = observe
        self._scope, self._most_calls, self._missing = scope, most_calls, missing

    async def answer(self, text: bytes | str) -> bytes | None:
        """The answer as one line of JSON; None where nobody is to be answered."""
        message = read_message(text, self._most_calls)
        answers = [answer for call in message.calls if (answer := await self._answer(call)) is not None]
        if not answers:
            return None
        return b"[" + b",".join(answers) + b"]" if message.is_batch else answers[0]

    async def _answer(self, call: Call | Malformed) -> bytes | None:
        if isinstance(call, Malformed):
            return written(failure(call.id, call.fault))
        done = await self._observed(call)
        if call.is_notification:
            return None
        try:
            return written(failure(call.id, done) if isinstance(done, Fault) else result(call.id, done))
        except ValueError:
            logger.exception("an answer of %s can't be written as JSON", call.method)
            return written(failure(call.id, INTERNAL))

    def _near(self, name: str) -> str:
        """What may have been meant."""
        near = get_close_matches(name, self._methods, n=3)
        return f" There are: {', '.join(near)}." if near else f" Its families: {', '.join(self._families())}."

    def _families(self) -> list[str]:
        return sorted({name.partition(".")[0] for name in self._methods})

    async def _observed(self, call: Call) -> Any:
        began = time.perf_counter()
        done = await self._run(call)
        if self._observe is not None:
            self._observe(call.method, done, time.perf_counter() - began)
        return done

    async def _run(self, call: Call) -> Any:
        method = self._methods.get(call.method)
        if method is None:
            return Fault(METHOD_NOT_FOUND, f"There is no method '{shown(call.method)}'.{self._near(call.method)}")
        try:
            return await call_method(method, call.params, self._scope, self._missing)
        except PalimpsestError as error:
            return fault_of(error)
        except Exception:
            logger.exception("%s failed", method.name)
            return INTERNAL


async def call_method(
    method: Method,
    params: dict[str, Any] | list[Any] | None,
    scope: TokenScope,
    missing: Callable[[], PalimpsestError | None],
) -> Any:
    """The result of a method for somebody of that scope; `PalimpsestError` says why there is none."""
    if not scope.covers(method.scope):
        raise InsufficientTokenScope(method.name, scope, method.scope)
    if not method.begins and (nothing := missing()) is not None:
        raise nothing
    return await method.call(params)
