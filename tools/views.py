"""What resources and prompts say: the memory as text that a client can attach."""

from __future__ import annotations

from ..store.errors import NotFound
from ..store.model import Caller, ConflictStatus, Policy
from ..store.protocol import Transaction
from ..store.rules.text import data_line
from .conflict_views import conflict_answers
from .cuts import page_of
from .drafts import hidden_domains
from .ids import policy_id
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
    """Every active policy that the caller may see, with its id and whom it is for."""
    scopes = tx.domains.scopes()
    hidden = {scopes[number] for number in hidden_domains(tx, caller)}
    shown = [policy for policy in tx.policies.active() if policy.scope not in hidden]
    return "\n".join(_policy_line(policy) for policy in shown) or "No policies yet."


def _policy_line(policy: Policy) -> str:
    audience = f" (for {data_line(policy.required_role)})" if policy.required_role else ""
    return f"- {policy_id(policy.id)} [{data_line(str(policy.scope))}] {data_line(policy.rule)}{audience}"


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
    answers = conflict_answers(tx, caller, found[:MOST_CONFLICTS])
    lines = page_of([f"- {one['id']} [{one['domain']}] {one.get('question', '')}" for one in answers])
    if len(found) > MOST_CONFLICTS or len(lines) < len(answers):
        lines.append("More are open: list_memory_conflicts shows them page by page.")
    return "\n".join(lines) or "None open."


def parse_fact_uri(text: str) -> int:
    """The fact number of `memory://fact/{id}`."""
    digits = text[1:] if text[:1] in ("F", "f") else ""
    if not (digits.isascii() and digits.isdigit() and len(digits) < 19):
        raise NotFound("A fact's resource is memory://fact/F12.")
    return int(digits)
