"""Starts the built binary on a free port with settings written for the test, and ends it with the test."""

import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import threading

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target"))
# Where the built programs of this repository are.
PROGRAMS = pathlib.Path(os.environ.get("BATON_PROGRAMS", TARGET / "release"))
BINARY = pathlib.Path(os.environ.get("BATON_BIN", PROGRAMS / "baton"))

START_S = 10
STOP_S = 8

DEFAULT_APP = {"id": "app-id", "key": "app-key", "secret": "app-secret"}


class Server:
    """A running server. `open_files` lowers the limit of open files that it inherits and may not raise; `port` is a free
    one unless one is given; `environment` goes beside the test's own; `binary` may be a program that runs the server;
    `begin` stands behind the address (`proxy_protocol`, `plain`), and `places` are further ones to listen at."""

    def __init__(
        self, apps=({},), settings=None, args=(), open_files=None, port=0, binary=BINARY, environment=None, begin="", places=(),
    ):
        if not pathlib.Path(binary).exists():
            raise FileNotFoundError(f"{binary} is missing: build it with `cargo build --release`")
        self.apps = [{**DEFAULT_APP, **app} for app in apps]
        self.app = self.apps[0] if self.apps else None
        self.host = "127.0.0.1"
        self._folder = tempfile.mkdtemp(prefix="baton-conformance-")
        self.config = pathlib.Path(self._folder) / "baton.toml"
        self.config.write_text(_toml(settings or {}, self.apps))
        limit = (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (open_files, open_files))) if open_files else None
        self.process = subprocess.Popen(
            [binary, "serve", "--listen", ",".join([f"127.0.0.1:{port} {begin}", *places]), "--config", self.config, *args],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=limit,
            env={**os.environ, **(environment or {})},
        )
        self.pid = self.process.pid
        self.log = []
        self._listening = threading.Event()
        self.port = None
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if not self._listening.wait(START_S) or self.port is None:
            self.stop()
            raise RuntimeError("not listening:\n" + "".join(self.log))

    def _read(self):
        for line in self.process.stdout:
            self.log.append(line)
            found = re.search(r'(?:^|")listening on https?://127\.0\.0\.1:(\d+)', line)
            if found and self.port is None:
                self.port = int(found[1])
                self._listening.set()
        self._listening.set()  # the output ended: nothing more to wait for

    def is_running(self):
        return self.process.poll() is None

    def stop(self):
        """Ends the server and gives its exit status."""
        if self.is_running():
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
        status = self.process.wait()
        self._reader.join(1)
        self.process.stdout.close()
        shutil.rmtree(self._folder, ignore_errors=True)
        return status


def _value(value):
    """A value as TOML, which JSON writes as TOML does but for tables."""
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_value(each)}' for key, each in value.items())} }}"
    return json.dumps(value)


def _toml(settings, apps):
    lines = [f"{key} = {_value(value)}" for key, value in settings.items()]
    for app in apps:
        lines += ["", "[[apps]]", *(f"{key} = {_value(value)}" for key, value in app.items())]
    return "\n".join(lines) + "\n"
