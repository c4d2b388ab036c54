"""What every attack has: a server of its own, its vital signs, and another client that must not notice."""

import contextlib
import os
import pathlib
import sys
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "python"))

from harness.server import Server  # noqa: E402
from socket_client import Socket, exchange  # noqa: E402

# The other client's longest wait for an answer. On an idle machine it is under a millisecond; attacker, client and
# server share two cores here.
BYSTANDER_S = 2.0
MIB = 1 << 20
TICKS = os.sysconf("SC_CLK_TCK")


class Vitals:
    """Memory and processor time of the server, as the kernel tells them."""

    def __init__(self, pid):
        self._proc = pathlib.Path("/proc") / str(pid)

    def _status(self, field):
        line = next(line for line in (self._proc / "status").read_text().splitlines() if line.startswith(field))
        return int(line.split()[1]) * 1024

    def resident(self):
        return self._status("VmRSS:")

    def peak(self):
        return self._status("VmHWM:")

    def forget_peak(self):
        (self._proc / "clear_refs").write_text("5")

    def cpu_seconds(self):
        fields = (self._proc / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


class Bystander(threading.Thread):
    """A client that asks and waits for the answer all the time, and remembers its longest wait."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.socket = Socket(server)
        self.socket.greeted()
        self.longest = 0.0
        self.fault = None
        self._ends = threading.Event()
        self.start()

    def run(self):
        try:
            while not self._ends.wait(0.05):
                self.longest = max(self.longest, self.socket.settle(within=10))
        except (OSError, ConnectionError) as fault:
            self.fault = fault

    def end(self):
        self._ends.set()
        self.join(12)
        self.socket.close()


class Attack(unittest.TestCase):
    """A server for the class; after each test it must be the same process, serving old and new clients."""

    apps = ({},)
    settings = {}
    args = ()
    open_files = None

    @classmethod
    def setUpClass(cls):
        cls.server = Server(cls.apps, cls.settings, cls.args, cls.open_files)
        cls.vitals = Vitals(cls.server.pid)
        cls._warm_up()

    @classmethod
    def _warm_up(cls):
        """Lets allocator and threads take what any first use takes, so that growth is the attack's."""
        for _ in range(20):
            with cls.connect() as socket:
                socket.settle()
            exchange(cls.server, b"GET /up HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def setUp(self):
        self.bystander = Bystander(self.server)
        self.addCleanup(self._check_bystander)

    def _check_bystander(self):
        self.bystander.end()
        self.assertTrue(self.server.is_running(), "".join(self.server.log[-20:]))
        self.assertIsNone(self.bystander.fault, "the other client was cut off")
        self.assertLess(self.bystander.longest, BYSTANDER_S, "the other client had to wait")
        with self.connect() as newcomer:
            newcomer.settle()

    @classmethod
    def connect(cls, **options):
        socket = Socket(cls.server, **options)
        socket.greeted()
        return socket

    @contextlib.contextmanager
    def grows_less_than(self, limit):
        """Fails where the server's peak of resident memory rises by `limit` bytes or more."""
        before = self.vitals.resident()
        self.vitals.forget_peak()
        yield
        grown = self.vitals.peak() - before
        self.assertLess(grown, limit, f"resident memory grew by {grown / MIB:.1f} MiB")

    def assert_ended(self, socket, codes, within=5):
        """The connection ends with one of `codes`; None stands for an end without a close frame."""
        code = socket.close_code(within)
        self.assertIn(code, codes)
        socket.close()

    def metric(self, name):
        """A figure of /metrics."""
        text = exchange(self.server, b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return float(next(line.split()[1] for line in text.splitlines() if line.startswith(f"{name} ")))


def wait_until(check, seconds, step=0.05):
    """Polls; the seconds until `check` was true, or None."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        if check():
            return time.monotonic() - began
        time.sleep(step)
    return None
