"""Where a language model is asked: the URL as people write it, made the one that is called.

What is sent there is what agents noted for themselves, so it goes encrypted, or stays on this machine.
"""

from __future__ import annotations

from ..store.embedders.endpoint_url import Address, UnusableUrl, read_url
from ..store.errors import ModelMisconfigured

__all__ = ["Address", "read_llm_address"]

PATH = "/chat/completions"


def read_llm_address(url: str) -> Address:
    """Take a URL with or without `/v1`, `/chat/completions` and a slash at its end; `ModelMisconfigured` otherwise."""
    try:
        address = read_url(url, PATH, "in PALIMPSEST_LLM_KEY")
        if not address.is_loopback and address.url.startswith("http:"):
            raise UnusableUrl("beyond this machine it has to begin with https://")
    except UnusableUrl as problem:
        raise ModelMisconfigured(
            f"--llm-url can't be used: {problem}. Write it like http://localhost:11434 or https://host/v1."
        ) from None
    return address
