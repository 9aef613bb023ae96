"""A copy of a memory for a run whose changes nobody keeps, so that a rehearsal holds nobody up."""

from __future__ import annotations

import tempfile
from contextlib import closing
from pathlib import Path

from .driver import Connection, Driver, translate
from .errors import StoreUnavailable
from .private_files import create_private_file


class Copy:
    """A folder of its own with a copy of the file as one snapshot sees it; gone when it is closed."""

    def __init__(self, name: str) -> None:
        try:
            # 0700 by itself.
            self._folder = tempfile.TemporaryDirectory(prefix="palimpsest-", ignore_cleanup_errors=True)
            self.path = Path(self._folder.name) / name
            create_private_file(self.path)
        except OSError as error:
            raise StoreUnavailable(
                f"A copy for the rehearsal can't be made ({error.strerror}). Nothing was changed: free some space."
            ) from error

    def fill(self, source: Connection, driver: Driver) -> None:
        """Copy what the connection's transaction sees."""
        try:
            with closing(driver.connect(self.path, mode="rw", timeout_s=5.0)) as target:
                source.backup(target)
        except driver.errors as error:
            raise translate(error, self.path) from error

    def close(self) -> None:
        """Remove it."""
        self._folder.cleanup()
