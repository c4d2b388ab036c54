#!/usr/bin/env python3
"""What one connection can make the server do for others: messages, bytes and instructions, by protocol and command.

    conformance/attack/amplification.py                  # the messages and bytes, under the default limits: half a minute
    conformance/attack/amplification.py --instructions   # the server's instructions for one command, counted by valgrind

One client repeats a command as fast as it is read, while OTHERS others are on the same channel and everything that reaches
them is counted. `make test` holds the counts to the limits (test_amplification.py). Instructions are counted without limits
of the protocols' rates, so that every command is carried out.
"""

import dataclasses
import hashlib
import hmac
import json
import pathlib
import re
import selectors
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "python"))

from harness import server as harness  # noqa: E402
from harness.server import Server  # noqa: E402
from harness.tokens import JWT_SECRET, token  # noqa: E402
from socket_client import TEXT, Socket, dial, exchange, frame  # noqa: E402

OTHERS = 10
COMMANDS = 3_000
INFO = "x" * 1_000
EVENT = "x" * 10_000
API_KEY = "sb_publishable_0123456789abcdef"
PHOENIX = f"/realtime/v1/websocket?apikey={API_KEY}&vsn=2.0.0"
# Every limit of a rate, for counting what a command costs that is carried out.
UNLIMITED = {name: 0 for name in (
    "commands_per_second", "presence_per_second", "client_events_per_second", "broadcasts_per_second")}
# How often a channel is told what is gathered, and after how long a silence all has come.
GATHER_S, SETTLE_S = 0.05, 0.15


@dataclasses.dataclass
class Bound:
    """Messages to each of the others."""

    at_once: float
    per_second: float

    def __call__(self, elapsed):
        return self.at_once + self.per_second * elapsed


class Http:
    """A connection that sends requests; it is on no channel."""

    speaks_http = True
    unread = b""

    def __init__(self, server):
        self.connection = dial(server)

    def close(self):
        self.connection.close()


class Gathered(Bound):
    """`count` messages an interval, of which the first and the last may be cut."""

    def __init__(self, count):
        super().__init__(2 * count, count / GATHER_S)


@dataclasses.dataclass
class Case:
    """A command that is repeated, and what it may cost each of the others."""

    protocol: str
    name: str
    connect: Callable
    command: Callable
    most: Bound
    commands: int = COMMANDS
    # Each command has a connection of its own, which ends once it is answered: no rate of a connection bounds it.
    reconnects: bool = False

    @property
    def is_gathered(self):
        return isinstance(self.most, Gathered)


@dataclasses.dataclass
class Cost:
    """What `commands` came to. Bytes are those of WebSocket frames."""

    commands: int
    refused: int
    elapsed: float
    sent_bytes: int
    own_bytes: int
    others_bytes: int
    others_messages: int


class Reader(threading.Thread):
    """Reads all sockets to their ends, and counts what came on each."""

    def __init__(self, sockets):
        super().__init__(daemon=True)
        self.counts = {socket: [0, 0, b""] for socket in sockets}
        self._selector = selectors.DefaultSelector()
        for socket in sockets:
            socket.connection.setblocking(False)
            self._selector.register(socket.connection, selectors.EVENT_READ, socket)
            self._take(socket, socket.unread)
        self._ends = threading.Event()
        self.last = time.monotonic()
        self.start()

    def run(self):
        while not self._ends.is_set():
            for key, _ in self._selector.select(0.05):
                try:
                    data = key.fileobj.recv(1 << 20)
                except BlockingIOError:
                    continue
                except OSError:
                    data = b""
                if not data:
                    self._selector.unregister(key.fileobj)
                    continue
                self.last = time.monotonic()
                self._take(key.data, data)

    def _take(self, socket, data):
        count = self.counts[socket]
        count[0] += len(data)
        buffer, at = count[2] + data, 0
        if socket.speaks_http:
            if SETTLED in buffer:
                socket.settled.set()
            count[2] = buffer[-len(SETTLED):]
            return
        while len(buffer) - at >= 2:
            size, length = 2, buffer[at + 1] & 0x7F
            if length >= 126:
                size = 4 if length == 126 else 10
                if len(buffer) - at < size:
                    break
                length = int.from_bytes(buffer[at + 2:at + size], "big")
            if len(buffer) - at < size + length:
                break
            count[1] += 1
            if SETTLED in buffer[at:at + min(size + length, 200)]:
                socket.settled.set()
            at += size + length
        count[2] = buffer[at:]

    def quiet(self, for_s=SETTLE_S):
        """Waits until nothing has come for a while."""
        while time.monotonic() - self.last < for_s:
            time.sleep(0.02)

    def end(self):
        self._ends.set()
        self.join()


# What is in the answer to the last thing that a client asks.
SETTLED = b"settled-"


def json_frame(message):
    return frame(TEXT, json.dumps(message).encode())


# Pusher.

def signature(server, text):
    return f"{server.app['key']}:{hmac.new(server.app['secret'].encode(), text.encode(), hashlib.sha256).hexdigest()}"


