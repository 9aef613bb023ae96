"""What resources and prompts say: the memory as text that a client can attach."""

from __future__ import annotations

from collections.abc import Container

from ..store.errors import NotFound
from ..store.model import Caller, ConflictStatus, Fact
from ..store.protocol import Transaction
from ..store.rules.decay import effective_confidence
from ..store.rules.preamble import policies_part
from ..store.rules.text import data_line
from .administration import fact_chain, told_history
from .conflict_views import conflict_answers
from .drafts import hidden_domains
from .fact_changes import visible_fact
from .ids import conflict_id, fact_id, observation_id
from .preamble import build_preamble

MOST_CONFLICTS = 50

CONSOLIDATE = """\
Consolidate your memory now.
1. Call consolidate_memory without arguments: it returns what is pending and how to answer.
2. Draw from it the few facts that will still matter: one self-contained claim each, with domain, topic and the ids of \
the items it rests on. Say which known facts it supports, weakens or contradicts. Leave out what was only of the moment.
3. Call consolidate_memory with them as candidates, and put every question in the reply to your user."""
SAVE_DECISIONS = """\
Save the decisions of this meeting. Call propose_fact once for each decision that was made (not for what was only \
discussed): domain 'decisions', memory_type 'decision', veracity 'stated', topic a short label of what was decided \
about, content one sentence with who decided what, from when, and why. Then list what you saved, and put any question \
in a reply to the user.
{notes}"""


def preamble_text(tx: Transaction, caller: Caller, task: str = "") -> str:
    """The launch preamble."""
    return build_preamble(tx, caller, task)[0]


def notes_text(tx: Transaction, caller: Caller) -> str:
    """The caller's own notebook."""
    return tx.notes.get(caller.agent).text


def policies_text(tx: Transaction, caller: Caller) -> str:
    """Every active policy that the caller may see, with its id."""
    hidden = {domain.scope for domain in tx.domains.list() if domain.id in hidden_domains(tx, caller)}
    shown = [policy for policy in tx.policies.active() if policy.scope not in hidden]
    named = "\n".join(f"- P{policy.id} [{data_line(str(policy.scope))}] {data_line(policy.rule)}" for policy in shown)
    return named if policies_part(shown, caller.repo) else "No policies yet."


def domains_text(tx: Transaction, caller: Caller) -> str:
    """The domains that the caller may see, with their counts."""
    hidden = set(hidden_domains(tx, caller))
    lines = [
        f"- {domain.scope}: {domain.facts} facts, {domain.policies} policies"
        for domain in tx.domains.list()
        if domain.id not in hidden
    ]
    return "\n".join(lines) or "No domains yet: propose_fact creates them."


def conflicts_text(tx: Transaction, caller: Caller) -> str:
    """Open contradictions with the questions that settle them."""
    hidden = hidden_domains(tx, caller)
    found = tx.conflicts.list(
        status=ConflictStatus.OPEN,
        domain_name=None,
        repo=None,
        hidden_domain_ids=hidden,
        offset=0,
        limit=MOST_CONFLICTS + 1,
    )
    answers = conflict_answers(tx, found[:MOST_CONFLICTS], hidden)
    lines = [f"- {one['id']} [{one['domain']}] {one.get('question', '')}" for one in answers]
    if len(found) > MOST_CONFLICTS:
        lines.append("More are open: list_memory_conflicts shows them page by page.")
    return "\n".join(lines) or "None open."


def fact_text(tx: Transaction, caller: Caller, number: int) -> str:
    """`fact_history`, for a caller who may see the fact; what stands in hidden domains is left out."""
    visible_fact(tx, caller, number)
    return fact_history(tx, number, hidden_domains(tx, caller))


def fact_history(tx: Transaction, number: int, hidden_domain_ids: Container[int] = ()) -> str:
    """A fact whole, with what it superseded, what superseded it, and every change."""
    shown = [fact for fact in fact_chain(tx, number) if fact.domain_id not in hidden_domain_ids]
    return "\n\n".join(_fact_block(tx, fact, is_asked=fact.id == number) for fact in shown)


def _fact_block(tx: Transaction, fact: Fact, *, is_asked: bool) -> str:
    state = "active" if fact.is_active(tx.now) else "not active"
    sources = ", ".join(observation_id(number) for number in fact.source_ids) or "none"
    conflicts = ", ".join(conflict_id(conflict.id) for conflict in tx.conflicts.open_of([fact.id]))
    lines = [
        f"{fact_id(fact.id)}{' (this one)' if is_asked else ''} [{fact.scope}/{data_line(fact.topic)}] {state}",
        fact.content,
        f"by {fact.agent} ({fact.role}), {fact.memory_type}, {fact.veracity}, confidence now "
        f"{effective_confidence(fact, tx.now):.2f}, sources: {sources}",
        *([f"contested: {conflicts}"] if conflicts else []),
        *(f"  {line}" for line in told_history(tx, fact)),
    ]
    return "\n".join(lines)


def parse_fact_uri(text: str) -> int:
    """The fact number of `memory://fact/{id}`."""
    digits = text[1:] if text[:1] in ("F", "f") else ""
    if not (digits.isascii() and digits.isdigit() and len(digits) < 19):
        raise NotFound("A fact's resource is memory://fact/F12.")
    return int(digits)
