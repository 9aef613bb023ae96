"""What the person in charge does: grants and settings."""

from __future__ import annotations

import unicodedata
from typing import Any

from ..store.errors import InvalidInput, NotFound
from ..store.model import AuditEntry, Caller, Grant, Level
from ..store.protocol import Transaction
from ..store.rules.access import EVERY_ROLE
from .audit import audit
from .scopes import write_scope
from .settings import ALL, Settings, known


def set_grant(tx: Transaction, caller: Caller, role: str, domain: str, level: str) -> Grant:
    """Say what a role (`*`: every role) may do in a domain (`name`, or `repo:slug/name`)."""
    grant = Grant(role_name(role), str(write_scope(domain, None)), _level(level))
    before = _held(tx, grant.role, grant.domain)
    tx.grants.set(grant)
    subject = f"grant:{grant.role}:{grant.domain}"
    audit(tx, caller, AuditEntry("set", subject, before, {"level": grant.level.value}))
    return grant


def delete_grant(tx: Transaction, caller: Caller, role: str, domain: str) -> None:
    """Take a grant back, so that the next one in rank holds."""
    role, name = role_name(role), str(write_scope(domain, None))
    before = _held(tx, role, name)
    if not tx.grants.delete(role, name):
        raise NotFound(
            f"There is no grant of role '{role}' on '{name}'; `palimpsest grants list` shows those there are."
        )
    audit(tx, caller, AuditEntry("delete", f"grant:{role}:{name}", before, None))


def _held(tx: Transaction, role: str, domain: str) -> dict[str, Any] | None:
    held = next((grant for grant in tx.grants.list() if (grant.role, grant.domain) == (role, domain)), None)
    return {"level": held.level.value} if held else None


def role_name(text: str) -> str:
    """The role as it is kept; `InvalidInput` for what can't be one."""
    name = unicodedata.normalize("NFC", text.strip())
    if name == EVERY_ROLE or (name.isprintable() and 0 < len(name) <= 64):
        return name
    raise InvalidInput("The role must have 1 to 64 printable characters; '*' is every role.")


def _level(text: str) -> Level:
    try:
        return Level(text)
    except ValueError:
        raise InvalidInput(f"The level must be one of {', '.join(Level)}.") from None


def list_settings(tx: Transaction) -> list[tuple[str, object, bool, str]]:
    """Every setting: name, value, whether it was set, purpose."""
    settings = Settings(tx.settings.all())
    return [(one.name, settings.value(one.name), settings.is_set(one.name), one.purpose) for one in ALL]


def set_setting(tx: Transaction, caller: Caller, name: str, text: str) -> object:
    """Set a setting of the workspace; the value as it is kept."""
    setting = known(name)
    value = setting.parse(text)
    before = Settings(tx.settings.all()).value(name)
    tx.settings.set(name, value)
    audit(tx, caller, AuditEntry("set", f"setting:{name}", {"value": before}, {"value": value}))
    return value


def unset_setting(tx: Transaction, caller: Caller, name: str) -> object:
    """Give a setting its default back."""
    setting = known(name)
    before = Settings(tx.settings.all()).value(name)
    if tx.settings.delete(name):
        audit(tx, caller, AuditEntry("unset", f"setting:{name}", {"value": before}, {"value": setting.default}))
    return setting.default
