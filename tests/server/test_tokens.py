"""Whose a secret is: found with the whole of it alone, at once closed by any process, and never in anybody's way."""

from __future__ import annotations

import string
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_bench import open_bench
from palimpsest.server import token_secrets, token_uses
from palimpsest.server.tokens import UNKNOWN, TokenBook, TokenRefused
from palimpsest.store.access import AccessFile, path_in
from palimpsest.store.clock import system
from palimpsest.store.errors import StoreError
from palimpsest.tools.secrets import find_secrets
from processes import environment, palimpsest, write_lock
from store_builders import FakeClock
from token_kit import new_token
from unprivileged import UNPRIVILEGED, needs_permissions

URL_SAFE = string.ascii_letters + string.digits + "-_"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def book(tmp_path: Path, clock: FakeClock) -> Generator[TokenBook]:
    with closing(TokenBook(tmp_path, clock)) as opened:
        yield opened


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[TokenBook, list[str]]]:
    """A book of twelve tokens, so that a changed id names another one, and their secrets."""
    home = tmp_path_factory.mktemp("crowded")
    secrets = [new_token(home)[1] for _ in range(12)]
    with closing(TokenBook(home)) as opened:
        yield opened, secrets


def refusal(book: TokenBook, secret: str) -> str:
    with pytest.raises(TokenRefused) as refused:
        book.find(secret)
    return str(refused.value)


