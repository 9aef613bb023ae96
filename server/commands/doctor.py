"""`palimpsest doctor`: whether all is well with a memory and what it stands on, a line for each thing looked at."""

from __future__ import annotations

import json
from argparse import Namespace

from ...store import clock, sqlite
from ...store.access import path_in
from ...store.access_checkup import check_access
from ...store.checkup import check_file, check_sqlite
from ...store.errors import StoreError
from ...store.findings import Finding, Soundness
from ...store.model import StoredModel
from ...tools.embedder_check import check_embedder, check_making
from ...tools.embedding import choice_of
from ...tools.settings import Settings
from ..config import Options, resolve_options
from .administer import show, table

UNSOUND = 1


def run(namespace: Namespace) -> int:
    """Print every finding; 1 when one of them is a problem. Nothing is changed."""
    options = resolve_options(namespace)
    memory = check_file(options.database, is_thorough=namespace.full)
    found = [check_sqlite(), *memory, check_access(path_in(options.home), clock.system()), *_embedder(options)]
    if namespace.json:
        print(json.dumps([finding._asdict() for finding in found], ensure_ascii=False, indent=2))  # noqa: T201
    else:
        show(*table([(one.soundness.value, one.name, " ".join(one.message.split())) for one in found]))
    return UNSOUND if any(one.soundness is Soundness.PROBLEM for one in found) else 0


def _embedder(options: Options) -> list[Finding]:
    """What there is to say of vectors; a memory that can't be read has the settings of a new one."""
    settings, stored, making = Settings(), list[StoredModel](), list[Finding]()
    if options.database.exists():
        try:
            with sqlite.as_it_is(options.database) as tx:
                settings, stored, making = Settings(tx.settings.all()), tx.vectors.models(), check_making(tx)
        except StoreError:
            pass  # the file's own findings say it
    return [check_embedder(choice_of(settings, options.embedder_key), stored), *making]
