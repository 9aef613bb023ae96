"""Secrets are found by what their issuers make them look like, and nothing else is taken for one."""

import csv
import json
import random
import string
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest
from fake_secrets import ALL_SAMPLES, SAMPLES, Maker
from harmless_texts import IDS_AND_PUBLIC_KEYS, STAND_INS_AND_PROSE
from hypothesis import given, settings
from hypothesis import strategies as st
from palimpsest.tools.secret_patterns import PATTERNS
from palimpsest.tools.secrets import SecretFinding, find_secrets, redact, redact_all
from shared_data import shared_path

_REPOSITORY = Path(__file__).resolve().parents[2]
_FULL_WIDTH = str.maketrans({chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F)})
_MAKE = Maker(7)


def _kinds(text: str) -> list[str]:
    return [finding.kind for finding in find_secrets(text)]


@pytest.mark.parametrize(("kind", "text"), ALL_SAMPLES, ids=[f"{kind}-{n}" for n, (kind, _) in enumerate(ALL_SAMPLES)])
def test_secret_is_found_named_and_redacted(kind: str, text: str) -> None:
    findings = find_secrets(text)
    assert [finding.kind for finding in findings] == [kind]
    hidden = text[findings[0].start : findings[0].end]
    shown = redact(text, findings)
    assert f"[redacted: {kind}]" in shown
    assert hidden not in shown
    assert find_secrets(shown) == []


def test_every_pattern_has_a_sample() -> None:
    assert {pattern.kind for pattern in PATTERNS} == set(SAMPLES)


_DISGUISES: dict[str, Callable[[str], str]] = {
    "zero width": lambda text: "\u200b".join(text),
    "soft hyphens": lambda text: "\u00ad".join(text),
    "variation selectors": lambda text: "\ufe0f".join(text),
    "control characters": lambda text: "\x01".join(text),
    "word, zero width": lambda text: f"see\u200b{text}",
    "word, soft hyphen": lambda text: f"see\u00ad{text}",
    "word, control character": lambda text: f"see\x01{text}",
    "zero width, word": lambda text: f"{text}\u200bsee",
    "soft hyphen, word": lambda text: f"{text}\u00adsee",
    "control character, word": lambda text: f"{text}\x01see",
    "words around": lambda text: f"see\u200b{text}\u200bsee",
    "word, full width": lambda text: f"see\u200b{text.translate(_FULL_WIDTH)}",
    "full width": lambda text: text.translate(_FULL_WIDTH),
    "Chinese around": lambda text: f"密码是{text}。请保密",
    "Japanese around": lambda text: f"トークン「{text}」です",
    "quotes": lambda text: f'"{text}"',
    "backticks": lambda text: f"`{text}`",
    "parentheses": lambda text: f"({text})",
    "commas": lambda text: f"a,{text},b",
    "assigned": lambda text: f"x={text}",
    "sentence": lambda text: f"It is {text}.",
    "bold": lambda text: f"**{text}**",
    "lines": lambda text: f"first\n{text}\nlast",
}


@pytest.mark.parametrize("disguise", _DISGUISES)
def test_disguise_hides_no_secret(disguise: str) -> None:
    missed = [kind for kind, text in ALL_SAMPLES if kind not in _kinds(_DISGUISES[disguise](text))]
    assert missed == []


def test_positions_are_those_of_the_disguised_text() -> None:
    token = "ghp_" + _MAKE.alnum(36)
    text = "é\u200bkey: " + "\u200b".join(token) + " end"
    assert redact(text, find_secrets(text)) == "é\u200bkey: [redacted: GitHub token] end"


def test_glued_and_taken_apart_secrets_are_found_in_one_text() -> None:
    glued, apart = "hf_" + _MAKE.alnum(34), "\u00ad".join("npm_" + _MAKE.alnum(36))
    text = f"see\u200b{glued}\u200bor {apart}, {glued}"
    assert redact(text, find_secrets(text)) == (
        "see\u200b[redacted: Hugging Face token]\u200bor [redacted: npm token], [redacted: Hugging Face token]"
    )


