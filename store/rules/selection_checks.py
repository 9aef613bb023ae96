"""Reads values of any shape into records, clocks, budgets and registers, or says which field is wrong.

Only plain types pass: a subclass may compare, hash or copy in its own way. Messages name the field and
never show the value, which may be a secret, a million digits long or impossible to encode.
"""

import re
from collections.abc import Mapping
from typing import NoReturn, cast

from .selection_limits import FIELDS, Kind, Limits, NameRule, Record

_SURROGATE = re.compile("[\ud800-\udfff]")
_SHOWN_KEY_CHARS = 40


def read_records(raw: object, limits: Limits) -> tuple[Record, ...]:
    """The records of a list of dictionaries, in order; ValueError names the first field that breaks the limits."""
    items = _plain_list(raw, "records", limits.max_records)
    records = tuple(_read_record(item, f"records[{index}]", limits) for index, item in enumerate(items))
    by_id: dict[str, Record] = {}
    for index, record in enumerate(records):
        if record.id in by_id:
            _refuse(f"records[{index}].id", "must be unique")
        by_id[record.id] = record
    for index, record in enumerate(records):
        _check_sources(record, by_id, f"records[{index}].refs")
    return records


def read_task(raw: object, limits: Limits) -> str | None:
    """A task's name; None where the limits allow a record without one."""
    return _name_or_none(raw, "task", limits, may_lack=limits.may_lack_task)


def read_now(raw: object, limits: Limits) -> int:
    """The clock, in whole seconds."""
    return _whole_number(raw, "now", limits.max_time)


def read_budget(raw: object, limits: Limits) -> int:
    """The most characters that a selection may take."""
    return _whole_number(raw, "budget", limits.max_budget_chars)


def read_versions(raw: object, limits: Limits) -> dict[str, str]:
    """A copy of the register: source to current revision."""
    if type(raw) is not dict:
        _refuse("versions", "must be a plain dictionary of source to revision")
    entries = cast("dict[object, object]", raw)
    if len(entries) > limits.max_versions:
        _refuse("versions", f"must have at most {limits.max_versions} entries")
    return {
        _name(source, "versions: source", limits.name_rule): _name(revision, "versions: revision", limits.name_rule)
        for source, revision in entries.items()
    }


def _read_record(raw: object, place: str, limits: Limits) -> Record:
    fields = _read_fields(raw, place)
    created, expires = _read_window(fields, place, limits)
    kind = _read_kind(fields["kind"], f"{place}.kind")
    return Record(
        id=_name(fields["id"], f"{place}.id", limits.id_rule),
        task=_name_or_none(fields["task"], f"{place}.task", limits, may_lack=limits.may_lack_task),
        source=_name(fields["source"], f"{place}.source", limits.name_rule),
        revision=_name_or_none(fields["revision"], f"{place}.revision", limits, may_lack=limits.may_lack_revision),
        created=created,
        expires=expires,
        score=_read_score(fields["score"], f"{place}.score"),
        kind=kind,
        refs=_read_refs(fields["refs"], kind, f"{place}.refs", limits),
        text=_read_text(fields["text"], f"{place}.text", limits.max_text_chars),
    )


def _read_fields(raw: object, place: str) -> Mapping[str, object]:
    if type(raw) is not dict:
        _refuse(place, "must be a plain dictionary")
    fields = cast("dict[object, object]", raw)
    if any(type(key) is not str for key in fields):
        _refuse(place, "every key must be a plain string")
    for name in FIELDS:
        if name not in fields:
            _refuse(f"{place}.{name}", "is missing")
    for key in fields:
        if key not in FIELDS:
            _refuse(f"{place}.{ascii(key)[1:-1][:_SHOWN_KEY_CHARS]}", "is not a field of a record")
    return cast("Mapping[str, object]", fields)


def _read_window(fields: Mapping[str, object], place: str, limits: Limits) -> tuple[int, int | None]:
    created = _whole_number(fields["created"], f"{place}.created", limits.max_time)
    if fields["expires"] is None and limits.may_never_expire:
        return created, None
    expires = _whole_number(fields["expires"], f"{place}.expires", limits.max_time)
    if expires <= created:
        _refuse(f"{place}.expires", "must be later than created")
    return created, expires


def _read_score(raw: object, field: str) -> float:
    # The comparison refuses NaN and infinity too, and does not overflow on a huge int as isfinite would.
    if type(raw) not in (int, float) or not 0 <= cast("float", raw) <= 1:
        _refuse(field, "must be a plain number from 0 to 1")
    return cast("float", raw)


def _read_kind(raw: object, field: str) -> Kind:
    if type(raw) is not str or raw not in ("observation", "summary"):
        _refuse(field, "must be observation or summary")
    return raw


def _read_text(raw: object, field: str, max_chars: int) -> str:
    if type(raw) is not str:
        _refuse(field, "must be a plain string")
    if len(raw) > max_chars:
        _refuse(field, f"must have at most {max_chars} characters")
    if not raw.strip():
        _refuse(field, "must not be blank")
    if _SURROGATE.search(raw):
        _refuse(field, "must not hold a lone surrogate")
    return raw


def _read_refs(raw: object, kind: Kind, field: str, limits: Limits) -> tuple[str, ...]:
    refs = tuple(_name(ref, field, limits.id_rule) for ref in _plain_list(raw, field, limits.max_refs))
    if len(set(refs)) < len(refs):
        _refuse(field, "must be unique")
    if kind == "observation" and refs:
        _refuse(field, "must be empty for kind observation")
    if kind == "summary" and not refs:
        _refuse(field, "must not be empty for kind summary")
    return refs


def _check_sources(record: Record, by_id: Mapping[str, Record], field: str) -> None:
    for ref in record.refs:
        source = by_id.get(ref)
        if source is None or source.kind != "observation":
            _refuse(field, "must name an existing observation")
        if source.task != record.task:
            _refuse(field, "must name an observation of the same task")
        if source.created > record.created:
            _refuse(field, "must name an observation created no later than the summary")


def _plain_list(raw: object, field: str, max_items: int) -> list[object]:
    if type(raw) is not list:
        _refuse(field, "must be a plain list")
    items = cast("list[object]", raw)
    if len(items) > max_items:
        _refuse(field, f"must have at most {max_items} entries")
    return items


def _name_or_none(raw: object, field: str, limits: Limits, *, may_lack: bool) -> str | None:
    return None if raw is None and may_lack else _name(raw, field, limits.name_rule)


def _name(raw: object, field: str, rule: NameRule) -> str:
    if type(raw) is not str or not rule.pattern.fullmatch(raw):
        _refuse(field, f"must be a plain string: {rule.words}")
    return raw


def _whole_number(raw: object, field: str, maximum: int) -> int:
    if type(raw) is not int or not 0 <= raw <= maximum:
        _refuse(field, f"must be a plain int from 0 to {maximum}")
    return raw


def _refuse(field: str, need: str) -> NoReturn:
    raise ValueError(f"{field}: {need}")