def subscription(server, socket, channel, user=None, info=None):
    """What a client sends to subscribe; with a user, to a presence channel."""
    data = {"channel": channel}
    signed = f"{socket.socket_id}:{channel}"
    if user:
        data["channel_data"] = json.dumps({"user_id": user, "user_info": info or INFO})
        signed += ":" + data["channel_data"]
    if channel.startswith(("private-", "presence-")):
        data["auth"] = signature(server, signed)
    return {"event": "pusher:subscribe", "data": data}


def pusher(channel):
    """Members of a channel, each as a user of its own if it shows them."""
    def connect(server, number):
        socket = Socket(server)
        socket.greeted()
        user = f"user-{number}" if channel.startswith("presence-") else None
        socket.say(subscription(server, socket, channel, user))
        socket.event("pusher_internal:subscription_succeeded")
        return socket
    return connect


def settle_pusher(_server):
    # An unknown event is answered with its name.
    return json_frame({"event": "pusher:" + SETTLED.decode(), "data": {}})


def resubscribe(channel, descriptions=(INFO,)):
    def command(server, socket, n):
        user = "user-0" if channel.startswith("presence-") else None
        leave = json_frame({"event": "pusher:unsubscribe", "data": {"channel": channel}})
        info = descriptions[n % len(descriptions)]
        return leave + json_frame(subscription(server, socket, channel, user, info))
    return command


def client_event(_server, _socket, n):
    return json_frame({"event": "client-move", "channel": "presence-room", "data": {"n": n, "x": EVENT}})


def sign_in(server, socket, _n):
    return signed_in(server, socket, {"id": "user-0", "watchlist": [f"user-{n}" for n in range(100)]})


def signed_in(server, socket, user):
    user = json.dumps(user)
    auth = signature(server, f"{socket.socket_id}::user::{user}")
    return json_frame({"event": "pusher:signin", "data": {"auth": auth, "user_data": user}})


def watcher(server, _number):
    """One who is told whether "guest" is online."""
    socket = Socket(server)
    socket.greeted()
    socket.send(signed_in(server, socket, {"id": "watcher", "watchlist": ["guest"]}))
    socket.event("pusher_internal:watchlist_events")
    return socket


def come_and_go(server):
    """Signs in as a user that others watch, and leaves; the bytes sent and received."""
    with Socket(server) as socket:
        socket.greeted()
        message = signed_in(server, socket, {"id": "guest"})
        socket.send(message)
        return len(message), len(json_frame(socket.event("pusher:signin_success")))


# Phoenix, as Supabase speaks it.

def phoenix(server, _number):
    socket = Socket(server, PHOENIX)
    socket.say(["1", "1", "realtime:room", "phx_join", {"config": {"presence": {"enabled": True}}}])
    while socket.read()[1].find(b"presence_state") < 0:
        pass
    return socket


def http_and_phoenix(server, number):
    return Http(server) if number == 0 else phoenix(server, number)


def settle_http(_server):
    # The answer repeats the id of an app that is not there.
    return f"GET /apps/{SETTLED.decode()}/channels HTTP/1.1\r\nHost: x\r\n\r\n".encode()


def http_broadcast(count):
    """A request with so many messages."""
    def command(_server, _socket, n):
        message = {"topic": "room", "event": "move", "payload": {"n": n, "x": INFO}}
        body = json.dumps({"messages": [message] * count}).encode()
        head = f"POST /realtime/v1/api/broadcast HTTP/1.1\r\nHost: x\r\napikey: {API_KEY}\r\n"
        return f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
    return command


def settle_phoenix(_server):
    return json_frame([None, SETTLED.decode(), "phoenix", "heartbeat", {}])


def on_room(event, payload):
    return json_frame(["1", "9", "realtime:room", event, payload])


def track(_server, _socket, n):
    return on_room("presence", {"event": "track", "payload": {"n": n, "x": INFO}})


def track_and_untrack(server, socket, n):
    return track(server, socket, n) + on_room("presence", {"event": "untrack"})


def rejoin(server, socket, n):
    join = on_room("phx_join", {"config": {"presence": {"enabled": True}}})
    return join + track(server, socket, n) + on_room("phx_leave", {})


def renew(_server, _socket, n):
    return on_room("access_token", {"access_token": token(n=n)})


def broadcast(_server, _socket, n):
    return on_room("broadcast", {"type": "broadcast", "event": "move", "payload": {"n": n, "x": EVENT}})


