"""What `serve --http` is told by flags and variables, and what it refuses to be told."""

from argparse import ArgumentParser
from contextlib import closing
from ipaddress import ip_network
from pathlib import Path

import pytest
from palimpsest.server.cli_arguments import add_serve_flags
from palimpsest.server.environment import ConfigError
from palimpsest.server.http.authority import Authority
from palimpsest.server.http.listening import Listening, listen
from palimpsest.server.http.opening import require_tokens
from palimpsest.server.http.options import HttpOptions, resolve_http_options
from palimpsest.server.tokens import TokenBook
from palimpsest.store.errors import Refused
from token_kit import new_token

EVERYWHERE = "0.0.0.0"  # noqa: S104 (to be refused)


def resolve(*flags: str, **variables: str) -> HttpOptions:
    parser = ArgumentParser()
    add_serve_flags(parser)
    environ = {f"PALIMPSEST_HTTP_{name.upper()}": value for name, value in variables.items()}
    return resolve_http_options(parser.parse_args(["--http", *flags]), environ)


def test_nothing_said_means_this_machine_alone():
    assert resolve() == HttpOptions(host="127.0.0.1", port=8765, rate_limit=300, most_workspaces=32)


def test_flags_say_everything():
    said = resolve(
        *("--host", "[::1]", "--port", "0", "--root-path", "/memory/", "--rate-limit", "0", "--most-workspaces", "2"),
        *("--allow-host", "Memory.Example", "--allow-host", "[fd00::1]:80", "--allow-origin", "https://App.Example/"),
        *("--allow-origin", "vscode-file://vscode-app", "--trusted-proxy", "10.0.0.0/8", "--without-tokens"),
    )
    assert said == HttpOptions(
        host="::1",
        port=0,
        allowed_hosts=(Authority("memory.example"), Authority("fd00::1", 80)),
        allowed_origins=frozenset({"https://app.example", "vscode-file://vscode-app"}),
        trusted_proxies=(ip_network("10.0.0.0/8"),),
        root_path="/memory",
        rate_limit=0,
        without_tokens=True,
        most_workspaces=2,
    )


def test_variables_say_the_same_and_flags_outrank_them():
    said = resolve("--port", "1", port="2", allow_host="a.example, b.example", without_tokens="true", rate_limit="")
    assert (said.port, said.rate_limit, said.without_tokens) == (1, 300, True)
    assert said.allowed_hosts == (Authority("a.example"), Authority("b.example"))
    assert resolve("--allow-host", "c.example", allow_host="a.example").allowed_hosts == (Authority("c.example"),)


@pytest.mark.parametrize(
    ("flag", "value"),
    [
        ("--port", "65536"),
        ("--port", "-1"),
        ("--port", "http"),
        ("--host", "http://localhost"),
        ("--allow-host", "*"),
        ("--allow-host", "https://memory.example"),
        ("--allow-origin", "*"),
        ("--allow-origin", "null"),
        ("--allow-origin", "memory.example"),
        ("--allow-origin", "https://memory.example/page"),
        ("--trusted-proxy", "*"),
        ("--trusted-proxy", "proxy.example"),
        ("--root-path", "memory"),
        ("--root-path", "/a//b"),
        ("--root-path", "/{x}"),
        ("--rate-limit", "fast"),
        ("--most-workspaces", "0"),
    ],
)
def test_what_can_t_be_taken_is_told_by_flag_and_variable(flag: str, value: str):
    variable = "PALIMPSEST_HTTP_" + flag.removeprefix("--").replace("-", "_").upper()
    with pytest.raises(ConfigError, match=rf"{flag} \({variable}\)"):
        resolve(f"{flag}={value}")


def test_a_switch_is_true_or_false():
    assert not resolve(without_tokens="no").without_tokens
    with pytest.raises(ConfigError, match="PALIMPSEST_HTTP_WITHOUT_TOKENS"):
        resolve(without_tokens="maybe")


REACHES = [
    (HttpOptions(host=EVERYWHERE), False, False),
    (HttpOptions(host=EVERYWHERE, without_tokens=True), True, False),
    (HttpOptions(trusted_proxies=(ip_network("127.0.0.1"),)), False, False),
    (HttpOptions(host=EVERYWHERE), True, True),
    (HttpOptions(trusted_proxies=(ip_network("127.0.0.1"),)), True, True),
    (HttpOptions(), False, True),
    (HttpOptions(without_tokens=True), True, True),
    (HttpOptions(host="localhost"), False, True),
]


@pytest.mark.parametrize(("http", "has_tokens", "may"), REACHES)
def test_others_reach_it_only_with_tokens(tmp_path: Path, http: HttpOptions, has_tokens: bool, may: bool):
    if has_tokens:
        new_token(tmp_path)
    with closing(TokenBook(tmp_path)) as book, listen(http.host, 0) as listening:
        if may:
            require_tokens(http, listening, book)
        else:
            with pytest.raises(ConfigError, match="Nothing was served"):
                require_tokens(http, listening, book)


def test_a_name_is_bound_at_each_of_its_addresses_on_one_port():
    with listen("localhost", 0) as listening:
        assert isinstance(listening, Listening)
        assert {one.getsockname()[1] for one in listening.sockets} == {listening.port}
        assert listening.is_local
        with pytest.raises(Refused, match="Something listens at"), listen("localhost", listening.port):
            pass


def test_a_host_that_this_machine_isn_t_is_told():
    with pytest.raises(ConfigError, match="no address of"), listen("no.such.host.invalid", 0):
        pass
    with pytest.raises(Refused, match=r"can't listen at 192\.0\.2\.1"), listen("192.0.2.1", 0):
        pass
