"""`search_memory`: a question, one page of its answer, and what the answer says about itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from ..store.model import Caller, Candidate, FactFilter
from ..store.protocol import Transaction
from . import cursors, dates
from .answers import Found, Voice
from .declare import tool
from .desk import Desk
from .drafts import hidden_domains
from .gate import Gate
from .hints import Page, TypeLikeProposed
from .hits import page_of_hits
from .recall import CANDIDATES, Mode, Question, gather, rank, searches_observations
from .scopes import search_reach

NEAR_DOMAINS = 5

NO_MODEL = "no embedding model is set up"
NOT_BUILT = "not built yet; the order is that of the lexical voice"


class SearchTools:
    """Finding what is known."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @tool(core=True, reads_only=True, always_load=True)
    async def search_memory(
        self,
        query: Annotated[str, "words or identifiers, any language"],
        mode: Mode = Mode.HYBRID,
        domain: Annotated[str | None, "name, or repo:slug/name"] = None,
        repo: Annotated[str | None, "ranks first"] = None,
        memory_type: TypeLikeProposed | None = None,
        as_of: Annotated[str | None, "ISO: as believed then"] = None,
        include_superseded: bool = False,
        include_retired: bool = False,
        include_observations: bool = False,
        limit: Page = 8,
        cursor: str | None = None,
        explain: bool = False,
    ) -> Found:
        """Find what this workspace knows before you decide, guess or ask. Hits say how sure they are and whether
        contested, stale or superseded."""
        settings = await self._desk.settings()
        text = Gate(settings).query(query)
        reach = search_reach(domain, repo, self._desk.caller)
        caller = self._desk.caller

        def work(tx: Transaction) -> Found:
            where = FactFilter(
                at=dates.parse_moment(as_of, "as_of") if as_of else tx.now,
                past=as_of is not None,
                domain_name=reach.domain_name,
                repo=reach.repo,
                memory_type=memory_type,
                include_superseded=include_superseded,
                include_retired=include_retired,
                hidden_domain_ids=hidden_domains(tx, caller),
            )
            asked = (
                text,
                mode,
                str(reach),
                reach.boosted or "",
                memory_type or "",
                as_of or "",
                *map(str, (include_superseded, include_retired, include_observations)),
            )
            question = Question(
                text, mode, reach, where, include_observations, limit, cursors.offset_of(cursor, asked), explain, asked
            )
            return answer(tx, caller, question)

        found = await self._desk.read(work)
        self._desk.recalled(int(hit["id"][1:]) for hit in found["hits"] if hit["id"].startswith("F"))
        return found


def answer(tx: Transaction, caller: Caller, question: Question) -> Found:
    """One page of the answer, on one snapshot."""
    candidates = gather(tx, caller, question)
    end = question.offset + question.limit
    ranked = rank(candidates, question.where.at, question.reach.boosted, end + 1)
    page = ranked[question.offset : end]
    found = Found(
        hits=page_of_hits(tx, page, question.where, explain=question.explain),
        voices=_voices(question.mode, len(candidates)),
        scope=_scope(question),
        next_cursor=cursors.cursor_at(end, question.identity) if len(ranked) > end else None,
    )
    if not page and question.offset == 0:
        found["hint"] = _nearby(tx, question)
    elif _is_cut(candidates):
        found["hint"] = f"At least {CANDIDATES} match and the best {CANDIDATES} were ranked: narrow it down."
    return found


def _is_cut(candidates: Sequence[Candidate]) -> bool:
    """Whether there may be more facts or observations than were gathered; each kind is gathered on its own."""
    return max(Counter(candidate.kind for candidate in candidates).values(), default=0) >= CANDIDATES


def _voices(mode: Mode, found: int) -> dict[str, Voice]:
    voices = {"lexical": Voice(found=found)}
    if mode is not Mode.KEYWORD:
        voices["semantic"] = Voice(found=0, silent=NO_MODEL)
    if mode is Mode.HYBRID:
        voices["temporal"] = Voice(found=0, silent=NOT_BUILT)
        voices["graph"] = Voice(found=0, silent=NOT_BUILT)
    return voices


def _scope(question: Question) -> str:
    scope = str(question.reach)
    if question.where.past:
        scope += ", as believed then (what was stale then isn't kept)"
    if question.reach.boosted:
        scope += f", repo {question.reach.boosted} first"
    if question.include_observations:
        scope += (
            ", with observations" if searches_observations(question) else ", no observation has a domain or that type"
        )
    return scope


def _nearby(tx: Transaction, question: Question) -> str:
    """Where there would be something, for an answer that is empty."""
    hidden = set(question.where.hidden_domain_ids)
    counts = [domain for domain in tx.domains.list() if domain.facts and domain.id not in hidden]
    if not counts:
        return "Nothing found: this memory holds no facts yet."
    wanted = question.reach.domain_name
    near = sorted(
        counts, key=lambda domain: (wanted is None or not _alike(domain.scope.name, wanted), -domain.facts, domain.id)
    )
    named = ", ".join(f"{domain.scope} ({domain.facts})" for domain in near[:NEAR_DOMAINS])
    return f"Nothing found. Try fewer or other words, or another domain; there are facts in: {named}."


def _alike(name: str, wanted: str) -> bool:
    return name in wanted or wanted in name or name[:4] == wanted[:4]
