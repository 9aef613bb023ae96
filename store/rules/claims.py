"""One text, taken apart once, so that it can be compared with many."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from .claim_language import choose_language, vote_for_languages
from .claim_parts import Claim, Kind, Sentence, Unit
from .claim_tokens import Form, Token, cut_text
from .claim_units import read_units
from .lexicon import NOTHING, VERB_ROLES, Lexicon, Role, lexicon_of
from .normal_forms import fold_typography, normalise_content
from .past_events import tell_of_an_event

MAX_FOLDED_CHARACTERS = 8_000
MAX_TOKENS = 900


def analyse_claim(text: str) -> Claim:
    """The claim that the text makes; any text at all is taken."""
    tokens = _cut(text)
    votes = _count_votes(text, tokens)
    language = choose_language(dict(votes))
    return Claim(text, normalise_content(text), language, votes, _read_sentences(tokens, language))


def agree_on_language(old: Claim, new: Claim) -> tuple[Claim, Claim]:
    """Both claims read in that of their two languages for which more speaks in the two together."""
    if old.language == new.language:
        return old, new
    votes = Counter(dict(old.votes)) + Counter(dict(new.votes))
    language = choose_language({code: votes[code] for code in (old.language, new.language)})
    return (old, _read_again(new, language)) if old.language == language else (_read_again(old, language), new)


def _read_again(claim: Claim, language: str) -> Claim:
    return replace(claim, language=language, sentences=_read_sentences(_cut(claim.text), language))


def _cut(text: str) -> tuple[Token, ...]:
    """The tokens of a text, none when it has too many to be compared within the time of a write."""
    folded = fold_typography(text)
    if len(folded) > MAX_FOLDED_CHARACTERS:
        return ()
    tokens = tuple(cut_text(folded))
    size = sum(len(token.text) if token.form is Form.RUN else 1 for token in tokens)
    return tokens if size <= MAX_TOKENS else ()


def _count_votes(text: str, tokens: Sequence[Token]) -> tuple[tuple[str, float], ...]:
    votes = vote_for_languages(text.casefold(), (t.lower for t in tokens if t.form is Form.WORD))
    for token in tokens:
        if token.form is Form.RUN:
            code = "ja" if any("\u3040" <= c <= "\u30ff" for c in token.text) else "zh"
            votes[code] = votes.get(code, 0.0) + (4.0 if code == "ja" else 1.0)
    return tuple(sorted(votes.items()))


def _read_sentences(tokens: Sequence[Token], language: str) -> tuple[Sentence, ...]:
    lexicon = lexicon_of(language)
    return tuple(filter(None, (_read_sentence(part, lexicon) for part in _split_sentences(tokens, lexicon))))


def _split_sentences(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[list[Token]]:
    part: list[Token] = []
    for position, token in enumerate(tokens):
        if token.form is Form.STOP and _ends_sentence(tokens, position, lexicon):
            yield part
            part = []
        elif token.form is not Form.STOP:
            part.append(token)
    yield part


def _ends_sentence(tokens: Sequence[Token], position: int, lexicon: Lexicon) -> bool:
    """A point after a number may be that of an ordinal (3. Mai, 2. Stock); a small letter goes on with the sentence."""
    if position + 1 >= len(tokens):
        return True
    before, after = tokens[position - 1] if position else None, tokens[position + 1]
    if after.form is Form.WORD and after.text[:1].islower():
        return False
    if before is None or before.form is not Form.NUMBER or tokens[position].text != ".":
        return True
    is_short = len(before.text) <= 2 and lexicon.code in _POINTED_ORDINALS
    return not is_short and not lexicon.words.get(after.lower, NOTHING).month


_POINTED_ORDINALS = frozenset(("de", "da", "hu", "pl"))


def _read_sentence(tokens: Sequence[Token], lexicon: Lexicon) -> Sentence | None:
    units = read_units(tokens, lexicon)
    if not units:
        return None
    roles = 0
    content: list[Unit] = []
    for unit in units:
        roles |= unit.roles
        if unit.kind is not Kind.LIGHT:
            content.append(unit)
    if lexicon.future_frames and any(f"{token.lower}_{tokens[-1].lower}" in lexicon.future_frames for token in tokens):
        roles |= Role.FUTURE
    roles = roles | Role.HAPPENED if tell_of_an_event(units, lexicon) else roles & ~Role.HAPPENED
    keys = tuple(unit.key for unit in content)
    polarity = roles & (Role.NEGATION | Role.WITHOUT)
    return Sentence(units, tuple(content), keys, roles, polarity, _end_of_subject(units, lexicon.code))


def _end_of_subject(units: Sequence[Unit], code: str) -> int:
    """Units of content before the first verb, in Japanese before the topic's particle; 0 in Hungarian."""
    if code == "hu":
        return 0
    length = 0
    for unit in units:
        if unit.key in _TOPIC_MARKS if code == "ja" else unit.roles & VERB_ROLES and not unit.roles & Role.FUNCTIONAL:
            return length
        length += unit.kind is not Kind.LIGHT
    return 0


_TOPIC_MARKS = frozenset("\u306f\u304c")
