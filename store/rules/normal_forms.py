"""Keys under which two spellings of one topic, or of one text, meet."""

import re
import unicodedata

_QUOTES = "\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4"
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u300c\u300d\u300e\u300f\u2039\u203a"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_INVISIBLE = "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff"
_PLAIN = (
    {ord(c): "'" for c in _QUOTES}
    | {ord(c): '"' for c in _DOUBLE_QUOTES}
    | {ord(c): "-" for c in _DASHES}
    | {ord(c): None for c in _INVISIBLE}
)
_TYPOGRAPHY = re.compile(f"[{_QUOTES}{_DOUBLE_QUOTES}{_DASHES}{_INVISIBLE}]")
# NFKC would write these as plain digits and letters beside their neighbours: 10 with a raised 2 would become 102.
_KEPT_FORMS = re.compile(
    "([\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209c\u2150-\u215f\u2189\u2460-\u24ff\u2776-\u2793\u3251-\u325f\u32b1-\u32bf]+)"
)
_CLOSING = " .!,;:\u3002\u3001\u2026\u0964\u06d4\u061b\u060c"
# `The port is: 8080`; in `10: 30` it parts two numbers, and without a space behind it (`a:b`, `::`) it is no pause.
_COLON = re.compile(r"(?<=[^\W\d]):(?= )|(?<=\d):(?= \D)")
_SPACES = re.compile(r"\s+")
_CODE_MARK = re.compile(r"(?<=[^\W\d_])(?:\+\+|#)")
_DECIMAL = re.compile(r"(?<=\d)[.,](?=\d)")
# Where case tells things apart: flags, paths, variables, calls, names in snake_case or camelCase. Names of products
# (`GitHub`, `JavaScript`, `TCP/IP`) are written as one likes.
_CASED = re.compile(
    r"(?<![\w-])--?[^\W\d]|(?<!\w)[/\\]\w|\w[/\\][^/\\\s]+[/\\]\w"
    r"|(?<![\w/\\.-])[a-z][\w.-]*[/\\]\S*[A-Z]|[^\W_]_+[^\W_]|\$[^\W\d]|::\w|\w=\w|\w\(\)|(?<![A-Za-z])[a-z]{2,}[A-Z][a-z]"
)
_ADDRESS = re.compile(r"[\"'`(<]*[a-z][a-z0-9+.-]*://[^/?#]*", re.IGNORECASE)
_WORD = re.compile(r"\S+")
_KEPT_IN_TOPIC = "LMN"


def fold_typography(text: str) -> str:
    """The text in NFKC with plain quotes, plain dashes and no invisible marks; raised and circled digits stay."""
    if text.isascii():
        return text
    # Quotes go first: NFKC would part an acute accent used as an apostrophe into a space and a mark.
    return _compose(text.translate(_PLAIN) if _TYPOGRAPHY.search(text) else text)


def _compose(text: str) -> str:
    if text.isascii() or not _KEPT_FORMS.search(text):
        return unicodedata.normalize("NFKC", text)
    return "".join(p if i % 2 else unicodedata.normalize("NFKC", p) for i, p in enumerate(_KEPT_FORMS.split(text)))


def fold_case(text: str) -> str:
    """The text without case, save where case carries meaning: `-o` is not `-O`, `/srv/App` is not `/srv/app`."""
    lower = text.casefold()
    return lower if lower == text or not _CASED.search(text) else _WORD.sub(_fold_word, text)


def _fold_word(match: re.Match[str]) -> str:
    word = match.group()
    if address := _ADDRESS.match(word):
        return address.group().casefold() + word[address.end() :]
    return word if _CASED.search(word) else word.casefold()


def normalise_content(content: str) -> str:
    """Key for 'same text': typography, spaces, closing punctuation and the case of words aside; what means more stays.

    A colon between words goes, as a text may be given with it or without (`The port is: 8080`). A closing question
    mark stays: a question is not the statement it asks about.
    """
    folded = _compose(fold_case(fold_typography(content)))
    spaced = _SPACES.sub(" ", folded).strip()
    return _COLON.sub("", spaced.rstrip(_CLOSING) or spaced)


def normalise_topic(topic: str) -> str:
    """Key of a topic: case, spaces, punctuation and Unicode form aside, in every script.

    Spaces vanish, so that `Java version`, `java-version` and `javaversion` are one topic. `C++` and `C#` keep their
    marks and `3.1` its point, because without them they would name another thing.
    """
    folded = _compose(fold_typography(topic).casefold()).translate(_NEVER_HIDDEN)
    marked = _DECIMAL.sub("\ue000", _CODE_MARK.sub(_hide_code_mark, folded))
    kept = "".join(c for c in marked if c in _HIDDEN or unicodedata.category(c)[0] in _KEPT_IN_TOPIC)
    if not kept:
        kept = "".join(c for c in folded if unicodedata.category(c)[0] == "S") or "".join(folded.split())
    return _compose(kept.translate(_SHOWN))


_HIDDEN = "\ue000\ue001\ue002"
_NEVER_HIDDEN = dict.fromkeys(map(ord, _HIDDEN))
_SHOWN = {0xE000: ".", 0xE001: "++", 0xE002: "#"}


def _hide_code_mark(mark: re.Match[str]) -> str:
    return "\ue001" if mark.group() == "++" else "\ue002"
