"""Hours of connections that come and go, watched for what minutes do not show.

    python3 conformance/soak/soak.py --minutes 480 --holders 1000

Holders stay subscribed to one channel and check that each numbered event comes once and in order. Visitors connect,
subscribe, sometimes leave properly and sometimes just vanish. After a quarter of the time, when allocator and caches
have what they need, resident memory may grow by 4 MiB or a mebibyte an hour, whichever is more, and the number of open
files not at all. Exit status 1, and a line for each fault, where something else was seen.
"""

import argparse
import json
import pathlib
import random
import selectors
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "attack"))

from attack import MIB, Server, Vitals, wait_until  # noqa: E402
from socket_client import CLOSE, PING, PONG, TEXT, Socket, frame, publish  # noqa: E402

CHANNEL = "soak"
VISITORS_PER_SECOND = 20
PUBLISHES_PER_SECOND = 10
SAMPLE_EVERY_S = 10


class Holder:
    """A subscriber that stays, and knows which number comes next."""

    def __init__(self, server):
        self.socket = Socket(server)
        self.socket.greeted()
        self.socket.say({"event": "pusher:subscribe", "data": {"channel": CHANNEL}})
        self.socket.event("pusher_internal:subscription_succeeded")
        self.next = 0
        self.faults = []

    def read(self):
        """Takes what has come; false at the end of the connection."""
        try:
            self.socket._fill()
        except (ConnectionError, OSError) as fault:
            self.faults.append(f"cut off: {fault}")
            return False
        while self._has_frame():
            opcode, payload = self.socket.read()
            if opcode == CLOSE:
                self.faults.append(f"closed: {payload!r}")
                return False
            if opcode == PING:
                self.socket.send(frame(PONG, payload))
            if opcode == TEXT:
                self._take(json.loads(payload))
        return True

    def _take(self, message):
        if message["event"] == "pusher:ping":
            self.socket.say({"event": "pusher:pong", "data": {}})
        if message["event"] == "e":
            number = int(message["data"])
            if number != self.next:
                self.faults.append(f"{number} in place of {self.next}")
            self.next = number + 1

    def _has_frame(self):
        """Whether a whole frame waits; the server's frames here are under 64 KiB."""
        unread = self.socket.unread
        if len(unread) < 4:
            return len(unread) >= 2 and unread[1] <= len(unread) - 2
        length = unread[1] if unread[1] < 126 else 2 + int.from_bytes(unread[2:4], "big")
        return len(unread) >= 2 + length


def visit(server, chance):
    """One visitor's life."""
    visitor = Socket(server)
    visitor.greeted()
    for n in range(chance.randrange(4)):
        visitor.say({"event": "pusher:subscribe", "data": {"channel": f"visited-{chance.randrange(10_000)}"}})
        if n == 2:
            visitor.settle()
    if chance.random() < 0.5:
        visitor.send(frame(CLOSE, b"\x03\xe8"))
    visitor.close()


def soak(server, minutes, holders, seed):
    chance = random.Random(seed)
    vitals = Vitals(server.pid)
    files = pathlib.Path(f"/proc/{server.pid}/fd")
    selector = selectors.DefaultSelector()
    held = [Holder(server) for _ in range(holders)]
    for holder in held:
        selector.register(holder.socket.connection, selectors.EVENT_READ, holder)

    samples, sent, visits = [], 0, 0
    began = next_sample = time.monotonic()
    end = began + minutes * 60
    while (now := time.monotonic()) < end:
        elapsed = now - began
        while sent < elapsed * PUBLISHES_PER_SECOND:
            if publish(server, CHANNEL, str(sent)) != 200:
                raise SystemExit(f"publish {sent} was refused")
            sent += 1
        while visits < elapsed * VISITORS_PER_SECOND:
            visit(server, chance)
            visits += 1
        for key, _ in selector.select(timeout=0.02):
            if not key.data.read():
                selector.unregister(key.fileobj)
        if now >= next_sample:
            samples.append((elapsed, vitals.resident(), len(list(files.iterdir()))))
            print(f"{elapsed:7.0f} s  {samples[-1][1] / MIB:7.1f} MiB  {samples[-1][2]:5} files  {sent} sent", flush=True)
            next_sample = now + SAMPLE_EVERY_S
    drained = wait_until(lambda: drain(selector) and all(holder.next == sent for holder in held), 10)
    return faults(held, samples, sent, drained)


def drain(selector):
    for key, _ in selector.select(timeout=0.1):
        if not key.data.read():
            selector.unregister(key.fileobj)
    return True


def faults(held, samples, sent, drained):
    found = [f"holder {n}: {fault}" for n, holder in enumerate(held) for fault in holder.faults[:3]]
    if drained is None:
        found.append(f"not every holder got all {sent}: the least is {min(holder.next for holder in held)}")
    steady = samples[len(samples) // 4 :]
    if len(steady) > 2:
        hours = (steady[-1][0] - steady[0][0]) / 3600
        grown = steady[-1][1] - steady[0][1]
        if grown > max(4 * MIB, hours * MIB):
            found.append(f"resident memory grew by {grown / MIB:.1f} MiB in {hours:.2f} h")
        if min(sample[2] for sample in steady[-5:]) > steady[0][2] + 5:
            found.append(f"open files rose from {steady[0][2]} to {steady[-1][2]}")
    return found


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--minutes", type=float, default=10)
    options.add_argument("--holders", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    server = Server(settings={"log_level": "warn"})
    try:
        found = soak(server, options.minutes, options.holders, options.seed)
    finally:
        status = server.stop()
    if status != 0:
        found.append(f"the server ended with {status}")
    print("\n".join(found) or "no fault", f"(seed {options.seed})")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
