"""`memory_access_grant.*` and `memory_settings.*`: who may do what, and how the workspace behaves."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from ..store.errors import InvalidInput
from ..store.model import Level
from ..store.model.access import TokenScope
from ..store.protocol import Transaction
from ..tools import administration
from ..tools.access_view import AccessQuestion, EffectivePage, GrantRow, effective_levels, grant_row
from ..tools.audit_views import batch_at_hand
from ..tools.desk import Desk
from ..tools.scopes import list_reach
from ..tools.settings import Settings, known
from .rpc_declare import method
from .rpc_params import Cursor, DomainName, Limit

Role = Annotated[str, "a role; * is every role"]
GrantedDomain = Annotated[str, "a name, or repo:slug/name"]
Mode = Literal["open", "strict"]
MOST_ROLES = 50
SettingName = Annotated[str, "such as access.mode"]


class GrantList(TypedDict):
    """Every grant, by domain and role."""

    grants: list[GrantRow]


class GrantSet(TypedDict):
    """The grant as it holds now."""

    grant: GrantRow
    batch_id: str | None


class GrantDeleted(TypedDict):
    """The grant that was taken back."""

    role: str
    domain: str
    batch_id: str | None


class SettingRow(TypedDict):
    """A setting; `is_set` is false where the default holds."""

    name: str
    value: object
    is_set: bool
    default: object
    takes: str
    purpose: str


class SettingList(TypedDict):
    """Every setting."""

    settings: list[SettingRow]


class SettingChanged(TypedDict):
    """The setting as it holds now."""

    name: str
    value: object
    batch_id: str | None


class AccessMethods:
    """Grants and settings."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @method("memory_access_grant.list", reads_only=True, scope=TokenScope.REVIEWER)
    async def list_grants(self) -> GrantList:
        """Every grant; where there is none, a role may read."""
        found = await self._desk.read(lambda tx: tx.grants.list())
        return GrantList(grants=[grant_row(one) for one in found])

    @method("memory_access_grant.effective", reads_only=True, scope=TokenScope.REVIEWER)
    async def effective(
        self,
        roles: Annotated[list[str] | None, "those that grants name without it; * is a role that none names"] = None,
        domain: DomainName = None,
        mode: Annotated[Mode | None, "as if it were that one"] = None,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> EffectivePage:
        """What roles may really do in each domain: the grant that holds, those that it outranks, and what it means."""
        reach = list_reach(domain, None, self._desk.caller)
        asked = AccessQuestion(reach, _asked_roles(roles), mode)
        return await self._desk.read(lambda tx: effective_levels(tx, asked, limit, cursor))

    @method("memory_access_grant.set", scope=TokenScope.ADMIN, begins=True)
    async def set_grant(self, role: Role, domain: GrantedDomain, level: Level) -> GrantSet:
        """Say what a role may do in a domain."""

        def work(tx: Transaction) -> GrantSet:
            grant = administration.set_grant(tx, self._desk.caller, role, domain, level)
            return GrantSet(grant=grant_row(grant), batch_id=batch_at_hand(tx))

        return await self._desk.write(work)

    @method("memory_access_grant.delete", scope=TokenScope.ADMIN)
    async def delete_grant(self, role: Role, domain: GrantedDomain) -> GrantDeleted:
        """Take a grant back, so that the next one in rank holds."""

        def work(tx: Transaction) -> GrantDeleted:
            administration.delete_grant(tx, self._desk.caller, role, domain)
            return GrantDeleted(role=role, domain=domain, batch_id=batch_at_hand(tx))

        return await self._desk.write(work)

    @method("memory_settings.list", reads_only=True, scope=TokenScope.REVIEWER)
    async def list_settings(self) -> SettingList:
        """Every setting with its value and what it does."""
        found = await self._desk.read(administration.list_settings)
        return SettingList(settings=[_setting(name, value, is_set) for name, value, is_set, _ in found])

    @method("memory_settings.get", reads_only=True, scope=TokenScope.REVIEWER)
    async def get_setting(self, name: SettingName) -> SettingRow:
        """One setting."""
        settings = Settings(await self._desk.read(lambda tx: tx.settings.all()))
        return _setting(name, settings.value(name), settings.is_set(name))

    @method("memory_settings.set", scope=TokenScope.ADMIN, begins=True)
    async def set_setting(
        self, name: SettingName, value: Annotated[str, 'as text, numbers too: "0.4"']
    ) -> SettingChanged:
        """Set a setting."""

        def work(tx: Transaction) -> SettingChanged:
            kept = administration.set_setting(tx, self._desk.caller, name, value)
            return SettingChanged(name=name, value=kept, batch_id=batch_at_hand(tx))

        return await self._desk.write(work)

    @method("memory_settings.unset", scope=TokenScope.ADMIN)
    async def unset_setting(self, name: SettingName) -> SettingChanged:
        """Give a setting its default back."""

        def work(tx: Transaction) -> SettingChanged:
            value = administration.unset_setting(tx, self._desk.caller, name)
            return SettingChanged(name=name, value=value, batch_id=batch_at_hand(tx))

        return await self._desk.write(work)


def _asked_roles(roles: list[str] | None) -> tuple[str, ...] | None:
    if roles and len(roles) > MOST_ROLES:
        raise InvalidInput(f"'roles' takes at most {MOST_ROLES} roles.")
    return tuple(dict.fromkeys(map(administration.role_name, roles))) if roles else None


def _setting(name: str, value: object, is_set: bool) -> SettingRow:
    one = known(name)
    return SettingRow(name=name, value=value, is_set=is_set, default=one.default, takes=one.takes, purpose=one.purpose)
