"""A PostgreSQL of a test class's own: in a new directory, reached by a Unix socket in it, and gone with the class. It is run
as the user `postgres` where the tests run as root, since it refuses root."""

import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

START_S = 60
STOP_S = 10

DEBIAN = pathlib.Path("/usr/lib/postgresql/15/bin")


def _program(name):
    return str(DEBIAN / name) if (DEBIAN / name).exists() else name


class Postgres:
    """A running server; `settings` are further ones of its own, such as `max_connections=300`."""

    def __init__(self, settings=()):
        self.folder = tempfile.mkdtemp(prefix="baton-pg-")
        self._user = {}
        if os.getuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self._user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        data = os.path.join(self.folder, "data")
        self._run(
            "initdb", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync",
            "--pgdata", data,
        )
        self._data = data
        self._settings = ["wal_level=logical", "fsync=off", "listen_addresses=", *settings]
        self.start()

    def start(self):
        """Starts it, in the same place each time."""
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen(
                [_program("postgres"), "-D", self._data, "-k", self.folder, *(x for s in self._settings for x in ("-c", s))],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", **self._user,
            )
        deadline = time.monotonic() + START_S
        while True:
            try:
                self.sql("select")
                return
            except subprocess.CalledProcessError:
                if time.monotonic() > deadline:
                    self.stop()
                    raise
                time.sleep(0.05)

    def _run(self, program, *arguments):
        done = subprocess.run(
            [_program(program), *arguments], check=True, cwd="/", text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **self._user,
        )
        return done.stdout.rstrip()

    def url(self, user="postgres", database="postgres"):
        """The URL of a database."""
        return f"postgresql:///{database}?host={self.folder}&user={user}"

    def sql(self, text, database="postgres"):
        """Runs statements as the superuser; what they print."""
        return self._run(
            "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", "postgres", "-h", self.folder, "-d", database, "-c", text
        )

    def halt(self):
        """Ends it, and leaves its data."""
        self.process.send_signal(signal.SIGQUIT)
        try:
            self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def stop(self):
        """Ends it, and removes its data."""
        self.halt()
        shutil.rmtree(self.folder, ignore_errors=True)
