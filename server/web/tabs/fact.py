"""The tab's addresses."""

from __future__ import annotations

from collections.abc import Sequence

from ..tab import PageRoute

ROUTES: Sequence[PageRoute] = ()
