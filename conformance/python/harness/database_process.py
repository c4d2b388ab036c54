"""The server of a database that a test class has for itself: its directory, its start and its end."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

START_S = 60
STOP_S = 20


class DatabaseProcess:
    """A server with its files in a new directory, which goes with it."""

    # What makes it end at once, in good order.
    end_signal = signal.SIGTERM

    def __init__(self, prefix, user):
        """It runs as `user` where the tests run as root, which databases refuse."""
        self.folder = tempfile.mkdtemp(prefix=prefix)
        self._user = {}
        if os.getuid() == 0:
            owner = pwd.getpwnam(user)
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            self._user = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}

    def _launch(self, command, is_ready):
        """Starts it, and waits until `is_ready` no longer fails."""
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", **self._user)
        deadline = time.monotonic() + START_S
        while True:
            try:
                is_ready()
                return
            except subprocess.CalledProcessError:
                if time.monotonic() > deadline:
                    self.stop()
                    raise
                time.sleep(0.05)

    def halt(self):
        """Ends it, and leaves its data."""
        self.process.send_signal(self.end_signal)
        try:
            self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def stop(self):
        """Ends it, and removes its data."""
        self.halt()
        shutil.rmtree(self.folder, ignore_errors=True)
