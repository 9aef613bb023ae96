# Names the packages found in the top-level folders; everything else is in pyproject.toml.
from setuptools import find_namespace_packages, setup

setup(packages=[f"palimpsest.{name}" for name in find_namespace_packages(include=["server*", "tools*", "store*"])])
