"""A denial of a denial, of forgetting, of a grudge: better no vote than one the wrong way round."""

import time

import pytest
from palimpsest.store.rules.decision import Choice, Option, Preference, choose

OTHERS = (Option("other", ("other",)), Option("third", ("third",)))

FOR = [
    # English
    "Do not forget to use tabs.",
    "Don't hesitate to use tabs.",
    "Never forget: tabs",
    "Tabs: do not forget.",
    "don't forget about tabs",
    "Don't skip tabs",
    "Don't be afraid to use tabs",
    "I can't live without tabs.",
    "We could never do without tabs",
    "Never commit without tabs",
    "I never regretted tabs",
    "We switched to tabs and never regretted it.",
    "We tried tabs and loved it.",
    "Nobody dislikes tabs.",
    "never stop using tabs",
    "Nothing beats tabs",
    "Tabs are not bad",
    "I miss tabs.",
    "It's hard not to like tabs",
    "Not a bad idea to use tabs",
    "Skip the docs and use tabs",
    "Use tabs. Don't skip tests.",
    "Use tabs, don't mind the linter",
    "Use tabs. I hate it when people argue.",
    "I don't mind the other and love tabs.",
    # German, Swedish, Dutch, Danish
    "Vergiss nicht, Tabs zu nutzen.",
    "Zögere nicht, Tabs zu nutzen.",
    "Ich kann nicht ohne Tabs leben.",
    "Möchte Tabs nicht missen",
    "Will keine Tabs missen",
    "Glöm inte att använda tabs.",
    "Tveka inte att använda tabs",
    "Jag kan inte leva utan tabs",
    "Vergeet niet tabs te gebruiken",
    "Ik kan niet zonder tabs",
    "Glem ikke at bruge tabs",
    "Tøv ikke med at bruge tabs",
    "Jeg kan ikke leve uden tabs",
    # French, Spanish, Italian, Portuguese
    "N'oublie pas d'utiliser tabs",
    "N'hésitez pas à utiliser tabs.",
    "Je ne peux pas vivre sans tabs",
    "Je ne peux pas me passer de tabs",
    "No olvides usar tabs",
    "No dudes en usar tabs",
    "No puedo vivir sin tabs",
    "Non dimenticare di usare tabs",
    "Non esitare a usare tabs",
    "Non posso vivere senza tabs",
    "Não esqueça de usar tabs",
    "Não hesite em usar tabs",
    "Não vivo sem tabs",
    # Polish, Russian, Hungarian, Chinese, Japanese
    "Nie zapomnij używać tabs",
    "Nie wahaj się używać tabs",
    "Nie mogę żyć bez tabs",
    "Не забудь использовать tabs",
    "Не могу жить без tabs",
    "Ne felejtsd el a tabs használatát",
    "别忘了用tabs",
    "离不开tabs",
    "不能没有tabs",
    "tabsを忘れない",
    "tabsなしでは生きられない",
    "tabsを使わなければならない",
    "tabsしか使わない",
]

AGAINST = [
    "We tried tabs and hated it.",
    "We tried tabs and hated them.",
    "We tried tabs. We hated them.",
    "Tried tabs, hated it",
    "We use tabs but don't like it.",
    "Tabs are the last resort.",
    "Use tabs only as a last resort.",
    "Don't use tabs, it is the last resort.",
    "forget about tabs",
    "Never forget that tabs are banned.",
    "It would be a mistake to use tabs",
    "Tabs are a bad idea",
    "wants no tabs",
    "Please do not use tabs.",
    "Wir haben Tabs probiert und hassen es.",
    "Tabs sind nur eine Notlösung",
    "Vi provade tabs och hatade det.",
    "Tabs är sista utvägen",
    "no usa nunca tabs",
    "ne jamais utiliser tabs",
    "никогда не использовать tabs",
    "tabsは最後の手段",
]

