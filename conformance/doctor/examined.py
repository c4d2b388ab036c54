"""Runs `baton doctor` on a server of the test, and gives what it found."""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "python"))

from harness.server import BINARY, Server  # noqa: E402

from certificates import Authority  # noqa: E402

WITHIN_S = 60


class Found:
    """A report: its JSON, and the codes of its faults and warnings."""

    def __init__(self, status, text, errors):
        self.status, self.text, self.errors = status, text, errors
        self.report = json.loads(text)
        self.snippet = self.report["snippet"]

    def codes(self, result):
        return [finding["code"] for finding in self.report["findings"] if finding["result"] == result]

    def results(self, check):
        return [finding["result"] for finding in self.report["findings"] if finding["check"] == check]


def doctor(*arguments, environment=None):
    """What one run prints as JSON; the first argument is mostly the URL."""
    patience = [] if "--patience" in arguments else ["--patience", "0"]
    command = [BINARY, "doctor", "--json", *patience, *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=WITHIN_S, stdin=subprocess.DEVNULL,
        env={**os.environ, **(environment or {})},
    )
    if done.returncode not in (0, 1):
        raise AssertionError(f"status {done.returncode}: {done.stdout}{done.stderr}")
    return Found(done.returncode, done.stdout, done.stderr)


class Case(unittest.TestCase):
    """A Baton of the class's own, an authority that the runs trust, and proxies that end with each test."""

    settings = {}

    @classmethod
    def setUpClass(cls):
        cls.server = Server([{"id": "1"}], cls.settings)
        cls.addClassCleanup(cls.server.stop)
        cls.authority = Authority()
        cls.addClassCleanup(cls.authority.remove)

    def start(self, proxy):
        """A proxy until the test ends."""
        self.addCleanup(proxy.stop)
        return proxy

    def examine(self, url, *arguments, signed=True):
        app = self.server.app
        credentials = ["--key", app["key"], "--secret", app["secret"], "--app-id", app["id"]] if signed else []
        trusted = {"SSL_CERT_FILE": str(self.authority.root)}
        found = doctor(url, *credentials, *arguments, environment=trusted)
        self.assertNotIn(app["secret"], found.text + found.errors)
        return found

    def assert_well(self, found):
        self.assertEqual((found.status, found.codes("fault"), found.codes("warning")), (0, [], []), found.text)
        # A check that was left out has found nothing.
        for check in ("route", "upgrade", "key", "api", "subscribe", "publish", "limits", "idle"):
            self.assertIn("ok", found.results(check), f"{check}: {found.text}")

    def assert_fault(self, found, code):
        self.assertEqual((found.status, found.codes("fault")), (1, [code]), found.text)

    @contextlib.contextmanager
    def case(self, name):
        """A row of a table of configurations."""
        with self.subTest(name):
            yield