def eventually(holds: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        if holds():
            return True
        time.sleep(0.01)
    return False


def last_uses(home: Path) -> list[object]:
    opened = AccessFile.open_to_read(path_in(home))
    assert opened is not None
    with closing(opened):
        return [one.last_used_at for one in opened.all()]


def test_a_token_is_found_by_its_secret(book: TokenBook, tmp_path: Path):
    token, secret = new_token(tmp_path)
    assert book.find(secret) == token
    assert book.is_live(token.id)


@given(place=st.integers(0, 60), character=st.characters(codec="utf-8"), number=st.integers(0, 11))
def test_with_one_character_changed_it_is_unknown(
    crowded: tuple[TokenBook, list[str]], place: int, character: str, number: int
):
    book, secrets = crowded
    secret = secrets[number]
    changed = secret[: place % len(secret)] + character + secret[place % len(secret) + 1 :]
    if changed == secret:
        assert book.find(changed).id == number + 1
    else:
        assert refusal(book, changed) == UNKNOWN


@given(place=st.integers(0, 42), character=st.sampled_from(URL_SAFE))
def test_with_one_character_of_its_own_kind_changed_it_is_unknown(
    crowded: tuple[TokenBook, list[str]], place: int, character: str
):
    book, (first, *_) = crowded
    start, drawn = first[:6], first[6:]
    changed = start + drawn[:place] + character + drawn[place + 1 :]
    if changed != first:
        assert refusal(book, changed) == UNKNOWN


@given(text=st.one_of(st.text(max_size=80), st.from_regex(r"plt_[0-9]{1,20}_[A-Za-z0-9_-]{43}\n?", fullmatch=True)))
@settings(max_examples=200)
def test_no_other_text_is_a_token(crowded: tuple[TokenBook, list[str]], text: str):
    assert refusal(crowded[0], text) == UNKNOWN


@pytest.mark.parametrize(
    "changed", ["plt_01_", "plt_+1_", "plt_1 _", "plt_٣_", "PLT_1_", " plt_1_", "plt_2_", "plt_999_"]
)
def test_an_id_has_one_spelling(crowded: tuple[TokenBook, list[str]], changed: str):
    book, (first, *_) = crowded
    assert refusal(book, changed + first.removeprefix("plt_1_")) == UNKNOWN
    assert refusal(book, first + "\n") == UNKNOWN


def test_a_token_ends_at_its_moment_and_not_before(book: TokenBook, clock: FakeClock, tmp_path: Path):
    token, secret = new_token(tmp_path, expires_at=clock.now + timedelta(hours=12), now=clock.now)
    clock.now += timedelta(hours=12) - timedelta(microseconds=1)
    assert book.find(secret) == token
    clock.now += timedelta(microseconds=1)
    assert "expired on" in refusal(book, secret)
    assert not book.is_live(token.id)


def test_only_who_knows_the_secret_is_told_why_it_opens_nothing(book: TokenBook, clock: FakeClock, tmp_path: Path):
    revoked = new_token(tmp_path)
    expired = new_token(tmp_path, expires_at=clock.now)
    with closing(AccessFile.open(path_in(tmp_path))) as file:
        file.revoke([1], clock.now)
    for (token, secret), told in ((revoked, "revoked on"), (expired, "expired on")):
        assert told in refusal(book, secret)
        assert refusal(book, token_secrets.compose(token.id, token_secrets.draw())) == UNKNOWN
        assert not book.is_live(token.id)


def test_a_revocation_by_another_process_holds_at_once(book: TokenBook, tmp_path: Path):
    (kept, kept_secret), (gone, gone_secret) = new_token(tmp_path), new_token(tmp_path)
    assert [book.find(secret).id for secret in (kept_secret, gone_secret)] == [kept.id, gone.id]
    assert palimpsest(tmp_path, "token", "revoke", f"T{gone.id}").code == 0
    assert "revoked on" in refusal(book, gone_secret)
    assert not book.is_live(gone.id)
    assert book.find(kept_secret).id == kept.id


def test_a_book_without_a_file_makes_none_and_takes_the_first_token_when_it_comes(book: TokenBook, tmp_path: Path):
    assert not book.is_required()
    assert not book.is_live(1)
    assert refusal(book, token_secrets.compose(1, token_secrets.draw())) == UNKNOWN
    assert list(tmp_path.iterdir()) == []
    token, secret = new_token(tmp_path)
    assert book.is_required()
    assert book.find(secret) == token


def test_a_token_that_was_revoked_keeps_the_door_closed(book: TokenBook, tmp_path: Path):
    new_token(tmp_path)
    with closing(AccessFile.open(path_in(tmp_path))) as file:
        file.revoke([1], system())
    assert book.is_required()


def test_a_file_that_is_lost_opens_nothing_to_a_process_that_knew_it(book: TokenBook, tmp_path: Path):
    token, secret = new_token(tmp_path)
    assert book.is_required()
    assert book.find(secret) == token
    book_uses = path_in(tmp_path)
    assert eventually(lambda: last_uses(tmp_path) != [None])
    for beside in tmp_path.glob(f"{book_uses.name}*"):
        beside.unlink()
    assert refusal(book, secret) == UNKNOWN
    assert book.is_required()
    assert not book.is_live(token.id)


def test_a_file_that_was_put_in_anothers_place_is_read(book: TokenBook, tmp_path: Path):
    _, old_secret = new_token(tmp_path / "old")
    token, secret = new_token(tmp_path / "new")
    path_in(tmp_path / "old").rename(path_in(tmp_path))
    assert book.is_required()
    assert book.is_live(1)
    path_in(tmp_path / "new").replace(path_in(tmp_path))
    assert book.find(secret) == token
    assert refusal(book, old_secret) == UNKNOWN


def test_a_file_that_can_not_be_read_is_not_the_same_as_none(book: TokenBook, tmp_path: Path):
    path_in(tmp_path).write_text("no tokens here" * 100)
    for question in (book.is_required, lambda: book.find(token_secrets.compose(1, "a" * 43)), lambda: book.is_live(1)):
        with pytest.raises(StoreError):
            question()


def test_nothing_waits_while_another_process_writes(book: TokenBook, tmp_path: Path):
    token, secret = new_token(tmp_path)
    book.request_state_keys()
    with write_lock(path_in(tmp_path)):
        began = time.monotonic()
        assert book.is_required()
        assert book.find(secret) == token
        assert book.is_live(token.id)
        assert len(book.request_state_keys()) == 1
        assert time.monotonic() - began < 1


def test_a_use_is_written_behind_the_request_once_a_minute(book: TokenBook, clock: FakeClock, tmp_path: Path):
    _, secret = new_token(tmp_path)
    first = clock.now
    book.find(secret)
    assert eventually(lambda: last_uses(tmp_path) == [first])
    clock.forward(seconds=59)
    book.find(secret)
    second = clock.forward(seconds=1)
    book.find(secret)
    assert eventually(lambda: last_uses(tmp_path) == [second])
    third = clock.forward(minutes=5)
    book.find(secret)
    book.close()
    assert last_uses(tmp_path) == [third]


def test_a_use_within_the_minute_is_not_written(clock: FakeClock, tmp_path: Path):
    _, secret = new_token(tmp_path)
    with closing(TokenBook(tmp_path, clock)) as book:
        for _ in range(60):
            book.find(secret)
            clock.forward(seconds=0.9)
    assert last_uses(tmp_path) == [FakeClock().now]


def test_a_use_that_can_not_be_written_fails_nobody(
    book: TokenBook, clock: FakeClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    _, secret = new_token(tmp_path)

    def refuse(*_: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(token_uses.AccessFile, "open", refuse)
        book.find(secret)
        time.sleep(0.05)
    clock.forward(minutes=1)
    book.find(secret)
    assert eventually(lambda: last_uses(tmp_path) == [clock.now])


def test_every_process_of_a_home_has_the_same_keys(book: TokenBook, tmp_path: Path):
    (key,) = book.request_state_keys()
    assert len(key) == 32
    with closing(TokenBook(tmp_path)) as another:
        assert another.request_state_keys() == [key]
    with closing(TokenBook(tmp_path / "elsewhere")) as elsewhere:
        assert elsewhere.request_state_keys() != [key]
    assert not book.is_required()


def test_a_key_that_can_not_be_kept_stands_in_until_it_can(
    book: TokenBook, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    AccessFile.open(path_in(tmp_path)).close()
    with write_lock(path_in(tmp_path)):
        keys = book.request_state_keys()
        assert book.request_state_keys() == keys
    told = capsys.readouterr().err
    assert (told.count("\n"), "no retry of a client outlives this process" in told) == (1, True)
    with closing(TokenBook(tmp_path)) as another:
        newer = another.request_state_keys()
    assert book.request_state_keys() == [*newer, *keys]


READ_ONLY = """
import sys
from pathlib import Path
from palimpsest.server.tokens import TokenBook, TokenRefused
book = TokenBook(Path(sys.argv[1]))
print(book.is_required(), book.find(sys.argv[2]).id, len(book.request_state_keys()), flush=True)
sys.stdin.readline()
try:
    book.find(sys.argv[2])
except TokenRefused as error:
    print(error, flush=True)
book.close()
"""


@needs_permissions
@pytest.mark.parametrize("file_mode", [0o600, 0o400])
def test_a_home_that_is_read_only_still_knows_its_tokens(tmp_path: Path, file_mode: int):
    _, secret = new_token(tmp_path)
    path_in(tmp_path).chmod(file_mode)
    tmp_path.chmod(0o500)
    command = [*UNPRIVILEGED, sys.executable, "-c", READ_ONLY, str(tmp_path), secret]
    try:
        with subprocess.Popen(
            command, env=environment(tmp_path), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stdout.readline() == "True 1 1\n"
            tmp_path.chmod(0o700)
            path_in(tmp_path).chmod(0o600)
            assert palimpsest(tmp_path, "token", "revoke", "T1").code == 0
            tmp_path.chmod(0o500)
            process.stdin.write("\n")
            process.stdin.flush()
            assert "revoked on" in process.stdout.readline()
            assert process.wait(timeout=20) == 0
    finally:
        tmp_path.chmod(0o700)


def test_nothing_that_is_printed_by_accident_shows_a_secret(book: TokenBook, tmp_path: Path):
    token, secret = new_token(tmp_path)
    drawn = secret.rpartition("_")[2]
    book.find(secret)
    with closing(AccessFile.open(path_in(tmp_path))) as file:
        kept = file.get(token.id)
    presented = token_secrets.parse(secret)
    assert kept is not None
    assert presented is not None
    digest = kept.digest
    for one in (token, kept, presented, book, vars(book)):
        assert drawn not in repr(one)
        assert digest.hex() not in repr(one)
        assert repr(digest) not in repr(one)


def test_the_secret_itself_is_nowhere_on_the_disk(book: TokenBook, tmp_path: Path):
    _, secret = new_token(tmp_path)
    book.find(secret)
    book.close()
    for path in tmp_path.rglob("*"):
        assert secret.rpartition("_")[2].encode() not in path.read_bytes()


@given(number=st.integers(1, 10**18 - 1), before=st.text(max_size=5), behind=st.text(max_size=5))
def test_every_secret_is_known_to_the_secret_finder(number: int, before: str, behind: str):
    secret = token_secrets.compose(number, token_secrets.draw())
    assert token_secrets.parse(secret) is not None
    assert "Palimpsest token" in [found.kind for found in find_secrets(f"{before} {secret} {behind}")]


async def test_an_agent_can_not_store_a_token(tmp_path: Path):
    async with open_bench(tmp_path) as bench:
        agent = await bench.agent()
        _, secret = new_token(tmp_path)
        told = await agent.refused(
            "propose_fact", domain="infra", topic="memory", content=f"The server's token is {secret}."
        )
    assert "Palimpsest token" in told
    assert secret not in told
