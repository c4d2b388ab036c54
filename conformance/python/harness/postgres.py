"""A PostgreSQL of a test class's own: in a new directory, reached by a Unix socket in it, and gone with the class. It is run
as the user `postgres` where the tests run as root, since it refuses root."""

import os
import pathlib
import signal
import subprocess

from harness.database_process import DatabaseProcess

DEBIAN = pathlib.Path("/usr/lib/postgresql/15/bin")


def _program(name):
    return str(DEBIAN / name) if (DEBIAN / name).exists() else name


class Postgres(DatabaseProcess):
    """A running server; `settings` are further ones of its own, such as `max_connections=300`."""

    end_signal = signal.SIGQUIT

    def __init__(self, settings=()):
        super().__init__("baton-pg-", "postgres")
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
        settings = (x for setting in self._settings for x in ("-c", setting))
        self._launch([_program("postgres"), "-D", self._data, "-k", self.folder, *settings], lambda: self.sql("select"))

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
