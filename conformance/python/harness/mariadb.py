"""A MariaDB of a test class's own: in a new directory, reached by a Unix socket in it and a port of loopback, and gone with the
class. It is run as the user `nobody` where the tests run as root, since it refuses root."""

import os
import shutil
import subprocess

from harness.database_process import DatabaseProcess
from harness.waiting import free_port


class MariaDb(DatabaseProcess):
    """A running server with the user `baton`, who logs in with `password`. With `certificate` it offers TLS."""

    password = "hid/den@p:w?"

    def __init__(self, certificate=None):
        super().__init__("baton-maria-", "nobody")
        self.socket, self._data = os.path.join(self.folder, "socket"), os.path.join(self.folder, "data")
        self._tls = []
        if certificate:
            for name, path in (("cert", certificate.certificate), ("key", certificate.key)):
                copy = os.path.join(self.folder, f"{name}.pem")
                shutil.copy(path, copy)
                if self._user:
                    os.chown(copy, self._user["user"], self._user["group"])
                self._tls.append(f"--ssl-{name}={copy}")
        subprocess.run(
            ["mariadb-install-db", "--no-defaults", f"--datadir={self._data}", "--auth-root-authentication-method=normal", "--skip-test-db"],
            check=True, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **self._user,
        )
        self.port = free_port()
        self.start()
        self.sql(f"create database main; create user baton@'%' identified by '{self.password}'; grant select on *.* to baton@'%'", "")

    def start(self):
        """Starts it, on the same port each time."""
        command = [
            "/usr/sbin/mariadbd", "--no-defaults", f"--datadir={self._data}", f"--socket={self.socket}", f"--port={self.port}",
            "--bind-address=127.0.0.1", "--skip-name-resolve", "--innodb-flush-log-at-trx-commit=0", "--innodb-buffer-pool-size=16M",
            "--skip-log-bin", *self._tls,
        ]
        self._launch(command, lambda: self.sql("select 1", ""))

    def url(self, parameters=""):
        """The URL of the database `main`."""
        return f"mysql://baton:hid%2Fden%40p%3Aw%3F@127.0.0.1:{self.port}/main{parameters}"

    def sql(self, text, database="main"):
        """Runs statements as the administrator; what they print."""
        done = subprocess.run(
            ["mariadb", "--no-defaults", f"--socket={self.socket}", "--user=root", "--batch", "--skip-column-names", *([database] if database else [])],
            check=True, cwd="/", text=True, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        return done.stdout.rstrip()
