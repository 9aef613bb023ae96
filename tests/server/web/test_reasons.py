"""What tools and store say is said in the person's language, and the catalogue can't fall behind the source."""

import ast
import itertools
import re
import time
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path

import palimpsest.tools
import pytest
from page_kit import Shown, open_page
from palimpsest.server.web.id_links import with_links
from palimpsest.server.web.reasons import in_words, templates
from palimpsest.server.web.words import entries, words
from palimpsest.store import errors
from palimpsest.store.model import Caller
from palimpsest.tools.policy_curation import UNCHANGED
from palimpsest.tools.wording import wording_for

ROOT = Path(palimpsest.tools.__file__).parents[1]
PLACE = re.compile(r"{\w*}")
NL = words("nl")
PERSON = wording_for(Caller(is_person=True))


REFUSALS = {
    name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, errors.PalimpsestError)
}


def _text(node: ast.expr) -> str | None:
    """A text of the source, `{}` where it has a value."""
    match node:
        case ast.JoinedStr(values):
            return "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in values)
        case ast.Constant(str(text)):
            return text
        case _:
            return None


def _source_texts() -> Iterator[str]:
    for folder in ("tools", "store", "server"):
        for source in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(source.read_text("utf-8"))):
                if isinstance(node, ast.expr) and (text := _text(node)) is not None:
                    yield text


def test_every_sentence_has_words_in_both_languages() -> None:
    for language in ("en", "nl"):
        said = {
            key.removeprefix("reasons.") for key in entries(language) if key.count(".") == 1 and key[:8] == "reasons."
        }
        assert said == templates().keys()


def test_no_value_is_asked_for_that_the_source_does_not_give() -> None:
    for language in ("en", "nl"):
        for key, template in templates().items():
            assert set(re.findall(r"{(\w+)}", str(entries(language)[f"reasons.{key}"]))) <= set(
                re.findall(r"{(\w+)}", template)
            ), (language, key)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("F3 is in use: there is nothing to restore.", "F3 is in gebruik: er valt niets te herstellen."),
        ("F1: it was deleted as wrong before", "F1: het was al verwijderd als onjuist"),
        (
            "C4 can't be overturned: A side of C4 was erased.",
            "C4 kan niet worden omgekeerd: Een kant van C4 is gewist.",
        ),
        (
            "F1, F2, which F3 had replaced, can be restored. P1 was derived from one of them and stays in force.",
            "F1, F2 (vervangen door F3) kun je nu herstellen. P1 is van een daarvan afgeleid en blijft van kracht.",
        ),
        (
            "content has 5,000 characters, the limit is 4,000: shorten it or split it.",
            "Tekst heeft 5,000 tekens, de grens is 4,000: kort het in of splits het.",
        ),
        (
            "F7 and F9 are stale: src/api.py changed since, docs/a.md is gone. "
            "At least 200 match and the best 200 were ranked: narrow it down.",
            "F7 en F9 zijn verouderd: src/api.py is sindsdien gewijzigd, docs/a.md is er niet meer. "
            "Er passen er minstens 200, en de beste 200 zijn op volgorde gezet: zoek gerichter.",
        ),
        (
            "C4 can't be overturned: F3, which won, is under F9 since.",
            "C4 kan niet worden omgekeerd: F3, dat bleef staan, ligt sindsdien onder F9.",
        ),
        (
            "'agent': give 1 to 64 printable characters without a space at either end.",
            "‘agent’: geef 1 tot 64 leesbare tekens zonder spatie aan het begin of eind.",
        ),
    ],
)
def test_sentences_are_said_in_dutch_with_their_values(text: str, said: str) -> None:
    assert in_words(text, NL) == said


def test_an_unknown_sentence_is_left_alone() -> None:
    assert in_words("Nobody ever said this.", NL) is None
    assert in_words("F3 is in use: there is nothing to restore. Nobody ever said this.", NL) is None


def test_values_stay_text() -> None:
    text = in_words(
        "There is no workspace '<b>{0}' yet: an agent's first write makes it, or the first grant or setting.", NL
    )
    assert text is not None
    assert "&lt;b&gt;{0}" in with_links(text, str)


