"""The tabs of the page, each with its addresses."""

from __future__ import annotations

from collections.abc import Sequence

from ..tab import PageRoute

ROUTES: Sequence[PageRoute] = ()
"""Every address of every tab."""
