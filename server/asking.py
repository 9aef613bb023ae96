"""A tool's question to the user as an elicitation of the SDK, in both protocol eras.

Three resolvers a question: its method reads what there is to ask, the SDK asks it, and what came of it becomes the
`Reply`. A client that can't ask its user is asked nothing, and the tool runs as if there were no question. Nothing is
held while the user thinks: the first of the three has ended, and the tool begins after the last.
"""

import inspect
from collections.abc import Awaitable, Callable, Iterable
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import AcceptedElicitation, Context, Elicit, ElicitationResult, Resolve
from mcp.types import ElicitResult
from pydantic import BaseModel, Field

from ..store.model import Keep
from ..tools.declare import Declaration, Question, Reply

Ask = Callable[..., Awaitable[Question | None]]


class Kept(BaseModel):
    """The form that the user fills in."""

    keep: Literal["new", "old", "both"] = Field(
        description="new: it takes the place of the old; old: it stays, the new is set aside; both: both hold"
    )


class NotAsked(BaseModel):
    """There was nothing to ask. What a resolver gives without asking looks like a person's yes, so it has a type."""


def resolvers_of(declaration: Declaration) -> dict[str, tuple[Resolve, bool]]:
    """What the SDK fills a tool's replies in by, by parameter."""
    arguments = [field.name for field in declaration.signature.arguments.fields]
    questions = declaration.questions.items()
    return {name: (Resolve(_reply_to(_rehearsal(method, arguments))), False) for name, method in questions}


def can_ask(context: Context[Any, Any]) -> bool:
    """Whether the client says that it can put a form to its user."""
    capabilities = context.client_capabilities
    elicitation = capabilities.elicitation if capabilities is not None else None
    return elicitation is not None and (elicitation.form is not None or elicitation.url is None)


def _reply_to(rehearse: Ask) -> Callable[..., Awaitable[Reply | None]]:
    async def ask(question: Annotated[Question | None, Resolve(rehearse)]) -> Elicit[Kept] | NotAsked:
        return Elicit(question.text, Kept) if question is not None else NotAsked()

    async def reply(
        question: Annotated[Question | None, Resolve(rehearse)],
        answer: Annotated[ElicitationResult[Kept], Resolve(ask)],
        context: Context[Any, Any],
    ) -> Reply | None:
        if question is None:
            return _reply_to_what_is_gone(context)
        is_answered = isinstance(answer, AcceptedElicitation)
        return Reply(question, Keep(answer.data.keep) if is_answered else None)

    return reply


def _reply_to_what_is_gone(context: Context[Any, Any]) -> Reply | None:
    """What the user said to a question that need not be asked any more, as things changed while they thought."""
    for answer in (context.input_responses or {}).values():
        keep = (answer.content or {}).get("keep") if isinstance(answer, ElicitResult) else None
        if keep in tuple(Keep):
            return Reply(Question("", ()), Keep(keep))
    return None


def _rehearsal(method: Ask, arguments: Iterable[str]) -> Ask:
    """The method with the tool's arguments, run only where there is somebody to ask."""

    async def rehearse(context: Context[Any, Any], **given: Any) -> Question | None:
        return await method(**given) if can_ask(context) else None

    taken = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in ("context", *arguments)]
    rehearse.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined] -- what the SDK reads names from
    return rehearse