SAID_TO_AGENTS = {
    "tools/candidates.py", "tools/consolidation.py", "tools/context_tools.py", "tools/decision_tools.py",
    "tools/fact_tools.py", "tools/model_answer.py", "tools/note_tools.py", "tools/policy_tools.py", "tools/shapes.py",
    "tools/taking.py", "tools/views.py",
}  # fmt: skip
"""The page calls none of their tools, and its forms give no parameter of a wrong shape."""
SAID_TO_WHOEVER_RUNS_IT = ("tools/settings.py", "tools/sources.py", "store/migrations.py", "store/driver.py")
"""They are acted on at a terminal, by settings, installing or the register."""
MODELS = "store/embedders/"
"""The commonest troubles of models have their words; others stay as whoever runs the server knows them."""
TOLD_ELSEWHERE = {
    "There is no observation {} for you; cite those that you recorded.",
    "Your user kept the old one, but {} changed while they were asked, so nothing was stored. Look at what is there "
    "now, and propose it again if it still holds.",
    "A copy for the rehearsal can't be made ({}). Nothing was changed: free some space.",
}
"""To agents that cite or ask, and to whoever rehearses a consolidation."""
FILLED = (
    "F12", "x", "memory_conflict.list", "memory_fact.update", "restore it first", "a folder",
    "the database of another program", UNCHANGED, PERSON.adds_support, "C4 is open: no rule has settled it.",
)  # fmt: skip
"""What the source puts in the places of its sentences."""


def _refusals() -> Iterator[tuple[str, str]]:
    """Every sentence that tools and store refuse something with, and where."""
    for folder in ("tools", "store"):
        for source in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(source.read_text("utf-8"))):
                match node:
                    case ast.Raise(exc=ast.Call(func=ast.Name(id=name), args=[said, *_])) if name in REFUSALS:
                        if (text := _text(said)) is not None:
                            yield str(source.relative_to(ROOT)), text
                    case ast.Call(func=ast.Name(id="Kept"), args=[_, said]) if (text := _text(said)) is not None:
                        yield str(source.relative_to(ROOT)), text
                    case _:
                        pass


def _is_known(text: str) -> bool:
    parts = text.split("{}")
    places = itertools.product(FILLED, repeat=min(len(parts) - 1, 4))
    return any(in_words("".join(map("".join, zip_longest(parts, filled, fillvalue=""))), NL) for filled in places)


def test_every_refusal_that_a_person_can_meet_has_words() -> None:
    lost = sorted(
        {
            f"{place}: {text}"
            for place, text in _refusals()
            if place not in SAID_TO_AGENTS and place not in SAID_TO_WHOEVER_RUNS_IT and not place.startswith(MODELS)
            if text not in TOLD_ELSEWHERE and not _is_known(text)
        }
    )
    assert lost == []


def test_a_hostile_text_costs_no_more_than_a_long_one() -> None:
    """Time grows with the length alone: half as long takes no less than a tenth."""
    for hostile in ("a", "'", ". ", "F1, ", "F1: ", "x, ", "' holds a secret (", "it was erased before, in "):
        half, whole = (_seconds((hostile * 2000)[:length]) for length in (1000, 2000))
        assert whole < 10 * half + 0.01, hostile


def _seconds(text: str) -> float:
    began = time.process_time()
    in_words(text, NL)
    return time.process_time() - began


def test_every_sentence_stands_in_the_source() -> None:
    said = [text for text in _source_texts() if len(text.replace("{}", "")) > 4]
    patterns = [re.compile(".+?".join(map(re.escape, text.split("{}"))), re.DOTALL) for text in said if "{}" in text]
    whole = "\n".join(said)
    lost = [
        key
        for key, template in templates().items()
        if not any(part.strip() and part.strip() in whole for part in [max(PLACE.split(template), key=len)])
        and not any(one.fullmatch(template) for one in patterns)
    ]
    assert lost == ["missing"]  # of a call without a place in it: the source leaves that out


