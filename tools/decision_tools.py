"""`decide`: a choice between options by what is preferred, logged with what carried it."""

from __future__ import annotations

from typing import Annotated, TypedDict

from ..store.errors import InvalidInput
from ..store.model import AuditEntry, Caller, Decision, FactFilter, MemoryType
from ..store.protocol import Transaction
from ..store.rules.decay import effective_confidence
from ..store.rules.decision import Option, Preference, choose
from .answers import Decided
from .audit import audit
from .declare import tool
from .desk import Desk
from .drafts import hidden_domains
from .gate import Gate
from .ids import fact_id
from .scopes import search_reach

MOST_OPTIONS = 50
MOST_KEYWORDS = 50


class OptionInput(TypedDict):
    """One option."""

    name: str
    keywords: list[str]


class DecisionTools:
    """Choosing as people here prefer."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @tool()
    async def decide(
        self,
        question: str,
        options: Annotated[list[OptionInput], "keywords: words by which a preference names it"],
        default: Annotated[str, "name of the option without any vote"],
        domain: str | None = None,
    ) -> Decided:
        """Choose between options by stored preferences; says which facts carried the choice and what memory changed."""
        gate = Gate(await self._desk.settings())
        asked = gate.content(question, "question")
        taken = _options(gate, options)
        fallback = _one_of(taken, gate.label(default, "default"))
        caller = self._desk.caller
        reach = search_reach(domain, None, caller)

        where = reach.domain_name, reach.repo
        # Read and weighed on a snapshot: nobody waits for it, and it is logged in a transaction of its own.
        choice = await self._desk.read(lambda tx: choose(taken, fallback, _preferences(tx, caller, *where)))
        names = tuple(option.name for option in taken)
        decision = Decision(asked, names, fallback, choice.name, choice.fact_ids, caller.agent, caller.session)
        await self._desk.write(lambda tx: _log(tx, caller, decision))
        return Decided(
            choice=choice.name,
            facts=[fact_id(number) for number in choice.fact_ids],
            without_memory=fallback,
            changed_by_memory=choice.name != fallback,
        )


def _preferences(tx: Transaction, caller: Caller, domain_name: str | None, repo: str | None) -> list[Preference]:
    """What is preferred now, the nearest first, then the newest.

    What is stale has no say, nor what challenges another fact undecided.
    """
    where = FactFilter(
        tx.now,
        domain_name=domain_name,
        repo=repo,
        memory_type=MemoryType.PREFERENCE,
        hidden_domain_ids=hidden_domains(tx, caller),
        only_sound=True,
    )
    found = [
        Preference(
            fact.id, fact.content, effective_confidence(fact, tx.now), fact.topic, _distance(fact.scope.repo, caller)
        )
        for fact in tx.facts.active(where)
    ]
    return sorted(found, key=lambda preference: preference.distance)


def _distance(repo: str | None, caller: Caller) -> int:
    """The caller's own repository is nearest, then what holds workspace-wide, then another repository."""
    if repo is None:
        return 1
    return 0 if repo == caller.repo else 2


def _log(tx: Transaction, caller: Caller, decision: Decision) -> None:
    number = tx.decisions.insert(decision)
    audit(tx, caller, AuditEntry("decide", f"decision:{number}", None, _logged(decision)))


def _options(gate: Gate, options: list[OptionInput]) -> tuple[Option, ...]:
    if not options or len(options) > MOST_OPTIONS:
        raise InvalidInput(f"'options' takes 1 to {MOST_OPTIONS} options, each with 'name' and 'keywords'.")
    if any(len(option["keywords"]) > MOST_KEYWORDS for option in options):
        raise InvalidInput(f"An option takes at most {MOST_KEYWORDS} 'keywords'.")
    taken = tuple(
        Option(
            gate.label(option["name"], f"options[{index}].name"),
            tuple(gate.label(word, f"options[{index}].keywords") for word in option["keywords"]),
        )
        for index, option in enumerate(options)
    )
    names = [option.name for option in taken]
    if len(set(names)) < len(names):
        raise InvalidInput("'options' must have different names.")
    return taken


def _one_of(options: tuple[Option, ...], default: str) -> str:
    if default not in {option.name for option in options}:
        raise InvalidInput("'default' must be the name of one of the options.")
    return default


def _logged(decision: Decision) -> dict[str, object]:
    return {
        "question": decision.question,
        "options": list(decision.options),
        "choice": decision.choice,
        "without_memory": decision.default,
        "facts": [fact_id(number) for number in decision.fact_ids],
    }
