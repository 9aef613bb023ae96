"""What a chat completions endpoint sends, read down to the model's own text."""

from __future__ import annotations

import json
from typing import Any, cast

from ..store.errors import ModelGarbled

MAX_ANSWER_BYTES = 4 * 1024 * 1024
STREAMED = "text/event-stream"


def read_completion(body: bytes, content_type: str, place: str) -> str:
    """The text of the first choice; `place` is what a `ModelGarbled` names.

    What a server calls its answer isn't held against it as long as the answer is JSON.
    """
    kind = content_type.partition(";")[0].strip().lower()
    if kind == STREAMED:
        raise ModelGarbled(f"{place} streams its answer, which it was asked not to. Is streaming forced on there?")
    try:
        return _text(_message(json.loads(body)))
    except (ValueError, RecursionError) as error:
        what = str(error) if type(error) is ValueError else f"something that isn't JSON ({_shown(kind)})"
        raise ModelGarbled(f"{place} answers with {what}. Is it a chat completions endpoint?") from None


def too_large(place: str) -> ModelGarbled:
    """The error for an answer that no candidates can need."""
    return ModelGarbled(f"{place} answers with more than {MAX_ANSWER_BYTES} bytes.")


def _message(answer: Any) -> dict[str, Any]:
    choices: Any = cast("dict[str, Any]", answer).get("choices") if isinstance(answer, dict) else None
    if not isinstance(choices, list) or not choices:
        raise ValueError("JSON that has no 'choices'")
    first: Any = cast("list[Any]", choices)[0]
    message: Any = cast("dict[str, Any]", first).get("message") if isinstance(first, dict) else None
    if not isinstance(message, dict):
        raise ValueError("a choice that has no 'message'")  # noqa: TRY004 -- the data is wrong, not a type in the code
    return cast("dict[str, Any]", message)


def _text(message: dict[str, Any]) -> str:
    """The content; some servers send it in parts, and a model that declines sends none."""
    content: Any = message.get("content")
    if isinstance(content, list):
        parts = [cast("dict[str, Any]", part) for part in cast("list[Any]", content) if isinstance(part, dict)]
        content = "".join(text for part in parts if isinstance(text := part.get("text"), str))
    if content is None:
        return ""
    if not isinstance(content, str):
        raise ValueError("a 'content' that isn't text")  # noqa: TRY004 -- as above
    return content


def _shown(kind: str) -> str:
    return kind[:40] if kind.isprintable() and kind else "of no named type"