LOOKED_AT = (
    "facts", "facts?cursor=x", "facts?as_of=2026-13-45", "facts?domain=No+Domain", "facts?q=port&mode=hybrid",
    "facts?q=zzzz", "facts?q=zzzz&domain=nowhere", "facts?state=stale&as_of=2026-01-01", "facts/F999", "facts/F0",
    "facts/F13", "facts/F999/edit", "facts/F999/purge", "policies", "policies?as_agent=%C2%A0x&as_task=x",
    "policies?domain=%2F", "policies?as_repo=a+b", "policies/P99", "policies/P99/edit", "graph?focus=F999",
    "graph?weight=5", "graph?domain=%2F", "conflicts?domain=%2F", "conflicts/C99", "conflicts?cursor=x",
    "access?role=%2F", "access?domain=%2F", "access/tokens", "access/tokens/T99", "review?fact=F999",
    "review/resolutions?cursor=x", "review?number=99", "history?since=soon", "history?subject=%2F", "history/B999",
    "history?of=entries&kind=change", "history/B1?part=F9", "nowhere",
)  # fmt: skip
SENT: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("facts/F13/edit", {"content": " ", "version": "1"}),
    ("facts/F13/edit", {"content": "x" * 5000, "version": "1"}),
    ("facts/F13/edit", {"content": "password=hunter2hunter2", "version": "x"}),
    ("facts/F13/edit", {"content": "x", "valid_until": "soon", "validity": "until", "version": "1"}),
    ("facts/F3/edit", {"content": "x"}),
    ("facts/delete", {"fact_id": "F1"}),
    ("facts/delete", {"fact_id": "F1"}),
    ("facts/delete", {"fact_id": "F999"}),
    ("facts/delete", {"fact_id": "x"}),
    ("facts/restore", {"fact_id": "F3"}),
    ("facts/restore", {"fact_id": "F13"}),
    ("facts/F999/purge", {}),
    ("undo", {"batch_id": "B999"}),
    ("undo", {"batch_id": "B3"}),
    ("undo", {"batch_id": "B3"}),
    ("undo", {"batch_id": "x"}),
    ("conflicts/C99", {"keep": "old"}),
    ("conflicts/C3", {"keep": "old"}),
    ("conflicts/C1", {"keep": "none"}),
    ("conflicts/C1", {"keep": "new", "reason": "x" * 5000}),
    ("conflicts/C2/finding", {"finding": "x"}),
    ("policies/P1/edit", {"rule": "Review every change before it is merged."}),
    ("policies/P1/edit", {"rule": " "}),
    ("policies/delete", {"policy_id": "P99"}),
    ("policies/restore", {"policy_id": "P1"}),
    ("access/grant", {"role": "", "domain": "x", "level": "read"}),
    ("access/grant", {"role": "r", "domain": "/", "level": "read"}),
    ("access/grant", {"role": "r", "domain": "x", "level": "most"}),
    ("access/mode", {"mode": "x"}),
    ("access/tokens", {"agent": " x", "role": "r", "scope": "agent"}),
    ("access/tokens", {"agent": "x", "role": "r", "scope": "agent", "lifetime": "soon"}),
    ("access/tokens/T99", {}),
    ("review/mark", {"fact_id": "F1", "mark": "correct"}),
    ("review/apply", {}),
    ("review/sample", {"size": "0"}),
    ("review/retire", {"fact_id": "F1"}),
)


async def test_whatever_the_dutch_page_refuses_it_says_in_dutch(home: Path) -> None:
    async with open_page(home, language="nl") as page:
        answers = [(one, Shown(await page.http.get(f"{page.base}/{one}", follow_redirects=True))) for one in LOOKED_AT]
        answers += [(f"{one} {form}"[:80], await page.post(one, **form)) for one, form in SENT]
    english = {place: said for place, shown in answers if (said := shown.texts("main [lang=en], #notices [lang=en]"))}
    assert english == {}
    assert len([place for place, shown in answers if shown.status >= 400 or shown.texts(".error")]) > 40
