"""A MariaDB of a test class's own: in a new directory, reached by a Unix socket in it and a port of loopback, and gone with the
class. It is run as the user `nobody` where the tests run as root, since it refuses root."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time

START_S = 60
STOP_S = 20


def _free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class MariaDb:
    """A running server with the user `baton`, who logs in with `password`. With `certificate` it offers TLS."""

    password = "hid/den@p:w?"

    def __init__(self, certificate=None):
        self.folder = tempfile.mkdtemp(prefix="baton-maria-")
        self._user = {}
        if os.getuid() == 0:
            user = pwd.getpwnam("nobody")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self._user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
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
        self.port = _free_port()
        self.start()
        self.sql(f"create database main; create user baton@'%' identified by '{self.password}'; grant select on *.* to baton@'%'", "")

    def start(self):
        """Starts it, on the same port each time."""
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen(
                [
                    "/usr/sbin/mariadbd", "--no-defaults", f"--datadir={self._data}", f"--socket={self.socket}", f"--port={self.port}",
                    "--bind-address=127.0.0.1", "--skip-name-resolve", "--innodb-flush-log-at-trx-commit=0", "--innodb-buffer-pool-size=16M", "--skip-log-bin", *self._tls,
                ],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", **self._user,
            )
        deadline = time.monotonic() + START_S
        while True:
            try:
                return self.sql("select 1", "")
            except subprocess.CalledProcessError:
                if time.monotonic() > deadline:
                    self.stop()
                    raise
                time.sleep(0.05)

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

    def halt(self):
        """Ends it, and leaves its data."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def stop(self):
        """Ends it, and removes its data."""
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
