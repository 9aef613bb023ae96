"""`memory_source.*`: the version register, which says at which revision each source stands."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Annotated, TypedDict

from ..store.errors import InvalidInput, Refused
from ..store.model import RegisterEntry
from ..store.model.access import TokenScope
from ..store.protocol import Transaction
from ..tools import sources
from ..tools.audit_views import batch_at_hand
from ..tools.dates import written
from ..tools.desk import Desk
from .git_look import Followed, Look, look_at
from .git_refresh import keep, read_followed, summary
from .git_tree import GitTree, find_tree
from .rpc_declare import method

SourceName = Annotated[str, "a path, a service, a document: as observations name it"]
LOOK_SECONDS = 30.0


class SourceRow(TypedDict):
    """A source; `repo` is the repository whose file git keeps, null what the host keeps. No revision: gone."""

    source: str
    repo: str | None
    revision: str | None
    since: str


class SourceList(TypedDict):
    """The register, the host's entries first."""

    sources: list[SourceRow]


class SourceSet(TypedDict):
    """Where the source stands now."""

    source: str
    revision: str
    batch_id: str | None


class SourceDeleted(TypedDict):
    """The source that is out of the register."""

    source: str
    batch_id: str | None


class SourcesImported(TypedDict):
    """What became of the host's entries."""

    added: int
    changed: int
    deleted: int
    batch_id: str | None


class SourcesRefreshed(TypedDict):
    """What a look at the working tree found, in files; those in trouble could not be read and count as they did."""

    repo: str
    followed: int
    changed: int
    gone: int
    trouble: list[str]
    batch_id: str | None


class SourceMethods:
    """The register."""

    def __init__(self, desk: Desk, folder: Path | None) -> None:
        """`folder` is in the working tree that `refresh` looks at."""
        self._desk = desk
        self._folder = folder

    @method("memory_source.list", reads_only=True, scope=TokenScope.REVIEWER)
    async def list_sources(self) -> SourceList:
        """Every source with its current revision."""
        found = await self._desk.read(sources.list_sources)
        return SourceList(sources=[_source(entry) for entry in found])

    @method("memory_source.set", scope=TokenScope.ADMIN, begins=True)
    async def set_source(self, source: SourceName, revision: str) -> SourceSet:
        """Say at which revision a source stands now; what was seen at another one lapses."""

        def work(tx: Transaction) -> SourceSet:
            sources.set_version(tx, self._desk.caller, source, revision)
            return SourceSet(source=source, revision=revision, batch_id=batch_at_hand(tx))

        return await self._desk.write(work)

    @method("memory_source.delete", scope=TokenScope.ADMIN)
    async def delete_source(self, source: SourceName) -> SourceDeleted:
        """Take a source out of the host's register."""

        def work(tx: Transaction) -> SourceDeleted:
            sources.delete_version(tx, self._desk.caller, source)
            return SourceDeleted(source=source, batch_id=batch_at_hand(tx))

        return await self._desk.write(work)

    @method("memory_source.import", scope=TokenScope.ADMIN, begins=True)
    async def import_sources(
        self,
        versions: Annotated[dict[str, str], "source to revision"],
        replace: Annotated[bool, "take out what isn't named"] = False,
    ) -> SourcesImported:
        """Add and change many of the host's entries at once."""

        wanted = await asyncio.to_thread(sources.clean_versions, versions.items())

        def work(tx: Transaction) -> SourcesImported:
            done = sources.import_versions(tx, self._desk.caller, wanted, replace=replace)
            added, changed, deleted = done
            return SourcesImported(added=added, changed=changed, deleted=deleted, batch_id=batch_at_hand(tx))

        return await self._desk.write(work)

    @method("memory_source.refresh", scope=TokenScope.ADMIN)
    async def refresh_sources(self) -> SourcesRefreshed:
        """Bring the register up to the working tree of the process that answers."""
        tree = await self._tree()
        followed = await self._desk.read(lambda tx: read_followed(tx, tree))
        look = await _look(tree, followed)

        def work(tx: Transaction) -> str | None:
            keep(tx, tree, look)
            return batch_at_hand(tx)

        batch = await self._desk.write(work) if look.changes or look.stamps else None
        found = summary(tree, followed, look)
        return SourcesRefreshed(
            repo=found.repo,
            followed=found.followed,
            changed=found.changed,
            gone=found.gone,
            trouble=list(look.trouble),
            batch_id=batch,
        )

    async def _tree(self) -> GitTree:
        folder = self._folder
        try:
            tree = None if folder is None else await asyncio.to_thread(find_tree, folder)
        except (OSError, ValueError, RuntimeError) as error:
            raise InvalidInput(f"The git folder can't be read: {error}.") from None
        if tree is None:
            raise InvalidInput(
                "There is no git working tree to look at where this process runs (--repo-root names one)."
            )
        return tree


async def _look(tree: GitTree, followed: Followed) -> Look:
    try:
        async with asyncio.timeout(LOOK_SECONDS):
            return await asyncio.to_thread(look_at, tree, followed, time.time_ns())
    except TimeoutError:
        raise Refused(
            f"The working tree takes more than {LOOK_SECONDS:.0f} s to look at; nothing was changed."
        ) from None


def _source(entry: RegisterEntry) -> SourceRow:
    return SourceRow(source=entry.source, repo=entry.repo or None, revision=entry.revision, since=written(entry.set_at))