def test_what_both_readings_find_is_one_finding() -> None:
    token = "ghp_" + _MAKE.alnum(36)
    text = f"see\u200b{token}\u200bsee"
    assert redact(text, find_secrets(text)) == "see\u200b[redacted: GitHub token]"


def test_several_secrets_are_found_in_order() -> None:
    text = f"{_MAKE.pem()}\nand {'hf_' + _MAKE.alnum(34)}, {'npm_' + _MAKE.alnum(36)}"
    assert _kinds(text) == ["private key", "Hugging Face token", "npm token"]
    assert redact(text, find_secrets(text)) == (
        "[redacted: private key]\nand [redacted: Hugging Face token], [redacted: npm token]"
    )


def test_access_key_and_secret_key_side_by_side_are_both_redacted() -> None:
    text = f"{'AKIA' + _MAKE.upper(16)}:{_MAKE.base64(40)}"
    assert redact(text, find_secrets(text)) == "[redacted: AWS access key]:[redacted: AWS secret key]"


def test_password_in_url_leaves_the_rest_readable() -> None:
    text = "postgres://app:" + _MAKE.alnum(12) + "@db.example.org/app"
    assert redact(text, find_secrets(text)) == "postgres://app:[redacted: password in URL]@db.example.org/app"


@pytest.mark.parametrize(("kind", "text"), [(kind, makes[0](_MAKE)) for kind, makes in SAMPLES.items()])
def test_message_and_repr_name_the_kind_and_never_the_value(kind: str, text: str) -> None:
    (finding,) = find_secrets(text)
    assert kind in finding.message
    assert len(finding.message) <= 160
    value = text[finding.start : finding.end]
    assert value not in finding.message + repr(finding)


@pytest.mark.parametrize("text", IDS_AND_PUBLIC_KEYS)
def test_ids_checksums_and_public_keys_are_no_secrets(text: str) -> None:
    assert _kinds(text) == []


@pytest.mark.parametrize("text", STAND_INS_AND_PROSE)
def test_stand_ins_names_and_prose_are_no_secrets(text: str) -> None:
    assert _kinds(text) == []


@pytest.mark.parametrize("invisible", ["\u200b", "\u00ad", "\x01"])
def test_invisible_characters_make_no_secret_of_what_is_none(invisible: str) -> None:
    for text in [*IDS_AND_PUBLIC_KEYS, *STAND_INS_AND_PROSE]:
        assert _kinds(f"see{invisible}{text}") == _kinds(invisible.join(text)) == []


@pytest.mark.parametrize("login", ["root:password", "admin:pass", "user:hunter2", ":s3cret", "me:p%40ss"])
def test_weak_password_in_url_is_a_password(login: str) -> None:
    assert _kinds(f"postgres://{login}@db.example.org") == ["password in URL"]


def test_documented_example_of_an_access_key_is_refused_like_a_real_one() -> None:
    assert _kinds("AKIAIOSFODNN7" + "EXAMPLE") == ["AWS access key"]


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _strings(list(cast("dict[str, object]", value).values()))
    elif isinstance(value, list):
        for one in cast("list[object]", value):
            yield from _strings(one)


@pytest.mark.parametrize("name", ["data/locomo_first3.json", "data/multilingual_recall.json"])
def test_conversations_and_facts_hold_no_secret(name: str) -> None:
    texts = list(_strings(json.loads(shared_path(name).read_text("utf-8"))))
    assert len(texts) > 500
    assert [kinds for text in texts if (kinds := _kinds(text))] == []


