"""One text, taken apart once, so that it can be compared with many."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .claim_tokens import Form, Token, cut_text
from .claim_units import Kind, Unit, read_units
from .lexicon import Lexicon, Role, choose_language, lexicon_of, vote_for_languages
from .normal_forms import normalise_content

MAX_SENTENCE_UNITS = 120


@dataclass(frozen=True, slots=True)
class Sentence:
    """One statement of a claim."""

    units: tuple[Unit, ...]
    """All but articles and opening filler, in order."""
    content: tuple[Unit, ...]
    """The units that carry the claim, in order."""
    roles: Role
    """All roles that occur in the sentence."""
    subject_ends: int
    """How many units of the content stand before the first verb that is known; 0 when none is known."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the content."""
        return tuple(unit.key for unit in self.content)

    @property
    def polarity(self) -> Role:
        """The negations that occur, whatever their number: several languages say no twice and mean it once."""
        return self.roles & (Role.NEGATION | Role.WITHOUT)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a text says, in the parts that a comparison looks at."""

    text: str
    key: str
    language: str
    votes: tuple[tuple[str, float], ...]
    sentences: tuple[Sentence, ...]


def analyse_claim(text: str) -> Claim:
    """The claim that the text makes; any text at all is taken."""
    tokens = tuple(cut_text(text))
    votes = _count_votes(text, tokens)
    language = choose_language(dict(votes))
    return _build_claim(text, tokens, votes, language)


@lru_cache(maxsize=256)
def analyse_in_language(claim: Claim, language: str) -> Claim:
    """The claim read again as a text of the language."""
    return _build_claim(claim.text, tuple(cut_text(claim.text)), claim.votes, language)


def agree_on_language(old: Claim, new: Claim) -> tuple[Claim, Claim]:
    """Both claims read in the language that speaks loudest in the two together."""
    if old.language == new.language:
        return old, new
    votes = dict(old.votes)
    for code, weight in new.votes:
        votes[code] = votes.get(code, 0.0) + weight
    language = choose_language(votes)
    return tuple(c if c.language == language else analyse_in_language(c, language) for c in (old, new))  # type: ignore[return-value]


def _count_votes(text: str, tokens: Sequence[Token]) -> tuple[tuple[str, float], ...]:
    votes = vote_for_languages(text.casefold(), (t.lower for t in tokens if t.form is Form.WORD))
    for token in tokens:
        if token.form is Form.RUN:
            code = "ja" if any("\u3040" <= c <= "\u30ff" for c in token.text) else "zh"
            votes[code] = votes.get(code, 0.0) + (4.0 if code == "ja" else 1.0)
    return tuple(sorted(votes.items()))


def _build_claim(text: str, tokens: Sequence[Token], votes: tuple[tuple[str, float], ...], language: str) -> Claim:
    lexicon = lexicon_of(language)
    sentences = tuple(filter(None, (_read_sentence(part, lexicon) for part in _split_sentences(tokens))))
    return Claim(text, normalise_content(text), language, votes, sentences)


def _split_sentences(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    part: list[Token] = []
    for position, token in enumerate(tokens):
        if token.form is Form.STOP and _ends_sentence(tokens, position):
            yield part
            part = []
        elif token.form is not Form.STOP:
            part.append(token)
    yield part


def _ends_sentence(tokens: Sequence[Token], position: int) -> bool:
    """A point after a number is an ordinal (31. March) unless a new sentence visibly begins."""
    if position + 1 >= len(tokens):
        return True
    before, after = tokens[position - 1] if position else None, tokens[position + 1]
    if before is None or before.form is not Form.NUMBER or tokens[position].text != ".":
        return after.form is not Form.WORD or not after.text[:1].islower()
    return False


def _read_sentence(tokens: Sequence[Token], lexicon: Lexicon) -> Sentence | None:
    units = read_units(tokens, lexicon)
    if not units:
        return None
    roles = Role(0)
    content: list[Unit] = []
    for unit in units:
        roles |= unit.roles
        if unit.kind is not Kind.LIGHT:
            content.append(unit)
    return Sentence(units, tuple(content), roles, _end_of_subject(units, lexicon.code))


def _end_of_subject(units: Sequence[Unit], code: str) -> int:
    """Units of content before the first verb; in Japanese before the topic's particle; Hungarian order tells nothing."""
    if code == "hu":
        return 0
    length = 0
    for unit in units:
        if unit.key in _TOPIC_MARKS if code == "ja" else unit.roles & _VERB_ROLES and not unit.roles & Role.FUNCTIONAL:
            return length
        length += unit.kind is not Kind.LIGHT
    return 0


_TOPIC_MARKS = frozenset("\u306f\u304c")
_VERB_ROLES = Role.BE | Role.MUST | Role.MAY | Role.SINGLE | Role.MANY | Role.USES | Role.ENDED
