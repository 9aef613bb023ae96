"""What is pending, in portions that a language model can be asked about, each with the facts that it may bear on.

A portion holds what one agent saw or remembered, for the workspace or for one repository: a model brings together what
one agent noted, and nobody's notes meet another's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ..store.model import Fact, FactFilter, HotItem
from ..store.protocol import Transaction
from .candidates import Source
from .desk import Desk
from .drafts import hidden_domains
from .embedding import QueryVector, Silent
from .ids import item_id, observation_id
from .pending import still_pending
from .question import Mode, Question
from .recall import gather, next_page
from .scopes import Reach as SearchReach
from .tidying import Reach

MOST_ITEMS = 20
MOST_CHARS = 6_000
"""Of what is pending: with everything else about 4,000 tokens of English, which a small model's context holds."""
ITEM_CHARS = 3_000
"""How much of one text is shown; the whole of it is kept all the same."""
MOST_FACTS = 20
FACTS_CHARS = 4_000
FACTS_PER_ITEM = 4
QUERY_CHARS = 1_000
MOST_DOMAINS = 30

Group = tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Portion:
    """What a model is asked about at once."""

    repo: str | None
    domain: str | None
    """The only domain that facts may go into; None: any."""
    pending: tuple[Source, ...]
    facts: tuple[Fact, ...]
    domains: tuple[str, ...]
    """Names that there are in that scope."""
    now: datetime


def portions_of(tx: Transaction, reach: Reach) -> list[Group]:
    """All that is pending, oldest first within each agent and scope, cut into groups of a size to ask about."""
    grouped: defaultdict[tuple[str, str], list[Source]] = defaultdict(list)
    for one in still_pending(tx, None):
        if is_within(one, reach):
            grouped[one.agent, _repo_of(one, reach) or ""].append(one)
    return [group for key in sorted(grouped) for group in _cut(grouped[key])]


def is_within(one: Source, reach: Reach) -> bool:
    """Whether something pending may belong to the scope that is consolidated; an observation names none."""
    if not isinstance(one, HotItem):
        return True
    if reach.domain_name is not None and one.scope.name != reach.domain_name:
        return False
    return reach.repo is None or (one.scope.repo or "") == reach.repo


async def next_portion(desk: Desk, reach: Reach, group: Group) -> Portion:
    """The group with the facts that are near it now."""
    texts = [one.content[:QUERY_CHARS] for one in group]
    meanings = [await desk.embedding.query(text) for text in texts]
    return await desk.read(lambda tx: _portion(tx, reach, group, list(zip(texts, meanings, strict=True))))


def shown_ids(portion: Portion) -> list[str]:
    """What the model may cite."""
    return [item_id(one.id) if isinstance(one, HotItem) else observation_id(one.id) for one in portion.pending]


def _repo_of(one: Source, reach: Reach) -> str | None:
    return one.scope.repo if isinstance(one, HotItem) else reach.repo or None


def _cut(sources: Sequence[Source]) -> list[Group]:
    groups: list[Group] = []
    current: list[Source] = []
    room = MOST_CHARS
    for one in sources:
        size = min(len(one.content), ITEM_CHARS)
        if current and (len(current) == MOST_ITEMS or size > room):
            groups.append(tuple(current))
            current, room = [], MOST_CHARS
        current.append(one)
        room -= size
    return [*groups, tuple(current)] if current else groups


def _portion(tx: Transaction, reach: Reach, group: Group, asked: Sequence[tuple[str, QueryVector | Silent]]) -> Portion:
    repo = _repo_of(group[0], reach)
    known = [domain.scope.name for domain in tx.domains.list() if domain.scope.repo == repo]
    facts = _related(tx, reach, repo, asked)
    return Portion(repo, reach.domain_name, group, facts, tuple(known[:MOST_DOMAINS]), tx.now)


def _related(
    tx: Transaction, reach: Reach, repo: str | None, asked: Sequence[tuple[str, QueryVector | Silent]]
) -> tuple[Fact, ...]:
    """The facts in reach that search finds for each of the texts, as many as there is room for, by turns."""
    hidden = hidden_domains(tx, reach.caller)
    where = FactFilter(tx.now, domain_name=reach.domain_name, repo=repo or "", hidden_domain_ids=hidden)
    found = [_found(tx, reach, where, text, meaning) for text, meaning in asked]
    by_turns = dict.fromkeys(
        numbers[turn] for turn in range(FACTS_PER_ITEM) for numbers in found if turn < len(numbers)
    )
    facts = tx.facts.get_many(list(by_turns), FactFilter(tx.now))
    return _within_room([facts[number] for number in by_turns if number in facts])


def _found(tx: Transaction, reach: Reach, where: FactFilter, text: str, meaning: QueryVector | Silent) -> list[int]:
    search = SearchReach(where.domain_name, where.repo, None)
    question = Question(text, Mode.SEMANTIC, search, where, False, FACTS_PER_ITEM, meaning)
    page, _ = next_page(tx, question, gather(tx, reach.caller, question))
    return [hit.candidate.id for hit in page if hit.candidate.kind == "F"]


def _within_room(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    taken: list[Fact] = []
    room = FACTS_CHARS
    for fact in facts[:MOST_FACTS]:
        room -= len(fact.content)
        if room >= 0:
            taken.append(fact)
    return tuple(taken)
