"""What a server reads of `access.db`, which other processes change: each question sees what they have changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ..store.access import AccessFile
from ..store.errors import StoreUnavailable

T = TypeVar("T")


class AccessReading:
    """A connection for looking, opened when there is a file and opened anew when that is the remedy."""

    def __init__(self, path: Path, forget: Callable[[], None] = lambda: None) -> None:
        """`forget` is called when what was read earlier may hold no longer."""
        self._path, self._forget = path, forget
        self._file: AccessFile | None = None
        self._version = 0

    def ask(self, question: Callable[[AccessFile], T], *, without: T) -> T:
        """What the file says now; `without` where there is none."""
        try:
            return self._look(question, without)
        except StoreUnavailable:
            self.close()  # it was replaced or removed while it was open, or this fails once more
            return self._look(question, without)

    def close(self) -> None:
        """Close the file; the next question opens it again."""
        self._forget()
        if self._file is not None:
            self._file.close()
            self._file = None

    def _look(self, question: Callable[[AccessFile], T], without: T) -> T:
        self._file = self._file or AccessFile.open_to_read(self._path)
        if self._file is None:
            return without
        version = self._file.version()
        if version != self._version:
            self._version = version
            self._forget()
        answer = question(self._file)
        if not self._file.sees_changes:
            self.close()
        return answer
