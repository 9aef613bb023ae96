"""The views as documents: each one HTML file with its style and script inside, put together when it is first asked for.

Inline is what the host's sandbox wants: it loads the document alone, under a policy that lets nothing else in.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from mcp.server.apps import APP_MIME_TYPE, ResourceCsp

FOLDER = Path(__file__).with_name("views")
COMMON = ("strings", "shown", "host", "elements", "start")
"""Scripts that every view begins with, in this order; its own come after them."""


@dataclass(frozen=True, slots=True)
class View:
    """A view by its name; `scripts` are its own."""

    name: str
    description: str
    scripts: tuple[str, ...]

    mime_type: ClassVar[str] = APP_MIME_TYPE

    @property
    def uri(self) -> str:
        """Where it is read."""
        return f"ui://palimpsest/{self.name}"

    @staticmethod
    def meta() -> dict[str, Any]:
        """What it asks of the host: a border, and that nothing may be loaded from anywhere."""
        none = ResourceCsp(connect_domains=[], resource_domains=[], frame_domains=[], base_uri_domains=[])
        return {"ui": {"csp": none.model_dump(by_alias=True), "prefersBorder": True}}

    def html(self) -> str:
        """The document."""
        return _assemble(self.name, (*COMMON, *self.scripts))


CONFLICTS = View("conflicts", "Contradictions side by side, to be settled by your user", ("words", "conflicts"))
REVIEW = View("review", "A random sample of facts, to be marked by your user", ("review",))


@cache
def _assemble(name: str, scripts: tuple[str, ...]) -> str:
    page = _read("view.html")
    parts = {
        "VIEW": name,
        "STYLE": _read("view.css"),
        "SCRIPT": "\n".join(_read(f"{script}.js") for script in scripts),
    }
    for mark, text in parts.items():
        page = page.replace(f"%{mark}%", text)
    return page


def _read(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")
