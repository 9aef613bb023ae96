"""The environment, read here alone, and the home that it or a flag names.

Little of the standard library and nothing else, because what a client of the shared mode starts comes through here.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

OWN = "PALIMPSEST_"
"""What the names of Palimpsest's variables begin with."""


class ConfigError(ValueError):
    """A flag or variable can't be taken; the message is one line that names both."""


def environment() -> Mapping[str, str]:
    """The variables of this process."""
    return os.environ


def environment_without_palimpsest() -> dict[str, str]:
    """This process's environment for a child that is told by its flags alone."""
    return {name: value for name, value in os.environ.items() if not name.startswith(OWN)}


def working_folder() -> str:
    """The current folder; a folder that has been deleted under the process counts as the root."""
    try:
        return os.getcwd()
    except FileNotFoundError:
        return os.path.sep


def absolute(value: str, folder: str) -> str:
    """An absolute path: `~` is the user's folder, a relative path counts from `folder`."""
    expanded = os.path.expanduser(value)
    if expanded.startswith("~"):
        raise ValueError("the user folder that ~ stands for is unknown; give the whole path")
    return os.path.normpath(os.path.join(folder, expanded))


def user_data_folder() -> str:
    """Where a home is that nobody named."""
    import platformdirs

    try:
        return str(platformdirs.user_data_path("palimpsest", appauthor=False))
    except RuntimeError:
        raise ConfigError("--home (PALIMPSEST_HOME): this user has no home folder; name one.") from None