CASES = [
    Case("pusher", "leave and join a presence channel", pusher("presence-room"), resubscribe("presence-room"),
         Gathered(2)),
    Case("pusher", "the same with another user_info each time", pusher("presence-room"),
         resubscribe("presence-room", (INFO, INFO + "y")), Gathered(2)),
    Case("pusher", "leave and join a channel that counts", pusher("room"), resubscribe("room"), Gathered(1)),
    Case("pusher", "client event", pusher("presence-room"), client_event, Bound(10, 10)),
    Case("pusher", "sign in again", pusher("presence-room"), sign_in, Bound(0, 0)),
    Case("pusher", "connect, sign in and leave, watched by the others", watcher, come_and_go, Gathered(1), commands=300,
         reconnects=True),
    Case("supabase", "track", phoenix, track, Gathered(1)),
    Case("supabase", "track and untrack", phoenix, track_and_untrack, Gathered(1)),
    Case("supabase", "join, track and leave", phoenix, rejoin, Gathered(1)),
    Case("supabase", "renew the token", phoenix, renew, Bound(0, 0)),
    Case("supabase", "broadcast", phoenix, broadcast, Bound(100, 100)),
    Case("supabase, HTTP", "broadcast", http_and_phoenix, http_broadcast(1), Bound(100, 100)),
    Case("supabase, HTTP", "broadcast of 200 messages", http_and_phoenix, http_broadcast(200), Bound(0, 0), commands=100),
]


APP = {"api_keys": [API_KEY], "jwt_secret": JWT_SECRET, "subscription_count": True, "event_data_bytes": 11_000}


# All commands of a case are to be read. The answers to one read of them are more than the default, so that on a busy machine the
# one that asks would be closed as a slow client.
SETTINGS = {"outbox_bytes": 64 << 20}


def start(limits, **options):
    return Server([{**APP, **limits}], SETTINGS, **options)


def refusals(server):
    text = exchange(server, b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    return sum(int(count) for count in re.findall(r'baton_refused_total\{[^}]*cause="rate"[^}]*\} (\d+)', text))


def measure(case, server, commands=None, others=OTHERS):
    """Repeats the command of `case`, as often as it says unless told otherwise."""
    commands = commands or case.commands
    settle = {"pusher": settle_pusher, "supabase": settle_phoenix, "supabase, HTTP": settle_http}[case.protocol](server)
    sockets = [case.connect(server, number) for number in range(others + 1)]
    for socket in sockets:
        socket.settled = threading.Event()
    attacker, crowd = sockets[0], sockets[1:]
    blast = b"" if case.reconnects else b"".join(case.command(server, attacker, n) for n in range(commands))
    reader = Reader(sockets)
    try:
        reader.quiet()
        before = {socket: count[:2] for socket, count in reader.counts.items()}
        refused = refusals(server)
        began = time.monotonic()
        exchanged = [case.command(server) for _ in range(commands)] if case.reconnects else []
        attacker.connection.setblocking(True)
        attacker.connection.settimeout(60)
        attacker.connection.sendall(blast + settle)
        if not attacker.settled.wait(60):
            raise TimeoutError(f"{case.name}: the commands were not read within 60 s")
        elapsed = time.monotonic() - began
        reader.quiet()
        came = {socket: [now - then for now, then in zip(reader.counts[socket][:2], before[socket])] for socket in sockets}
        sent, received = len(blast) + sum(sent for sent, _ in exchanged), sum(received for _, received in exchanged)
        return Cost(commands, refusals(server) - refused, elapsed, sent, came[attacker][0] + received,
                    max(came[socket][0] for socket in crowd), max(came[socket][1] for socket in crowd))
    finally:
        reader.end()
        for socket in sockets:
            socket.close()


def print_costs():
    print(f"{COMMANDS:,} commands in a row by one connection, {OTHERS} others on the channel\n")
    print("| protocol | command | sent, kB | refused | messages to each other | kB to each other | kB to itself |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for case in CASES:
        with_defaults = start({})
        try:
            cost = measure(case, with_defaults)
        finally:
            with_defaults.stop()
        print(f"| {case.protocol} | {case.name} | {cost.sent_bytes / 1000:,.0f} | {cost.refused:,} | "
              f"{cost.others_messages:,} | {cost.others_bytes / 1000:,.0f} | {cost.own_bytes / 1000:,.0f} |", flush=True)


def instructions(case, commands):
    """All instructions of a server that is sent so many commands."""
    with tempfile.TemporaryDirectory() as folder:
        counts = pathlib.Path(folder) / "counts"
        valgrind = pathlib.Path(folder) / "baton"
        valgrind.write_text(f'#!/bin/sh\nexec valgrind --quiet --tool=callgrind --callgrind-out-file={counts} '
                            f'{harness.BINARY} "$@" --loops 1 --io-driver epoll\n')
        valgrind.chmod(0o755)
        server = start(UNLIMITED, binary=valgrind)
        try:
            measure(case, server, commands)
        finally:
            server.stop()
        text = counts.read_text(errors="replace")
        return int(re.search(r"^(?:summary|totals): (\d+)", text, re.MULTILINE)[1])


def print_instructions():
    if shutil.which("valgrind") is None:
        sys.exit("amplification: valgrind is not installed: apt-get install valgrind")
    print(f"The server's instructions for one command, {OTHERS} others on the channel\n")
    for case in CASES:
        few, many = (instructions(case, commands) for commands in (200, 1_000))
        print(f"| {case.protocol} | {case.name} | {(many - few) / 800:,.0f} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--instructions"]:
        print_instructions()
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        print_costs()
