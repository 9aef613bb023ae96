"""The text by whose meaning a row is found: what an embedder is given of a fact and of an observation."""

from __future__ import annotations


def fact_passage(topic: str, content: str) -> str:
    """A fact's passage: its topic says what a short content is about."""
    return f"{topic}: {content}" if topic else content


def observation_passage(content: str) -> str:
    """An observation's passage."""
    return content
