"""Installs the packages of a language's clients, each pinned."""

import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


class Missing(Exception):
    """The language itself is not to be had on this machine."""


def install(language, clients):
    """Makes ready what the programs of `language` need; `clients` are those that will run."""
    needed = subprocess.run([ROOT / "tools" / "need", *NEEDED[language]], capture_output=True, text=True, check=False)
    if needed.returncode:
        raise Missing((needed.stderr.strip().splitlines() or ["tools/need failed"])[-1])


NEEDED = {"node": ["foreign-node-packages"]}
