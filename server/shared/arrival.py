"""A client's arrival at the background server: its pump's greeting, and who that says it is."""

from __future__ import annotations

import asyncio
import os
import socket
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NoReturn, cast

from ..cli_arguments import add_serve_flags, refuse_flags_of_http
from ..config import ConfigError, Options, add_identity_flags, resolve_options
from . import greeting
from .greeting import GreetingError
from .place import Address

HELLO_SECONDS = 5.0
_CHUNK = 64 * 1024


class Refused(Exception):
    """The client can't be served here; an empty reason leaves the words to the process that serves it instead."""


async def hear_hello(connection: socket.socket, address: Address) -> dict[str, Any]:
    """What the pump says; `GreetingError` and `TimeoutError` for whoever isn't one, or doesn't know the secret."""
    async with asyncio.timeout(HELLO_SECONDS):
        said = await _hear(connection)
        if not address.secret:
            return _checked(said)
        given = greeting.nonce()
        answer = greeting.proof(address.secret, "server", str(said.get("nonce")))
        await say(connection, proof=answer, nonce=given)
        said = await _hear(connection)
    if not greeting.is_proof(address.secret, "client", given, said.get("proof")):
        raise GreetingError("it doesn't know the secret")
    return _checked(said)


def _checked(said: dict[str, Any]) -> dict[str, Any]:
    """A hello of whichever version; a newer pump's makes the server retire, so that nothing else may pass for one."""
    if not (isinstance(said.get("hello"), int) and isinstance(said.get("installation"), str)):
        raise GreetingError("no hello")
    return said


async def say(connection: socket.socket, **content: Any) -> None:
    """Answer the pump."""
    async with asyncio.timeout(HELLO_SECONDS):
        await asyncio.get_running_loop().sock_sendall(connection, greeting.write(**content))


async def _hear(connection: socket.socket) -> dict[str, Any]:
    loop = asyncio.get_running_loop()
    line = b""
    while b"\n" not in line:
        part = await loop.sock_recv(connection, _CHUNK)
        if not part or len(line) > greeting.MAX_BYTES:
            raise GreetingError("no whole line")
        line += part
    return greeting.read(line)


def options_of(hello: dict[str, Any], home: Path) -> Options:
    """What a process of the client's own would have been told; `Refused`. It looks at files, so it may wait."""
    arguments, variables = hello.get("arguments"), hello.get("variables")
    folder, user_folder = hello.get("folder"), hello.get("user_folder")
    if not (_is_texts(arguments) and isinstance(variables, dict) and isinstance(folder, str)):
        raise Refused("the background server doesn't understand this client")
    if user_folder != os.path.expanduser("~"):  # noqa: PTH111 (the pump asks the same way)
        raise Refused("the background server was started with another HOME")
    try:
        namespace = _parser().parse_args(cast("list[str]", arguments))
        refuse_flags_of_http(namespace)
        options = resolve_options(namespace, cast("dict[str, str]", variables), Path(folder))
    except (ConfigError, TypeError, AttributeError):
        raise Refused("") from None
    if options.home.resolve() != home.resolve():
        raise Refused("the background server found belongs to another home")
    return options


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(part, str) for part in cast("list[object]", value))


def _parser() -> ArgumentParser:
    parser = _Parser(allow_abbrev=False, add_help=False)
    add_identity_flags(parser)
    add_serve_flags(parser)
    return parser


class _Parser(ArgumentParser):
    """Leaves every complaint to the command line of the client's own process, which hears the same arguments."""

    def error(self, message: str) -> NoReturn:
        raise Refused("") from ValueError(message)
