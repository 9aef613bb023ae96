"""What tells a real value from a stand-in: the checks that the named patterns of `secret_patterns` can't express."""

import base64
import binascii
import json
import re

_WORDS = re.compile(r"(?:(?:[a-z]{1,15}[-_.])+[a-z]{1,15}|(?:[A-Z]{1,15}[-_.])+[A-Z]{1,15})(?:[-_.]?[0-9]{1,4})?")
_MASK = re.compile(r"[xX*.•…_-]{8,}\Z|0{12,}\Z")
_SHORT_MASK = re.compile(r"[xX*.•…_-]+")
_TEMPLATE = re.compile(r"[$%<{\[(]|\{\{|.*\$\{")
_CONSTANT_NAME = re.compile(r"[A-Z][A-Z_]*")
_CHECKSUM = re.compile(r"(?:sha[0-9]+|md5|blake[0-9a-z]*)[-:].*|[0-9a-f]{7,}|[0-9A-F]{7,}")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_ADDRESS = re.compile(r"[.~]{0,2}/.*|[\w+.-]+://.*|[\w-]+(?:\.[A-Za-z_][\w-]*)+")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}.*")
_CLASSES = tuple(map(re.compile, ("[a-z]", "[A-Z]", "[0-9]", "[^a-zA-Z0-9]")))


def is_issued(value: str) -> bool:
    """Not a stand-in for a token: no words joined by hyphens, no run of x, stars or dots at the end."""
    return not (_WORDS.fullmatch(value) or _MASK.search(value))


def is_mixed(value: str) -> bool:
    """Issued, with upper case, lower case and digits."""
    return is_issued(value) and all(one.search(value) for one in _CLASSES[:3])


def is_password(value: str) -> bool:
    """Not a template (`${PASSWORD}`, `{password}`, `%s`), a mask (`***`) or a constant's name (`PASSWORD`)."""
    return not (_TEMPLATE.match(value) or _SHORT_MASK.fullmatch(value) or _CONSTANT_NAME.fullmatch(value))


def is_written_password(value: str) -> bool:
    """A password where its name stands beside it: the name itself is a stand-in too."""
    return is_password(value) and value.lower() not in ("password", "passwd", "pass", "pwd", "secret")


def is_credential(value: str) -> bool:
    """Issued, at least 16 characters with letters and digits; no stand-in."""
    has_both = re.search("[A-Za-z]", value) and re.search("[0-9]", value)
    return len(value) >= 16 and bool(has_both) and is_issued(value) and is_password(value)


def is_random_looking(value: str) -> bool:
    """A credential that is no checksum, UUID, path, address, dotted name or date either."""
    others = (_CHECKSUM, _UUID, _ADDRESS, _DATE)
    return is_credential(value) and not any(other.fullmatch(value) for other in others)


def is_strong_password(value: str) -> bool:
    """At least three of lower case, upper case, digits and others, and none of the things that only look so."""
    others = (_CHECKSUM, _UUID, _ADDRESS, _DATE)
    classes = sum(1 for one in _CLASSES if one.search(value))
    return classes >= 3 and is_issued(value) and is_password(value) and not any(o.fullmatch(value) for o in others)


def is_aws_secret(value: str) -> bool:
    """Forty characters of base64 that are not a commit id."""
    return is_issued(value) and not _CHECKSUM.fullmatch(value)


def is_jwt(value: str) -> bool:
    """Whether the first part is a JSON object, as in every JSON web token."""
    try:
        return isinstance(json.loads(_decoded(value.split(".")[0])), dict)
    except ValueError:
        return False


def is_basic_pair(value: str) -> bool:
    """Whether base64 hides `user:password`, as in every basic authorization."""
    return b":" in _decoded(value)


def is_discord_token(value: str) -> bool:
    """Whether the first part is base64 of the bot's numeric id."""
    return _decoded(value.split(".")[0]).isdigit()


def _decoded(part: str) -> bytes:
    try:
        return base64.b64decode(part.rstrip("=") + "=" * (-len(part.rstrip("=")) % 4), altchars=b"-_")
    except binascii.Error:
        return b""
