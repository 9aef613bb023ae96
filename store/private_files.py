"""Files and folders that only their owner can read, whatever the umask."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

from .errors import StoreUnavailable

FILE_MODE = 0o600
FOLDER_MODE = 0o700

# Closing any descriptor of a file drops all POSIX locks that the process holds on it. A file that is being created
# must be closed before another thread opens it with SQLite, so every opener passes through this lock.
_creating = threading.Lock()


def ensure_private_file(path: Path) -> None:
    """Create the file, empty and 0600, and missing folders, 0700; refuse what isn't a plain file."""
    try:
        ensure_private_folder(path.parent)
        with _creating:
            if not os.path.lexists(path):
                create_private_file(path)
            require_plain_file(path)
    except OSError as error:
        raise StoreUnavailable(
            f"{path} can't be created or read ({error.strerror}). "
            "Check that this user may read and write its folder, or choose another home (PALIMPSEST_HOME)."
        ) from error


def ensure_private_folder(folder: Path) -> None:
    """Create the missing folders of the path; those that exist keep their mode."""
    if folder.is_dir():
        return
    ensure_private_folder(folder.parent)
    try:
        folder.mkdir(FOLDER_MODE)
    except FileExistsError:
        if not folder.is_dir():
            raise
    else:
        folder.chmod(FOLDER_MODE)


def create_private_file(path: Path) -> None:
    """Create an empty file; when another process was faster, its file is left as it is."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, FILE_MODE)
    except FileExistsError:
        return
    os.close(descriptor)
    path.chmod(FILE_MODE)


def require_plain_file(path: Path) -> None:
    """Raise `StoreUnavailable` when there is a link, a folder or a device in the file's place."""
    mode = os.lstat(path).st_mode
    if stat.S_ISREG(mode):
        return
    if stat.S_ISLNK(mode):
        raise StoreUnavailable(f"{path} is a symbolic link. Put the database file itself there, or link its folder.")
    kind = "a folder" if stat.S_ISDIR(mode) else "not a plain file"
    raise StoreUnavailable(f"{path} is {kind}, a database file belongs there. Move it away, or choose another home.")
