"""`palimpsest settings`: how a workspace behaves."""

from __future__ import annotations

from argparse import Namespace

from ...tools import administration
from ...tools.settings import ALL, Settings
from .administer import read, show, table, write


def run(namespace: Namespace) -> int:
    """List, get, set or unset settings."""
    match namespace.action:
        case "list":
            defaults = [(one.name, one.default, False, one.purpose) for one in ALL]
            listed = read(namespace, administration.list_settings, without=defaults)
            rows = [
                (name, f"{value}{'' if is_set else ' (default)'}", purpose) for name, value, is_set, purpose in listed
            ]
            show(*table([("SETTING", "VALUE", "WHAT IT DOES"), *rows]))
        case "get":
            stored = read(namespace, lambda tx: tx.settings.all(), without={})
            show(str(Settings(stored).value(namespace.of_name)))
        case "set":
            name, text = namespace.of_name, namespace.of_value
            value = write(namespace, lambda tx, caller: administration.set_setting(tx, caller, name, text))
            show(f"{name} is {value}")
        case _:
            name = namespace.of_name
            value = write(namespace, lambda tx, caller: administration.unset_setting(tx, caller, name))
            show(f"{name} is {value} again")
    return 0
