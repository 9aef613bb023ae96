"""Labelled pairs of facts: the benchmark's reading and counting, for tests."""

from conflicts_pairs import ANSWERS, Confusion, Pair, answer, read_pairs

__all__ = ["ANSWERS", "Confusion", "Pair", "answer", "read_pairs"]
