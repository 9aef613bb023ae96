"""`search_memory`: a question, one page of its answer, and what the answer says about itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from ..store.model import Caller
from ..store.protocol import Transaction
from ..store.rules.calendar_spans import BEGINNING, END
from . import cursors
from . import heard as heard_of
from .answers import Found, Voice
from .declare import tool
from .desk import Desk
from .embedding import Silent
from .gate import Gate, joined
from .heard import Heard
from .hints import Page, TypeLikeProposed
from .hits import page_of_hits
from .lapses import staleness_hint
from .question import Mode, Question, understand
from .recall import explain as explain_hits
from .recall import gather, next_page
from .scaling import CANDIDATES, Ranked
from .scopes import search_reach
from .sight import sight
from .voices import LEXICAL

NEAR_DOMAINS = 5
ONLY_NEAR = "No text holds the query's words: these are near in meaning, linked or of that time, and may be no answer."


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
        caller = self._desk.caller
        reach = search_reach(domain, repo, caller)
        options = (include_superseded, include_retired, include_observations)
        asked = (text, mode, str(reach), reach.boosted or "", memory_type or "", as_of or "", *map(str, options))
        shown = cursors.shown_before(cursor, asked)
        meaning = await self._desk.embedding.query(text) if mode is not Mode.KEYWORD else Silent("")

        def work(tx: Transaction) -> Found:
            where = sight(
                tx,
                caller,
                reach,
                as_of,
                memory_type=memory_type,
                include_superseded=include_superseded,
                include_retired=include_retired,
            )
            question = Question(
                query=text,
                mode=mode,
                reach=reach,
                where=where,
                include_observations=include_observations,
                limit=limit,
                meaning=meaning,
                explain=explain,
                identity=asked,
                shown=shown,
            )
            return answer(tx, caller, understand(question))

        found = await self._desk.read(work)
        self._desk.recalled(int(hit["id"][1:]) for hit in found["hits"] if hit["id"].startswith("F"))
        return found


def answer(tx: Transaction, caller: Caller, question: Question) -> Found:
    """One page of the answer, on one snapshot."""
    heard = gather(tx, caller, question)
    page, is_more = next_page(tx, question, heard)
    found = Found(
        hits=page_of_hits(tx, page, question.where, explain_hits(heard, question, page) if question.explain else {}),
        voices={name: _voice(voice) for name, voice in heard.voices.items()},
        scope=_scope(question),
        next_cursor=_cursor(question, page) if is_more else None,
    )
    stale = [hit["id"] for hit in found["hits"] if hit["stale"]]
    hints = [_hint(tx, question, heard, page), staleness_hint(tx, caller.repo, stale) if stale else None]
    if hint := joined([one for one in hints if one]):
        found["hint"] = hint
    return found


def _hint(tx: Transaction, question: Question, heard: Heard, page: Sequence[Ranked]) -> str | None:
    """What the answer says about itself as a whole."""
    if not page and not question.shown:
        return _nearby(tx, question)
    if page and not heard.scores(LEXICAL):
        return ONLY_NEAR
    if _is_cut(heard):
        return f"At least {CANDIDATES} match and the best {CANDIDATES} were ranked: narrow it down."
    return None


def _cursor(question: Question, page: Sequence[Ranked]) -> str:
    return cursors.cursor_after([*question.shown, *(hit.candidate.key for hit in page)], question.identity)


def _is_cut(heard: Heard) -> bool:
    """Whether there may be more facts or observations than were gathered; each kind is gathered on its own."""
    kinds = Counter(kind for kind, _ in heard.scores(LEXICAL))
    return max(kinds.values(), default=0) >= CANDIDATES


def _voice(voice: heard_of.Voice) -> Voice:
    found = Voice(found=voice.found)
    if voice.missing is not None:
        found["missing"] = voice.missing
    if voice.silent is not None:
        found["silent"] = voice.silent
    return found


def _scope(question: Question) -> str:
    scope = str(question.reach)
    if question.where.past:
        scope += ", as believed then (what was stale then isn't kept)"
    if question.reach.boosted:
        scope += f", repo {question.reach.boosted} first"
    for span in question.time.spans:
        scope += f", time {_moment(span.start)} to {_moment(span.end)}"
    if question.include_observations:
        scope += (
            ", with observations" if question.searches_observations else ", no observation has a domain or that type"
        )
    return scope


def _nearby(tx: Transaction, question: Question) -> str:
    """Where there would be something, for an answer that is empty."""
    hidden = set(question.where.hidden_domain_ids)
    counts = [domain for domain in tx.domains.list() if domain.facts and domain.id not in hidden]
    if not counts:
        return "Nothing found: this memory holds no facts yet."
    wanted = question.reach.domain_name
    if question.where.past:
        return f"Nothing found that was believed at {_moment(question.where.at)}: leave out as_of for what is now."
    near = sorted(
        counts, key=lambda domain: (wanted is None or not _alike(domain.scope.name, wanted), -domain.facts, domain.id)
    )
    named = ", ".join(f"{domain.scope} ({domain.facts})" for domain in near[:NEAR_DOMAINS])
    if len(counts) > NEAR_DOMAINS:
        named += f" and {len(counts) - NEAR_DOMAINS} more"
    if wanted is not None and all(domain.scope.name != wanted for domain in counts):
        return f"Nothing found: the domain that was asked for holds no facts; there are facts in: {named}."
    return f"Nothing found. Try fewer or other words, or another domain; there are facts in: {named}."


def _moment(moment: datetime) -> str:
    return "any time" if moment in (BEGINNING, END) else f"{moment:%Y-%m-%d %H:%M}Z"


def _alike(name: str, wanted: str) -> bool:
    return name in wanted or wanted in name or name[:4] == wanted[:4]
