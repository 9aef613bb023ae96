"""Every JSON-RPC method over one desk: all that the person in charge may do."""

from __future__ import annotations

from pathlib import Path

from ..tools.desk import Desk
from .rpc_access import AccessMethods
from .rpc_audit import AuditMethods
from .rpc_conflicts import ConflictMethods
from .rpc_declare import Method, methods_of
from .rpc_facts import FactMethods
from .rpc_policies import PolicyMethods
from .rpc_review import ReviewMethods
from .rpc_sources import SourceMethods
from .rpc_views import ViewMethods


def methods(desk: Desk, folder: Path | None = None) -> list[Method]:
    """The methods for the desk of a person; `folder` is in the working tree whose files are followed."""
    families = (
        FactMethods(desk),
        PolicyMethods(desk),
        ConflictMethods(desk),
        AccessMethods(desk),
        ViewMethods(desk),
        SourceMethods(desk, folder),
        ReviewMethods(desk),
        AuditMethods(desk),
    )
    return [declared for family in families for declared in methods_of(family)]
