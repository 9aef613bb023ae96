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
        self._each_s = target_s

    @property
    def count(self) -> int:
        """How many texts to give next, at least one."""
        return self._count

    def fitting(self, seconds: float) -> int:
        """How many texts take about so long, at least one."""
        return max(1, min(int(seconds / self._each_s), MOST))

    def took(self, texts: int, seconds: float) -> None:
        """Learn from the last ones."""
        self._each_s = max(seconds, 1e-6) / texts
        self._count = min(self.fitting(self._target_s), self._count * GROWTH)
