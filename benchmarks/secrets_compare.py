"""Own patterns beside detect-secrets: what is found, what is wrongly found, what it costs. Prints a table.

    .venv/bin/pip install detect-secrets && .venv/bin/python benchmarks/secrets_compare.py [conversation.json ...]

Without detect-secrets only the own patterns are measured. CPU time of this process, best of three.
"""

import importlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

_WITHOUT = ("Base64HighEntropyString", "HexHighEntropyString", "KeywordDetector", "IPPublicDetector")
_PROSE = "The deploy waits for two approvals and then runs the smoke tests on staging. "


def main(conversations: list[str]) -> None:
    for name, start in (("own patterns", _own), ("detect-secrets", _detect_secrets)):
        try:
            has_secret = start()
        except ModuleNotFoundError:
            sys.stdout.write(f"{name}: not installed\n")
            continue
        sys.stdout.write(f"{name}\n{_report(has_secret, conversations)}")


def _own() -> Callable[[str], bool]:
    find = importlib.import_module("palimpsest.tools.secrets").find_secrets
    return lambda text: bool(find(text))


def _detect_secrets() -> Callable[[str], bool]:
    scan: Any = importlib.import_module("detect_secrets.core.scan")
    settings: Any = importlib.import_module("detect_secrets.settings").get_settings()
    plugins: Any = importlib.import_module("detect_secrets.core.plugins.util").get_mapping_from_secret_type_to_class()
    names = sorted({plugin.__name__ for plugin in plugins.values()} - set(_WITHOUT))
    settings.configure_plugins([{"name": name} for name in names])
    return lambda text: any(True for line in text.splitlines() for _ in scan.scan_line(line))


def _report(has_secret: Callable[[str], bool], conversations: list[str]) -> str:
    fakes: Any = importlib.import_module("fake_secrets")
    harmless: Any = importlib.import_module("harmless_texts")
    found = [(kind, has_secret(text)) for kind, text in fakes.ALL_SAMPLES]
    kinds = {kind for kind, _ in found}
    whole = sum(all(hit for other, hit in found if other == kind) for kind in kinds)
    clean = [*harmless.IDS_AND_PUBLIC_KEYS, *harmless.STAND_INS_AND_PROSE]
    turns = [text for path in conversations for text in _strings(json.loads(Path(path).read_text("utf-8")))]
    long, huge = (_PROSE * (size // len(_PROSE)) for size in (4_000, 1_000_000))
    return (
        f"  fake secrets found     {sum(hit for _, hit in found)} of {len(found)}\n"
        f"  kinds found in full    {whole} of {len(kinds)}\n"
        f"  harmless texts refused {sum(map(has_secret, clean))} of {len(clean)}\n"
        f"  conversation strings   {sum(map(has_secret, turns))} of {len(turns)} refused\n"
        f"  4,000 characters       {_milliseconds(has_secret, long):.2f} ms\n"
        f"  1,000,000 characters   {_milliseconds(has_secret, huge):.0f} ms\n"
    )


def _milliseconds(has_secret: Callable[[str], bool], text: str) -> float:
    def once() -> float:
        started = time.process_time()
        has_secret(text)
        return (time.process_time() - started) * 1000

    return min(once() for _ in range(3))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _strings(list(cast("dict[str, Any]", value).values()))
    elif isinstance(value, list):
        for one in cast("list[Any]", value):
            yield from _strings(one)


if __name__ == "__main__":
    main(sys.argv[1:])
