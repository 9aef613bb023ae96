"""How many texts a model is given at a time, learnt from how long the last ones took."""

from __future__ import annotations

MOST = 64
GROWTH = 2
"""A model's first texts are its slowest, so the number grows by steps."""


class Pace:
    """The number of texts that take about `target_s` seconds together; a query waits no longer behind them."""

    def __init__(self, target_s: float) -> None:
        self._target_s = target_s
        self._count = 1

    @property
    def count(self) -> int:
        """How many texts to give next, at least one."""
        return self._count

    def took(self, texts: int, seconds: float) -> None:
        """Learn from the last ones."""
        fitting = int(texts * self._target_s / max(seconds, 1e-6))
        self._count = max(1, min(fitting, self._count * GROWTH, MOST))