NEITHER = [
    "Why not tabs? They are great.",
    "Why don't we use tabs?",
    "I don't mind tabs.",
    "I don't miss tabs.",
    "Nothing against tabs",
    "Nothing wrong with tabs",
    "As a last resort, tabs.",
    "forget tabs",
    "I always forget to use tabs",
    "There is no reason not to use tabs.",
    "I can't imagine not using tabs.",
    "Not using tabs is not an option.",
    "I don't think tabs are bad",
    "not using tabs would be a mistake",
    "Warum nicht Tabs?",
    "Vergiss Tabs nicht.",
    "Ich kann auf Tabs nicht verzichten.",
    "Tabs stören mich nicht.",
    "Ich hasse Tabs nicht",
    "Ich habe nichts gegen Tabs",
    "Varför inte tabs?",
    "har inget emot tabs",
    "Waarom niet tabs?",
    "Pourquoi pas tabs ?",
    "Je n'ai rien contre tabs",
    "tabs en dernier recours",
    "¿Por qué no tabs?",
    "No me importa usar tabs",
    "Perché non tabs?",
    "Hvorfor ikke tabs?",
    "Dlaczego nie tabs?",
    "Почему бы не tabs?",
    "Miért ne tabs?",
    "Nem tudok tabs nélkül élni",
    "为什么不用tabs",
    "tabsでも構わない",
]


def vote(text: str, topic: str = "") -> str:
    """What a preference says of tabs: chosen against another default, or left though it is the default."""
    options = (*OTHERS, Option("tabs", ("tabs",)))
    said = [Preference(1, text, 0.9, topic)]
    if choose(options, "other", said).name == "tabs":
        return "for"
    return "neither" if choose(options, "tabs", said).name == "tabs" else "against"


@pytest.mark.parametrize("text", FOR)
def test_a_denial_that_is_taken_back_votes_for_what_it_names(text: str) -> None:
    assert vote(text) == "for"


@pytest.mark.parametrize("text", AGAINST)
def test_what_was_tried_and_hated_or_comes_last_is_voted_against(text: str) -> None:
    assert vote(text) == "against"


@pytest.mark.parametrize("text", NEITHER)
def test_what_may_be_meant_either_way_has_no_vote(text: str) -> None:
    assert vote(text) == "neither"


@pytest.mark.parametrize("text", ["Don't forget it.", "Doesn't dislike it.", "Never mind it.", "Why not?"])
def test_a_topic_gets_no_vote_from_a_text_that_may_be_meant_either_way(text: str) -> None:
    assert vote(text, topic="tabs") == "neither"


POSTGRES, REDIS = Option("postgres", ("Postgres",)), Option("redis", ("Redis",))


@pytest.mark.parametrize("default", ["postgres", "redis"])
@pytest.mark.parametrize(
    "text",
    [
        "Prefer Postgres; Redis only for caching.",
        "Redis only for caching; prefer Postgres.",
        "Use Postgres, only for caching use Redis",
        "We use Postgres and tried Redis and hated it.",
        "We moved from Redis to Postgres because we hated it.",
        "We tried Redis, hated it, and use Postgres",
        "Can't live without Postgres; Redis is the last resort",
        "Postgres bevorzugt, Redis nur für Caching",
    ],
)
def test_what_is_for_one_purpose_or_was_given_up_stands_behind_what_is_for_all(text: str, default: str) -> None:
    assert choose((POSTGRES, REDIS), default, [Preference(1, text, 0.9)]).name == "postgres"


def test_what_is_for_one_purpose_and_stands_alone_is_a_vote() -> None:
    only = [Preference(1, "Redis only for caching", 0.9)]
    assert choose((POSTGRES, REDIS), "postgres", only) == Choice("redis", (1,))


@pytest.mark.parametrize(("text", "chosen"), [("Don't skip tests", "run"), ("Skip tests", "skip")])
def test_an_option_named_by_such_a_verb_is_voted_against_by_its_denial(text: str, chosen: str) -> None:
    options = (Option("run", ("run",)), Option("skip", ("skip",)))
    for default in ("run", "skip"):
        assert choose(options, default, [Preference(1, text, 0.9)]).name == chosen


@pytest.mark.parametrize("scrap", ["not ", "forget and not it ", "why not tabs ", "tabs only for "])
def test_a_text_of_nothing_but_signs_has_no_vote_and_costs_little(scrap: str) -> None:
    began = time.process_time()
    assert vote(scrap * 4000 + "tabs") == "neither"
    assert time.process_time() - began < 2
