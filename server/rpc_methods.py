"""Every JSON-RPC method over one desk: all that the person in charge may do, each with the scope that it needs."""

from __future__ import annotations

from pathlib import Path

from ..store.model.access import TokenScope
from ..tools.desk import Desk
from .rpc_access import AccessMethods
from .rpc_audit import AuditMethods
from .rpc_conflicts import ConflictMethods
from .rpc_declare import Method, methods_of
from .rpc_facts import FactMethods
from .rpc_page import PageMethods
from .rpc_policies import PolicyMethods
from .rpc_preamble import PreambleMethods
from .rpc_review import ReviewMethods
from .rpc_sources import SourceMethods
from .rpc_tokens import TokenMethods
from .rpc_views import ViewMethods


def methods(
    desk: Desk,
    folder: Path | None = None,
    scope: TokenScope = TokenScope.ADMIN,
    home: Path | None = None,
    token_id: int | None = None,
) -> list[Method]:
    """The methods for a desk whose caller has that scope; `folder` is in the working tree whose files are followed,
    `home` keeps the tokens, and `token_id` is the caller's.

    Which of them that scope reaches is the dispatcher's to say.
    """
    families = (
        FactMethods(desk),
        PolicyMethods(desk),
        ConflictMethods(desk),
        PreambleMethods(desk),
        AccessMethods(desk),
        TokenMethods(desk, home, scope),
        ViewMethods(desk),
        SourceMethods(desk, folder),
        ReviewMethods(desk),
        AuditMethods(desk, scope),
        PageMethods(desk, home, scope, token_id),
    )
    return [declared for family in families for declared in methods_of(family)]
