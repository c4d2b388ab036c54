"""Waiting for what comes, and ports that nobody has."""

import socket
import time


def until(check, what, within_s=20):
    """Calls `check` until it gives something, which is returned."""
    deadline = time.monotonic() + within_s
    while True:
        found = check()
        if found:
            return found
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}: not within {within_s} s")
        time.sleep(0.02)


def free_port():
    """A port of loopback that no socket has at the moment."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]
