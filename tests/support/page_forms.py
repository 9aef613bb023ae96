"""The forms of a page as a browser would send them, what is typed into them apart."""

from __future__ import annotations

from bs4 import Tag
from page_kit import Shown


def fields_of(shown: Shown, selector: str = "form.edit", **typed: str) -> dict[str, str]:
    """The fields of a form, with what is typed; without the session's key, which `PageClient.post` adds."""
    form = shown.soup.select_one(selector)
    assert form is not None, shown.text
    fields = {name: text for name, text in map(_field, form.select("[name]")) if text is not None}
    fields.pop("csrf", None)
    unknown = typed.keys() - {str(one["name"]) for one in form.select("[name]")}
    assert not unknown, unknown
    return {**fields, **typed}


def action_of(shown: Shown, selector: str = "form.edit") -> str:
    """Where a form is sent, below the page's own address."""
    form = shown.soup.select_one(selector)
    assert form is not None, shown.text
    return str(form["action"]).partition("/settings/memory/")[2]


def _field(one: Tag) -> tuple[str, str | None]:
    name = str(one["name"])
    if one.name == "textarea":
        return name, one.get_text().removeprefix("\n")
    if one.name == "select":
        chosen = one.select_one("option[selected]") or one.select_one("option")
        return name, str(chosen["value"]) if chosen else None
    if one.name == "button" or (one.get("type") in ("radio", "checkbox") and not one.has_attr("checked")):
        return name, None
    return name, str(one.get("value", ""))