def test_conflict_pairs_hold_no_secret() -> None:
    with shared_path("vectors/conflict_pairs.tsv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    assert [row["id"] for row in rows if find_secrets(row["old"]) or find_secrets(row["new"])] == []


def test_no_literal_secret_stands_in_these_files() -> None:
    paths = [*_REPOSITORY.glob("tools/secret*.py"), *_REPOSITORY.glob("tests/**/*secret*.py")]
    assert len(paths) >= 5
    found = {(path.name, kind) for path in paths for kind in _kinds(path.read_text("utf-8"))}
    assert found == set()


@settings(deadline=None)
@given(st.text(st.characters(codec=None), max_size=200))
def test_any_text_is_answered_with_positions_inside_it(text: str) -> None:
    findings = find_secrets(text)
    assert all(0 <= one.start < one.end <= len(text) for one in findings)
    assert all(left.end <= right.start for left, right in pairwise(findings))


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.sampled_from(ALL_SAMPLES), min_size=1, max_size=4),
    st.text(" \n,;漢\u200b\u00ad\x01", min_size=1, max_size=3),
)
def test_redacted_text_holds_no_secret_any_more(samples: list[tuple[str, str]], between: str) -> None:
    text = between.join(sample for _, sample in samples)
    assert find_secrets(redact_all(text)) == []


@settings(deadline=None)
@given(
    st.sampled_from(ALL_SAMPLES),
    st.text(string.ascii_letters + string.digits + "_-/+=", max_size=12),
    st.text(string.ascii_letters + string.digits + "_-/+=", max_size=12),
    st.sampled_from("\u200b\u00ad\x01\u2060\ufe0f\u3164"),
)
def test_whatever_is_glued_to_a_secret_all_of_it_is_covered(
    sample: tuple[str, str], before: str, after: str, glue: str
) -> None:
    text = f"{before}{glue}{sample[1]}{glue}{after}"
    shift = len(before) + 1
    found = find_secrets(text)
    for secret in find_secrets(sample[1]):
        assert any(one.start <= secret.start + shift and secret.end + shift <= one.end for one in found)


def test_text_without_findings_is_redacted_to_itself() -> None:
    assert redact("plain", []) == "plain"
    assert redact("abcdef", [SecretFinding("b", 4, 6), SecretFinding("a", 0, 2)]) == "[redacted: a]cd[redacted: b]"


_HINTS = "\n".join(hint for pattern in PATTERNS for hint in pattern.hints)
_UNITS = [
    *(
        "a",
        "-",
        "\n",
        "\u200b",
        "Ａ",
        "漢",
        "://a:" + "b@",
        "://a:",
        "eyJ",
        "eyJhbGciOiJI.",
        "key-",
        "0123456789abcdef",
    ),
    *(
        "-----BEGIN RSA PRIVATE KEY-----\n",
        "-----BEGIN PRIVATE KEY-----\nA-b: c\n",
        "-----BEGIN PRIVATE KEY-----ab\n\n",
    ),
    *(
        "password = 'aB3",
        "sk-proj-",
        "github_pat_",
        "AKIA" + "A" * 16 + " ",
        "AKIA" + "A" * 16 + "\u200b",
        "sig=%2B",
        "12345678:",
        "X-api-",
        "ab\n",
    ),
    *(
        "Authorization: Bearer ",
        "Private-Lines: 1\n",
        "aws secret key is ",
        "HEROKU_API_KEY=",
        f"{_HINTS}\n",
        f"{_HINTS}\u200b",
    ),
]


@pytest.mark.parametrize("unit", _UNITS, ids=range(len(_UNITS)))
def test_megabyte_of_anything_is_scanned_in_under_a_second(unit: str) -> None:
    _assert_fast(unit * (1_000_000 // len(unit)))


@pytest.mark.parametrize("alphabet", [string.printable, string.ascii_letters + string.digits, "0123456789abcdef"])
@pytest.mark.parametrize("start", [_HINTS, "-----BEGIN " + "PRIVATE KEY-----\n"], ids=["hints", "header"])
def test_megabyte_of_noise_is_scanned_in_under_a_second(alphabet: str, start: str) -> None:
    _assert_fast(start + "".join(random.Random(5).choices(alphabet, k=1_000_000)))


def _assert_fast(text: str) -> None:
    # A busy machine may be slow once; what isn't linear is slow each time.
    assert any(_cpu_seconds(text) < 1 for _ in range(3))


def _cpu_seconds(text: str) -> float:
    started = time.process_time()
    find_secrets(text)
    return time.process_time() - started
