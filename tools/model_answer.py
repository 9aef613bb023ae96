"""What a language model answered, read leniently in its form and strictly in what it says.

A fence, words around the JSON, or a list instead of an object do no harm. A part that nobody asked for, a source that
wasn't shown, a fact that wasn't shown: the candidate is left out, with the reason, and the others are taken.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from ..store.errors import InvalidInput
from ..store.rules import conflict as comparison
from .answers import LeftOut
from .candidates import Candidate, CandidateInput, read_candidate
from .gate import Gate
from .ids import fact_id, item_id, observation_id
from .portions import Portion, shown_ids
from .shapes import Record, shown
from .signature import shape_of

MOST_CHARS = 400_000
"""Of an answer in which the JSON is looked for."""
MOST_TRIES = 200
"""Places at which JSON might begin."""
MOST_PER_ITEM = 4
"""Candidates for each item that the model was shown: more are no answer to what was asked."""

_THOUGHTS = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_OPENS = re.compile(r"[\[{]")
_OPENS_JSON = re.compile(r"""[\[{]\s*["{\[]""")
_KEY = "candidates"


@dataclass(frozen=True, slots=True)
class Unusable:
    """An answer of which nothing can be taken; `why` goes on after "the answer"."""

    why: str


@dataclass(frozen=True, slots=True)
class Read:
    """What of an answer can be taken, and what can't."""

    candidates: tuple[Candidate, ...]
    left_out: tuple[LeftOut, ...]


def read_answer(text: str, portion: Portion) -> list[object] | Unusable:
    """The candidates as they stand in the answer, or why it is none."""
    if not text.strip():
        return Unusable("is empty")
    if len(text) > MOST_CHARS:
        return Unusable(f"has {len(text)} characters, which is too long")
    values, is_broken = _values(_THOUGHTS.sub("", text))
    found = [value for value in values if _is_answer(value, is_part=is_broken)]
    if not found:
        return Unusable(f"holds no JSON object with the part '{_KEY}'; it may have been cut off")
    if len(found) > 1:
        return Unusable("holds more than one JSON object")
    return _candidates(found[0], MOST_PER_ITEM * len(portion.pending))


def _values(text: str) -> tuple[list[object], bool]:
    """Every JSON object or list that stands in the text by itself, and whether they may be parts of a broken one."""
    values: list[object] = []
    is_broken = False
    decoder = json.JSONDecoder(parse_constant=_refuse_constant)
    start = 0
    for _ in range(MOST_TRIES):
        opening = _OPENS.search(text, start)
        if opening is None:
            break
        try:
            value, start = decoder.raw_decode(text, opening.start())
        except (ValueError, RecursionError):
            is_broken = is_broken or bool(_OPENS_JSON.match(text, opening.start()))
            start = opening.start() + 1
        else:
            values.append(value)
    return values, is_broken


def _refuse_constant(name: str) -> object:
    raise ValueError(name)


def _is_answer(value: object, *, is_part: bool) -> bool:
    """Whether it can be meant as the answer: the object asked for, a list of objects, or one candidate alone.

    What may be a part of an answer that was cut off is none.
    """
    if isinstance(value, dict):
        parts = cast("dict[str, Any]", value)
        return _KEY in parts or (not is_part and {"text", "sources"} <= parts.keys())
    return not is_part and all(isinstance(item, dict) for item in cast("list[Any]", value))


def _candidates(value: object, most: int) -> list[object] | Unusable:
    given: object = value
    if isinstance(value, dict):
        parts = cast("dict[str, Any]", value)
        if unknown := next((key for key in parts if _KEY in parts and key != _KEY), None):
            return Unusable(f"has a part '{shown(unknown)}', and only '{_KEY}' is known")
        given = parts.get(_KEY, [parts])
    if not isinstance(given, list):
        return Unusable(f"has a part '{_KEY}' that isn't a list")
    candidates = cast("list[object]", given)
    if len(candidates) > most:
        return Unusable(f"holds {len(candidates)} candidates, and at most {most} can be meant")
    return candidates


def read_candidates(gate: Gate, given: Sequence[object], portion: Portion, answer: int) -> Read:
    """The candidates of answer number `answer`, each through the write gate and held to what the model was shown."""
    record = cast("Record", shape_of(CandidateInput, closed=True))
    taken: dict[tuple[str, str, str], Candidate] = {}
    left: list[LeftOut] = []
    for number, one in enumerate(given):
        place = f"answer {answer}, candidates[{number}]"
        try:
            parts = cast("CandidateInput", record.take(one, f"{_KEY}[{number}]"))
            candidate = replace(read_candidate(gate, number, parts, portion.repo), place=place)
            _require_shown(candidate, portion)
        except InvalidInput as error:
            left.append(LeftOut(id=place, why=str(error)))
            continue
        says = _says(candidate)
        if says in taken:
            left.append(LeftOut(id=place, why=f"says the same as {taken[says].place}"))
        else:
            taken[says] = candidate
    return Read(tuple(taken.values()), tuple(left))


def _says(candidate: Candidate) -> tuple[str, str, str]:
    draft = candidate.draft
    return (
        str(draft.scope),
        comparison.normalise_topic(draft.topic),
        comparison.normalise_content(draft.content),
    )


def _require_shown(candidate: Candidate, portion: Portion) -> None:
    """Refuse what the model can't know of: only what it was shown can be cited, and changed."""
    cited = [*map(observation_id, candidate.observation_ids), *map(item_id, candidate.item_ids)]
    _require_among(cited, shown_ids(portion), "cites {}, which wasn't among the items")
    named = map(fact_id, (*candidate.supports, *candidate.weakens, *candidate.draft.contradicts))
    _require_among(list(named), [fact_id(fact.id) for fact in portion.facts], "names {}, which wasn't among the facts")
    scope = candidate.draft.scope
    if scope.repo != portion.repo or portion.domain not in (None, scope.name):
        raise InvalidInput(f"is for the domain {scope}, which wasn't asked for")


def _require_among(names: Sequence[str], known: Sequence[str], complaint: str) -> None:
    if strange := [name for name in names if name not in known]:
        raise InvalidInput(complaint.format(", ".join(strange[:5])))
