"""What an endpoint answers, read strictly: a vector that was guessed would be stored and compared for years."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ..errors import EndpointGarbled

if TYPE_CHECKING:
    from numpy.typing import NDArray


def read_answer(body: bytes, count: int, place: str) -> list[NDArray[np.float64]]:
    """One row for each of `count` texts, in their order, from `{"data": [{"index": 0, "embedding": [0.1, ...]}, ...]}`.

    Items without an index stand in the order of the texts. Rows may be of any length and hold NaN: that is checked for
    all embedders alike. `place` is what an `EndpointGarbled` names.
    """
    try:
        items = _items(body)
        rows = {_index(item, position): _row(item) for position, item in enumerate(items)}
    except ValueError as error:
        raise EndpointGarbled(f"{place} answers with {error}. Is it an embeddings endpoint?") from None
    if len(items) != count or rows.keys() != set(range(count)):
        raise EndpointGarbled(
            f"{place} answers with {len(items)} vectors, numbered {_some(sorted(rows))}, for {count} texts."
        )
    return [rows[index] for index in range(count)]


def _items(body: bytes) -> list[Any]:
    try:
        answer: Any = json.loads(body)
    except (ValueError, RecursionError):
        raise ValueError("something that isn't JSON") from None
    items: Any = cast("dict[str, Any]", answer).get("data") if isinstance(answer, dict) else None
    if not isinstance(items, list):
        raise ValueError("JSON that has no list 'data'")  # noqa: TRY004 -- the data is wrong, not a type in the code
    return cast("list[Any]", items)


def _index(item: Any, position: int) -> int:
    index: Any = cast("dict[str, Any]", item).get("index", position) if isinstance(item, dict) else None
    if not isinstance(index, int) or isinstance(index, bool):
        raise ValueError("an item that isn't numbered")  # noqa: TRY004 -- as above
    return index


def _row(item: dict[str, Any]) -> NDArray[np.float64]:
    numbers: Any = item.get("embedding")
    if not isinstance(numbers, list) or not numbers:
        raise ValueError("an 'embedding' that isn't a list of numbers")
    if not all(type(number) in (int, float) for number in cast("list[Any]", numbers)):
        raise ValueError("an 'embedding' that holds something else than numbers")
    try:
        return np.array(numbers, np.float64)
    except OverflowError:
        raise ValueError("an 'embedding' that holds a number too large") from None


def _some(numbers: list[int]) -> str:
    """A few of the numbers, so that a message stays short."""
    shown = ", ".join(str(number) for number in numbers[:5])
    return f"{shown}, …" if len(numbers) > 5 else shown or "not at all"
