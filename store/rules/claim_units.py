"""Reads tokens with a lexicon: numbers get values and units, dates their parts, words their roles."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from .claim_bounds import read_bounds
from .claim_parts import Kind, Unit
from .claim_tokens import Form, Token
from .clock_times import join_times, write_clock
from .lexicon import LIGHT_ROLES, NOTHING, PERSON, Entry, Lexicon, Role
from .numerals import is_unit, read_quantity
from .unspaced import cut_run

_NAME_SUFFIX = re.compile(
    r"(?<=[\w.])(?:-[a-z\u00e1\u00e9\u00ed\u00f3\u00f6\u0151\u00fa\u00fc\u0171]{1,4}|:[a-z]{1,4})$"
)
_SUFFIXING = frozenset(("hu", "sv", "da", "pl"))
PLACE_BY_CASE = "@place"
_PLACE_CASE = re.compile(r".{3,}(?:ban|ben|on|en|ön|án|én|nál|nél|ában|ében|ett|ött|ott)$")
_REACH = 4
"""How far behind a number an article may still mean `per`: 60 requests a minute."""
_YEARS = range(1900, 2100)


def read_units(tokens: Sequence[Token], lexicon: Lexicon) -> tuple[Unit, ...]:
    """The units of one sentence: without articles, pauses and filler at its edges, each after its preposition."""
    spread: list[Token] = []
    for token in tokens:
        if token.form is Form.RUN:
            follows_number = bool(spread) and spread[-1].form is Form.NUMBER
            spread.extend(cut_run(token, lexicon, follows_number=follows_number))
        else:
            spread.append(token)
    spread = [_as_number(token, following, lexicon) for token, following in zip_longest(spread, spread[1:])]
    units = _date(_drop_filler(_read_tokens(join_times(spread, lexicon), lexicon)))
    return _relate(read_bounds(_join_titles(units), lexicon))


def _as_number(token: Token, following: Token | None, lexicon: Lexicon) -> Token:
    """`12.50` before a unit is no time of the day."""
    is_number = token.form is Form.TIME and token.lower.replace(".", "", 1).isdecimal()
    if not is_number or following is None or not is_unit(following, lexicon):
        return token
    return Token(Form.NUMBER, token.text, token.lower)


def _read_tokens(tokens: Sequence[Token], lexicon: Lexicon) -> list[Unit | None]:
    """Units in order, None for a pause."""
    units: list[Unit | None] = []
    position = 0
    while position < len(tokens):
        token = tokens[position]
        if token.form is Form.PAUSE:
            units.append(None)
            position += 1
            continue
        length, entry = _find_phrase(tokens, position, lexicon)
        number = None
        if length == 1 and token.form in (Form.NUMBER, Form.WORD):
            may_be_article = not any(u is not None and u.kind is Kind.NUMBER for u in units[-_REACH:])
            number, size = read_quantity(tokens, position, lexicon, may_be_article=may_be_article)
            length = size or 1
        text = " ".join(t.text for t in tokens[position : position + length])
        if number is not None:
            units.append(_read_number(number, text, tokens[position : position + length + 1], lexicon))
        elif entry is not None:
            units.append(_read_entry(entry, text, _stem_of_phrase(tokens[position : position + length], lexicon)))
        elif token.form is Form.TIME and _is_version(tokens, position, units, lexicon):
            units.append(Unit(Kind.VERSION, f"#{token.lower}", token.text))
        else:
            units.extend(_read_single(token, lexicon, is_first=not any(units)))
        position += length
    return units


def _read_number(number: str, text: str, tokens: Sequence[Token], lexicon: Lexicon) -> Unit:
    """An ordinal (`the second node`, `第二`, `2nd`) counts nothing: it says which one."""
    if number.startswith("@"):
        return Unit(Kind.DATE, number, text)
    said = lexicon.words.get(tokens[0].lower, NOTHING)
    is_ordinal = said.roles & Role.ORDINAL or text.startswith("第") or tokens[-1].lower in _ORDINAL_ENDINGS
    if not is_ordinal or " " in number:
        return Unit(Kind.NUMBER, number, text)
    return Unit(Kind.NUMBER, number, text, Role.ORDINAL, counts=False)


_ORDINAL_ENDINGS = frozenset(("st", "nd", "rd", "th"))


def _is_version(tokens: Sequence[Token], position: int, units: Sequence[Unit | None], lexicon: Lexicon) -> bool:
    """`Python 3.11` tells no time: it stands behind a name, or behind a noun where times are written with a colon."""
    before = units[-1] if units else None
    if before is None or "." not in tokens[position].lower or not tokens[position].lower[-1].isdecimal():
        return False
    if position + 1 < len(tokens) and tokens[position + 1].lower in _CLOCK_WORDS:
        return False
    is_noun = before.kind is Kind.WORD and not before.roles & ~_NOUN_ROLES and lexicon.code in _COLON_TIMES
    return is_noun or before.kind in (Kind.NAME, Kind.CODE) or before.sense in (SIZES, EQUALS)


_CLOCK_WORDS = frozenset(("am", "pm", "a.m", "p.m", "uhr", "uur", "h"))
_COLON_TIMES = frozenset(("en", "zh", "ja"))


def _find_phrase(tokens: Sequence[Token], position: int, lexicon: Lexicon) -> tuple[int, Entry | None]:
    for rest, entry in lexicon.phrases.get(tokens[position].lower, ()):
        end = position + 1 + len(rest)
        if end <= len(tokens) and all(t.lower == w for t, w in zip(tokens[position + 1 : end], rest, strict=True)):
            return end - position, entry
    return 1, _find_marked(tokens, position, lexicon)


def _find_marked(tokens: Sequence[Token], position: int, lexicon: Lexicon) -> Entry | None:
    """The entry of a word that means something else at the end of a clause (is on) or before a number (over 500)."""
    following = tokens[position + 1].form if position + 1 < len(tokens) else Form.PAUSE
    if tokens[position].lower in lexicon.quits and following is Form.WORD:
        return _QUIT if tokens[position + 1].lower.endswith("ing") else None
    if following is Form.PAUSE:
        return lexicon.words.get(f"{tokens[position].lower}$")
    return lexicon.words.get(f"{tokens[position].lower}#") if following is Form.NUMBER else None


_QUIT = Entry(Role.NO_LONGER | Role.NEGATION)


def _read_single(token: Token, lexicon: Lexicon, *, is_first: bool) -> list[Unit]:
    match token.form:
        case Form.DATE:
            return [Unit(Kind.DATE, part, token.text) for part in _cut_date(token.lower)]
        case Form.TIME:
            return [Unit(Kind.DATE, f"@{write_clock(token.lower)}", token.text)]
        case Form.VERSION:
            return [Unit(Kind.VERSION, f"#{token.lower}", token.text)]
        case Form.CODE:
            return [_read_code(token, lexicon)]
        case Form.SIGN:
            return [_read_sign(token)]
        case Form.QUOTED:
            return [Unit(Kind.QUOTED, _quoted_key(token.lower), token.text)]
        case _:
            return [_read_word(token, lexicon, is_first=is_first)]


def _stem_of_phrase(tokens: Sequence[Token], lexicon: Lexicon) -> str:
    """The key of the one word that carries a phrase (`managed by`, `goes to`); empty when none does, or several."""
    telling = [t.lower for t in tokens if not lexicon.words.get(t.lower, NOTHING).roles & LIGHT_ROLES]
    if len(telling) != 1:
        return ""
    synonym = lexicon.find(telling[0]).synonym
    return f"={synonym}" if synonym else lexicon.stem(telling[0])


def _read_sign(token: Token) -> Unit:
    sense, pole = SIGNS.get(token.lower, ("", 0))
    return Unit(Kind.OPPOSED, token.lower, token.text, sense=sense, pole=pole)


ARROWS, SIZES, EQUALS = "@arrow", "@size", "@equal"
SIGNS = {
    "->": (ARROWS, 1), "<-": (ARROWS, 2), "<": (SIZES, 1), "<=": (SIZES, 1), ">": (SIZES, 2), ">=": (SIZES, 2),
    "==": (EQUALS, 1), "!=": (EQUALS, 2), "&&": ("@both", 1), "||": ("@both", 2),
}  # fmt: skip


def _quoted_key(lower: str) -> str:
    """One quoted word meets the same word without quotes; a quoted phrase is a unit of its own."""
    return lower if not any(c.isspace() for c in lower) else f'"{lower}'


def _cut_date(date: str) -> list[str]:
    if date.startswith("@"):
        return [date]
    first, second, third = re.split(r"[-./]", date)
    year, month, day = (first, second, third) if len(first) == 4 else (third, second, first)
    return [f"@y{year}", f"@m{int(month)}", f"@d{int(day)}"]


def _read_code(token: Token, lexicon: Lexicon) -> Unit:
    if lexicon.code in _SUFFIXING and (stripped := _NAME_SUFFIX.sub("", token.lower)) != token.lower:
        return Unit(Kind.NAME if token.text[:1].isupper() else Kind.CODE, stripped, token.text)
    entry = lexicon.words.get(token.lower.casefold(), NOTHING)
    key = f"={entry.synonym}" if entry.synonym else token.lower
    return Unit(Kind.CODE, key, token.text, entry.roles)


def _read_word(token: Token, lexicon: Lexicon, *, is_first: bool) -> Unit:
    lower, is_capitalised = token.lower, token.text[:1].isupper()
    if lexicon.code in _SUFFIXING and is_capitalised:
        lower = _NAME_SUFFIX.sub("", lower)
    if is_capitalised and len(lower) == 1 and not is_first and lower != "i":
        return Unit(Kind.NAME, lower, token.text)
    entry = lexicon.find(lower)
    if entry.month and entry.roles and (is_first or not is_capitalised):
        entry = replace(entry, month=0)
    if entry is not NOTHING:
        may_name = is_capitalised and not is_first and not (entry.sense and lexicon.code == "de")
        return _read_entry(entry, token.text, lexicon.stem(lower), is_capitalised=may_name)
    is_name = is_capitalised and (not is_first or lexicon.code == "de")
    relation = PLACE_BY_CASE if lexicon.code == "hu" and _PLACE_CASE.match(lower) else ""
    return Unit(Kind.NAME if is_name else Kind.WORD, lexicon.stem(lower), token.text, relation=relation)


def _read_entry(entry: Entry, text: str, stem: str = "", *, is_capitalised: bool = False) -> Unit:
    stem = stem or text.casefold()
    if entry.month or entry.weekday:
        key = f"@m{entry.month}" if entry.month else f"@w{entry.weekday}"
        return Unit(Kind.DATE, key, text)
    if entry.rate:
        return Unit(Kind.NUMBER, f"per:{entry.rate}", text, entry.roles)
    if entry.sense:
        key = f"{entry.sense}|{entry.pole}"
        kind = Kind.NAME if is_capitalised and not text.isupper() else Kind.OPPOSED
        return Unit(kind, key, text, entry.roles, entry.sense, entry.pole)
    if entry.roles & LIGHT_ROLES and not entry.roles & Role.ONLY:
        return Unit(Kind.LIGHT, entry.synonym or stem, text, entry.roles, *entry.direction)
    key = f"={entry.synonym}" if entry.synonym else stem
    kind = Kind.NAME if is_capitalised and not entry.roles else Kind.WORD
    return Unit(kind, key, text, entry.roles)


def _drop_filler(units: list[Unit | None]) -> list[Unit | None]:
    """Without an opening (or closing) clause made of nothing but filler words."""
    units = units[_filler_length(units) :]
    closing = _filler_length(list(reversed(units)))
    return units[: len(units) - closing]


def _filler_length(units: list[Unit | None]) -> int:
    """Length of the filler up to a pause or, without one, up to the last filler word of the run."""
    has_filler, length = False, 0
    for position, unit in enumerate(units):
        if unit is None:
            if has_filler:
                length = position + 1
            continue
        if not unit.roles & _BESIDE_FILLER:
            break
        if unit.roles & Role.FILLER:
            has_filler = True
        if has_filler and unit.roles & (Role.LIGHT | Role.ARTICLE) and unit.text.casefold() in _THAT:
            length = position + 1
    return length if length < len(units) else 0


_BESIDE_FILLER = (
    Role.FILLER | Role.LIGHT | Role.BE | Role.ARTICLE | Role.ONE | Role.MUST | Role.MAY | Role.PREPOSITION | Role.FOR
    | Role.EVERYONE
)  # fmt: skip
_THAT = frozenset(
    ("that", "dass", "da\u00df", "att", "dat", "hogy", "que", "qu", "che", "at", "\u017ce", "\u0447\u0442\u043e")
)


_TITLES = frozenset(
    ("mr", "mrs", "ms", "miss", "mx", "dr", "prof", "professor", "herr", "herrn", "frau", "dhr", "mevr", "mevrouw",
     "meneer", "fru", "fröken", "monsieur", "madame", "señor", "señora", "signor", "signora", "senhor", "senhora",
     "pan", "pani")
)  # fmt: skip


def _join_titles(units: list[Unit | None]) -> list[Unit | None]:
    """`Frau Seidel` as one name: who is meant is told by both words."""
    joined: list[Unit | None] = []
    for unit in units:
        before = joined[-1] if joined else None
        if before is not None and unit is not None and before.text.casefold() in _TITLES and unit.text[:1].isupper():
            joined[-1] = Unit(Kind.NAME, f"{before.text.casefold()} {unit.key}", f"{before.text} {unit.text}")
        else:
            joined.append(unit)
    return joined


def _date(units: list[Unit | None]) -> list[Unit | None]:
    """Numbers beside a month are its day, four digits after a preposition or beside a month are a year."""
    dated = list(units)
    for position, unit in enumerate(units):
        if unit is None or unit.kind is not Kind.NUMBER or not unit.key.isdecimal():
            continue
        beside = [_neighbour(units, position, step) for step in (-1, 1)]
        by_month = any(b is not None and b.key.startswith("@m") for b in beside)
        if by_month and int(unit.key) in range(1, 32):
            dated[position] = replace(unit, kind=Kind.DATE, key=f"@d{unit.key}")
        elif int(unit.key) in _YEARS and len(unit.text) == 4 and (by_month or _may_be_year(units, position)):
            dated[position] = replace(unit, kind=Kind.DATE, key=f"@y{unit.key}")
    return dated


def _neighbour(units: list[Unit | None], position: int, step: int) -> Unit | None:
    return units[position + step] if 0 <= position + step < len(units) else None


def _may_be_year(units: list[Unit | None], position: int) -> bool:
    before = _neighbour(units, position, -1)
    return before is None or bool(before.roles & (Role.PREPOSITION | Role.SINCE)) or before.kind is Kind.DATE


def _relate(units: list[Unit | None]) -> tuple[Unit, ...]:
    related: list[Unit] = []
    relation, clause = "", 0
    for position, unit in enumerate(units):
        if unit is None:
            relation, clause = "", clause + 1
            continue
        before = units[position - 1] if position else None
        if unit.kind is Kind.NUMBER:
            unit = _tell_use(unit, before, _neighbour(units, position, 1))
        if unit.kind is Kind.LIGHT:
            if unit.roles & (Role.PREPOSITION | Role.FOR | Role.SINCE | Role.AGENT):
                relation = unit.key
            if not unit.roles & Role.ARTICLE or unit.sense == PERSON:
                related.append(replace(unit, clause=clause) if clause else unit)
            continue
        related.append(replace(unit, relation=relation, clause=clause) if relation or clause else unit)
        relation = unit.key if unit.kind is Kind.OPPOSED and unit.roles & Role.PREPOSITION else ""
    return tuple(related)


def _tell_use(number: Unit, before: Unit | None, after: Unit | None) -> Unit:
    """`worker 3`, `port 8080`: a number behind a noun, with no noun of its own, counts nothing; behind a name it is a
    version (`Java 21`)."""
    is_named = (
        before is not None and before.kind in (Kind.WORD, Kind.NAME, Kind.CODE) and not before.roles & ~_NOUN_ROLES
    )
    if not is_named or before is None or (after is not None and after.kind is not Kind.LIGHT):
        return number
    kind = Kind.VERSION if before.kind is not Kind.WORD and " " not in number.key else Kind.NUMBER
    return replace(number, kind=kind, counts=False)


_NOUN_ROLES = Role.FUNCTIONAL | Role.SCOPE | Role.HOLDER
