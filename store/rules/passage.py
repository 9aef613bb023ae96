"""The text by whose meaning a row is found: what an embedder is given of a fact and of an observation."""

from __future__ import annotations


def fact_passage(topic: str, content: str) -> str:
    """A fact's passage: its topic says what a short content is about."""
    return f"{topic}\n{content}" if topic else content


def observation_passage(content: str, before: str | None = None) -> str:
    """An observation's passage; `before` is what was seen just before it, which often says what it is about."""
    return f"{content}\n{before}" if before else content
