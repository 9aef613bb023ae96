"""A user whom the modes of files and folders bind, though the tests may run as root."""

import os
import shutil
import sys

import pytest

IS_ROOT = sys.platform != "win32" and os.geteuid() == 0
UNPRIVILEGED = ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if IS_ROOT else ()
"""Goes before a command."""

needs_permissions = pytest.mark.skipif(
    sys.platform == "win32" or (IS_ROOT and not shutil.which("setpriv")), reason="nothing binds this user's hands"
)
