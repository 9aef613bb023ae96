"""Whether two topics may be two labels of one thing: `test runner` and `testing framework`.

What a label says is in few of its words. Words of what sort of thing it is (`service`, `framework`) are chosen one way
by one agent and another way by the next; so labels are near when the rest of their words is the same.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from . import analysis, stopwords

# What is used to make or run software with, what runs and answers, and words that only say that something is said.
_KINDS = {
    "means": """framework frameworks runner runners library libraries lib tool tools tooling package engine suite
        harness toolkit software bibliothek werkzeug rahmenwerk bibliotheque outil logiciel moteur biblioteca
        herramienta ferramenta motor libreria strumento motore bibliotheek gereedschap bibliotek ramverk verktyg verktoj
        rammeverk motorja konyvtar keretrendszer eszkoz futtato biblioteka narzedzie silnik библиотека фреймворк
        инструмент движок""",
    "runs": """service services api apis app apps application backend server servers system platform component module
        dienst dienste anwendung plattform komponente modul serveur application plateforme composant servicio servidor
        aplicacion sistema plataforma servico aplicacao servizio applicazione piattaforma dienstverlening toepassing
        tjanst tjeneste applikation program szolgaltatas kiszolgalo szerver alkalmazas rendszer usluga serwer aplikacja
        сервис служба сервер приложение система платформа""",
    "says": """name names number value type kind sort choice selection setting settings config configuration setup info
        information details detail overview current used policy policies strategy rule rules convention conventions
        approach practice practices procedure process standard standards guideline guidelines nummer wert art auswahl
        einstellung einstellungen konfiguration regel regeln richtlinie nom numero valeur choix reglage configuration
        regle politique nombre valor tipo eleccion configuracion regla politica nome scelta impostazione regola naam
        waarde keuze instelling namn varde val installning navn vaerdi valg indstilling nev szam ertek tipus beallitas
        szabaly nazwa numer wartosc wybor ustawienie zasada имя номер значение выбор настройка правило политика""",
}
_BETWEEN_PARTS = re.compile(r"(?<=\w)[-_/.:](?=[^\W\d])")
_RUNS = frozenset(("run", "spaceless"))
MOST_WORDS = 6


@dataclass(frozen=True, slots=True)
class Label:
    """What a topic says: its telling words, each by the terms that it is found by, and of what sorts it names."""

    words: tuple[frozenset[str], ...]
    kinds: frozenset[str] = frozenset()


def read_label(topic: str) -> Label:
    """The words of a topic that tell what it is about; none for one in a script without spaces, or of many words."""
    words: list[tuple[frozenset[str], str | None]] = []
    for piece, terms in analysis.telling_pieces(_BETWEEN_PARTS.sub(" ", topic)):
        if piece.kind in _RUNS:
            return Label(())
        if piece.surface.casefold() not in stopwords.languages_by_word() or piece.surface.isupper():
            words.append((frozenset(terms), _kind_of(piece.surface, terms)))
    telling = [terms for terms, kind in words if kind is None] or [terms for terms, _ in words]
    kinds = frozenset(kind for _, kind in words if kind not in (None, "says"))
    return Label(tuple(telling), kinds) if len(telling) <= MOST_WORDS else Label(())


def are_near(label: Label, other: Label) -> bool:
    """Whether two labels may name one thing: their telling words are the same and their sorts don't differ."""
    if not label.words or not other.words or (label.kinds and other.kinds and not label.kinds & other.kinds):
        return False
    return _holds_all(label, other) and _holds_all(other, label)


def _holds_all(label: Label, other: Label) -> bool:
    return all(any(terms & others for others in other.words) for terms in label.words)


def _kind_of(surface: str, terms: tuple[str, ...]) -> str | None:
    spellings = {_folded(surface), *terms}
    return next((kind for kind, words in _kinds().items() if words & spellings), None)


@cache
def _kinds() -> dict[str, frozenset[str]]:
    return {kind: frozenset(words.split()) for kind, words in _KINDS.items()}


def _folded(word: str) -> str:
    decomposed = unicodedata.normalize("NFD", word.casefold())
    return "".join(ch for ch in decomposed if not unicodedata.combining(ch))
