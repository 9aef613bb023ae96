"""What a text calls the next step: an agent asks its user and calls tools, a person decides and calls methods."""

from __future__ import annotations

from ..store.model import Caller


class Wording:
    """Advice to an agent; `{id}` is the conflict that is meant.

    A plain class, as every server loads it at its start, where making a dataclass would take longer than the rest.
    """

    which_holds = "Ask your user which holds for"
    settles = "Then call resolve_memory_conflict with conflict_id {id} and keep new, old or both."
    lists_conflicts = "list_memory_conflicts"
    lists_facts = "search_memory finds the ids that exist"
    lists_policies = "memory://policies lists those that are active"
    replaces = "supersede_fact"
    brings_back = "propose a new fact instead"
    merges_topics = "If so, propose yours under that topic, or replace the other with supersede_fact."
    revived = "it is stored again because your user stated it. Retract it if they didn't."
    adds_support = "propose_fact adds support or another validity to it"


class _ForPersons(Wording):
    """The same advice to a person."""

    which_holds = "Which holds for"
    settles = "memory_conflict.resolve settles it, with conflict_id {id} and keep new, old or both."
    lists_conflicts = "memory_conflict.list"
    lists_facts = "memory_fact.list shows those there are"
    lists_policies = "memory_policy.list shows those there are"
    replaces = "memory_fact.update"
    brings_back = "restore it first"
    merges_topics = "If so, update the topic of one of them, or delete the other."
    revived = "it is stored again because you said so."
    adds_support = "give 'validity' or 'valid_until' alone to vouch for it"


_AGENT, _PERSON = Wording(), _ForPersons()


def wording_for(caller: Caller) -> Wording:
    """The one in which the caller is spoken to."""
    return _PERSON if caller.is_person else _AGENT
