"""What a record of memory is, and the two sets of limits under which records are selected."""

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["observation", "summary"]


@dataclass(frozen=True, slots=True)
class NameRule:
    """A pattern that describes the whole name, and the same in words for whoever has to mend one."""

    pattern: re.Pattern[str]
    words: str


_CONTRACT_NAME = NameRule(re.compile(r"[a-z][a-z0-9-]{0,31}"), "1 to 32 of a-z, 0-9 and -, a letter first")
_STORED_ID = NameRule(re.compile(r"O[1-9][0-9]{0,18}"), "an observation's id such as O45")
_STORED_NAME = NameRule(
    re.compile(r"(?=.*\S)[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{1,128}"),
    "1 to 128 characters on one line, not blank",
)


@dataclass(frozen=True, slots=True)
class Record:
    """One observation or summary; times are whole seconds, an `expires` of None never comes.

    A record without `revision` doesn't depend on the version register. `outdated`: where no register is given to judge
    by, whether its own source left the revision.
    """

    id: str
    task: str | None
    source: str
    revision: str | None
    created: int
    expires: int | None
    score: float
    kind: Kind
    refs: tuple[str, ...]
    text: str
    outdated: bool = False


FIELDS = ("id", "task", "source", "revision", "created", "expires", "score", "kind", "refs", "text")


@dataclass(frozen=True, slots=True)
class Limits:
    """How large records may be and what they may lack.

    `name_rule` holds for task, source and revision. The `may_` switches allow None for task, revision and expiry.
    `empty_register_outdates`: whether a register without entries outdates everything or nothing.
    `marks_headers`: whether lines of a text that imitate a block header are marked in the answer.
    """

    id_rule: NameRule
    name_rule: NameRule
    max_records: int
    max_versions: int
    max_refs: int
    max_text_chars: int
    max_budget_chars: int
    max_time: int
    may_lack_task: bool
    may_lack_revision: bool
    may_never_expire: bool
    empty_register_outdates: bool
    marks_headers: bool


CONTRACT = Limits(
    id_rule=_CONTRACT_NAME,
    name_rule=_CONTRACT_NAME,
    max_records=64,
    max_versions=64,
    max_refs=8,
    max_text_chars=1_000,
    max_budget_chars=20_000,
    max_time=1_000_000_000,
    may_lack_task=False,
    may_lack_revision=False,
    may_never_expire=False,
    empty_register_outdates=True,
    marks_headers=False,
)

STORED = Limits(
    id_rule=_STORED_ID,
    name_rule=_STORED_NAME,
    max_records=10_000,
    max_versions=10_000,
    max_refs=64,
    max_text_chars=4_000,
    max_budget_chars=200_000,
    max_time=253_402_300_799,  # the last second of the year 9999, where datetime ends
    may_lack_task=True,
    may_lack_revision=True,
    may_never_expire=True,
    empty_register_outdates=False,
    marks_headers=True,
)
