"""Where a background server listens. The lock says who does: one server of a home, however many start at once."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import sys
from pathlib import Path

from ...store.private_files import FILE_MODE, ensure_private_folder
from ..file_lock import take_lock
from .place import Address, address_file, folder_of, is_same_user, read_address

LONGEST_SOCKET_PATH = 103
"""Bytes. What every system takes."""

_PREFIX = "palimpsest-"
_BACKLOG = 128


class Door:
    """A listening socket, its address for this user's processes, and the lock; `open_door` makes it."""

    def __init__(self, home: Path, lock: int, *, loopback: bool) -> None:
        self._file = Path(address_file(str(home)))
        self._lock = lock
        _sweep(home)
        self.listener, self.address = _listen_loopback() if loopback else _listen_unix(home)
        self._is_open = True
        _write_privately(self._file, self.address.line())

    def is_known(self) -> bool:
        """Whether whoever looks for the server finds it: sweepers of temporary files take sockets too."""
        home = str(self._file.parent.parent)
        return read_address(home) == self.address and (not self.address.unix or Path(self.address.unix).exists())

    def may_enter(self, connection: socket.socket) -> bool:
        """Whether it's this user's process; at a port it has to prove that in its greeting."""
        return not self.address.unix or is_same_user(connection)

    def close(self) -> None:
        """Listen no more, leave nothing behind, and let another server take the place."""
        if not self._is_open:
            return
        self._is_open = False
        if read_address(str(self._file.parent.parent)) == self.address:
            self._file.unlink(missing_ok=True)
            _remove_socket(self.address)
        self.listener.close()
        os.close(self._lock)


def open_door(home: Path, *, loopback: bool = sys.platform == "win32") -> Door | None:
    """Listen for this home's pumps; None when another server does. `OSError` when that can't be done."""
    folder = Path(folder_of(str(home)))
    ensure_private_folder(folder)
    folder.chmod(0o700)
    lock = take_lock(folder / "lock")
    if lock is None:
        return None
    try:
        return Door(home, lock, loopback=loopback)
    except BaseException:
        os.close(lock)
        raise


def _listen_unix(home: Path) -> tuple[socket.socket, Address]:
    path = Path(folder_of(str(home))) / "socket"
    try:
        if len(os.fsencode(path)) > LONGEST_SOCKET_PATH:
            raise OSError(errno.ENAMETOOLONG, "too long for a socket")
        return _bind_unix(path)
    except OSError:  # also where the file system has no sockets
        import tempfile

        return _bind_unix(Path(tempfile.mkdtemp(prefix=_PREFIX)) / "socket")  # 0700, and ours alone


def _bind_unix(path: Path) -> tuple[socket.socket, Address]:
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        listener.bind(str(path))
        listener.listen(_BACKLOG)
    except OSError:
        listener.close()
        raise
    finally:
        os.umask(before)
    return listener, Address(os.getpid(), str(path), 0, "")


def _listen_loopback() -> tuple[socket.socket, Address]:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if sys.platform == "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    listener.bind(("127.0.0.1", 0))
    listener.listen(_BACKLOG)
    return listener, Address(os.getpid(), "", listener.getsockname()[1], os.urandom(32).hex())


def _write_privately(file: Path, text: str) -> None:
    """The whole text or none of it, for this user's eyes."""
    new = file.with_name(f"{file.name}.new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        opened.write(text)
    new.replace(file)


def _sweep(home: Path) -> None:
    """Remove what a server that was killed has left; whoever holds the lock knows that it's dead."""
    left = read_address(str(home))
    if left is not None:
        _remove_socket(left)


def _remove_socket(address: Address) -> None:
    if not address.unix:
        return
    path = Path(address.unix)
    with contextlib.suppress(OSError):
        if path.is_socket():  # the file may name anything
            path.unlink()
    if path.parent.name.startswith(_PREFIX):
        with contextlib.suppress(OSError):
            path.parent.rmdir()
