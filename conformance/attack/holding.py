"""Every way to hold a socket: a phase of a connection, and what a client does or leaves undone in it.

A way is a function that brings a connection into its phase. The client then stays silent, drips a byte now and then, ends its
side (half-closed), or does not read. Whether the server still holds the socket is what the kernel says of it, so a client that
does not read needs no look at its own end.
"""

import contextlib
import json
import os
import pathlib
import socket
import ssl
import struct
import threading
import time
from concurrent import futures
from urllib.parse import quote

from harness.server import DEFAULT_APP
from harness.tokens import JWT_SECRET, token
from socket_client import BINARY, CLOSE, PING, TEXT, dial, frame, signed_query, upgrade_request

SETTINGS = {
    "head_timeout_s": 2,
    "body_timeout_s": 2,
    "keep_alive_s": 2,
    "outbox_age_s": 2,
    "message_timeout_s": 2,
    "echo": True,
    "loops": 2,
    "metrics_listen": "127.0.0.1:0",
}
APP = {"activity_timeout_s": 1, "pong_timeout_s": 1, "jwt_secret": JWT_SECRET}
# Two such deadlines lie behind each other at most. A quiet machine ends all sockets within four seconds and polls within thirteen; a busy
# one is given more, but less than what a deadline takes that is ten times too long.
WITHIN_S = 14
# A poll is answered after this, and then has the same deadlines.
POLL_S = 10
DRIP_S = 0.1
# What a server has not taken by then it gets in the background.
STUFF_S = 0.5

BODY = b"x" * 200
UP = b"GET /up HTTP/1.1\r\nHost: x\r\n\r\n"
BAD = b"GET /up HTTP/1.1\r\nNo colon\r\n\r\n"


def signed(headers):
    """The head of a signed publish; no body is the one that it announces."""
    path = f"/apps/{DEFAULT_APP['id']}/events"
    query = signed_query(DEFAULT_APP, "POST", path, b"another body")
    return f"POST {path}?{query} HTTP/1.1\r\nHost: x\r\n{headers}\r\n\r\n".encode()


def publish(length=100_000):
    return signed(f"Content-Length: {length}")


def unsigned(length=100_000):
    """A publish whose signature is wrong, so that its body is read and not kept."""
    return publish(length).replace(b"signature=", b"signature=0")


class Client:
    """One connection of the attacker's; plain, or TLS over it."""

    def __init__(self, server, way, context, small=False):
        self.way = way
        self.raw = dial(server, 4096 if small else None)
        self.port = self.raw.getsockname()[1]
        self._context = context
        self._tls = None
        self.got = b""
        self._rest = b""
        self.drips = b""
        self._place = 0

    def secure(self):
        """Shakes hands, where the server speaks TLS."""
        if self._context:
            self._in, self._out = ssl.MemoryBIO(), ssl.MemoryBIO()
            self._tls = self._context.wrap_bio(self._in, self._out, server_hostname="localhost")
            while True:
                try:
                    self._tls.do_handshake()
                    break
                except ssl.SSLWantReadError:
                    self.raw.sendall(self._out.read())
                    self._in.write(self.raw.recv(65536))
            self.raw.sendall(self._out.read())
        return self

    def hello(self):
        """The first message of a handshake."""
        out = ssl.MemoryBIO()
        try:
            self._context.wrap_bio(ssl.MemoryBIO(), out, server_hostname="localhost").do_handshake()
        except ssl.SSLWantReadError:
            pass
        return out.read()

    def seal(self, data):
        if not self._tls:
            return data
        self._tls.write(data)
        return self._out.read()

    def send(self, data):
        self.raw.sendall(self.seal(data))
        return self

    def stuff(self, data):
        """Sends as much as the server takes while nothing is read; `push` goes on with it."""
        self._rest = memoryview(self.seal(data))
        self.raw.settimeout(STUFF_S)
        self._send_rest()
        return self

    def push(self):
        """Sends what the server takes of the rest. A server that is slow on a busy machine would otherwise wait for the end of a
        message, whose deadline is not the one that is tried."""
        if self._rest:
            self.raw.setblocking(False)
            self._send_rest()

    def _send_rest(self):
        try:
            while self._rest:
                self._rest = self._rest[self.raw.send(self._rest[:65536]) :]
        except OSError:
            pass

    def read(self, until):
        """Reads until some bytes have come; `got` is all that was read."""
        got = b""
        while until not in got:
            if self._tls:
                try:
                    got += self._tls.read(65536)
                    continue
                except ssl.SSLWantReadError:
                    pass
            more = self.raw.recv(65536)
            if not more:
                raise ConnectionError(f"the server ended: {got[-200:]!r}")
            if self._tls:
                self._in.write(more)
            else:
                got += more
        self.got = got
        return self

    def opened(self, server, path=None):
        """A WebSocket."""
        self.secure().send(upgrade_request(server, path)).read(b"\r\n\r\n")
        return self

    def polls(self):
        """A long-poll session, and a poll that waits for its messages."""
        path = f"/realtime/v1/longpoll?apikey={token()}&vsn=2.0.0"
        self.secure().send(get(path)).read(b"}")
        ticket = json.loads(self.got.split(b"\r\n\r\n", 1)[1])["token"]
        return self.send(get(f"{path}&token={quote(ticket, safe='')}"))

    def half_close(self):
        self.raw.shutdown(socket.SHUT_WR)

    def drip(self):
        """Sends one byte more; of TLS one record of one byte."""
        if self._rest:
            return
        byte, self._place = self.drips[self._place : self._place + 1], self._place + 1
        try:
            self.raw.sendall(byte if self.way.is_raw else self.seal(byte or b"x"))
        except (OSError, ssl.SSLError):
            pass

    def sip(self):
        """Reads one byte."""
        try:
            self.raw.setblocking(False)
            self.raw.recv(1)
        except OSError:
            pass

    def close(self):
        self.raw.close()


class Way:
    """One way: `begin(client, server)` brings it into its phase, `then` is what it does from there on; `faults` are those whose
    planting keeps it for ever. Half-closed clients have none, nor those behind answers that nobody reads: two things end them, the end
    of the stream or the age of the answers, and else the phase's deadline, so that no single fault keeps them."""

    def __init__(self, name, begin, then, faults, tls=(False, True), is_raw=False, drips=b"", small=False, within=WITHIN_S):
        self.name, self.begin, self.then, self.faults = name, begin, then, faults
        self.tls, self.is_raw, self.drips, self.small, self.within = tls, is_raw, drips, small, within

    def start(self, server, context):
        client = Client(server, self, context, self.small)
        self.begin(client, server)
        client.drips = self.drips(client) if callable(self.drips) else self.drips
        if self.then == "half-closed":
            client.half_close()
        return client


def get(path):
    return f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


SILENT, DRIP, HALF, DEAF, SIP = "silent", "drip", "half-closed", "not reading", "sipping"


def ways():
    """All of them."""
    both, plain, tls = (False, True), (False,), (True,)
    head = b"POST /apps/a/events HTTP/1.1\r\nHost: x\r\nX-Long: " + b"y" * 1_000
    loop_body, hyper_body = publish(), publish(length=1_000_000)
    chunked = signed("Transfer-Encoding: chunked") + b"3e8\r\n"
    answers, some_answers = wrongly_signed() * 14_000, wrongly_signed() * 140
    large = b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n" * 2_000
    text = frame(TEXT, b"x" * 60_000)
    begun = frame(TEXT, b"", announced=2_000)
    end = frame(CLOSE, struct.pack("!H", 1000))

    def sends(data):
        return lambda client, server: client.secure().send(data)

    def asked(data, answer):
        return lambda client, server: client.secure().send(data).read(answer)

    def stuffed(data):
        return lambda client, server: client.secure().stuff(data)

    def opened(*frames, path=None):
        return lambda client, server: [client.opened(server, path)] + [client.send(one) for one in frames]

    def echoes(client, server):
        client.opened(server, "/echo").stuff(text * 200)

    def from_hyper(client, server):
        client.secure().send(UP).read(b'OK"}').send(upgrade_request(server)).read(b"established")

    def echoes_from_hyper(client, server):
        client.secure().send(UP).read(b'OK"}').send(upgrade_request(server, "/echo")).read(b"\r\n\r\n").stuff(text * 200)

    def polls(client, server):
        client.polls()

    def closes_unread(client, server):
        client.opened(server, "/echo").stuff(text * 5 + end)

    def upgrade(bytes_sent):
        return lambda client, server: client.secure().send(upgrade_request(server)[:bytes_sent])

    def nothing(client, server):
        pass

    def secured(client, server):
        client.secure()

    def hello(client, server):
        client.raw.sendall(client.hello())

    def part_of_hello(client, server):
        client.raw.sendall(client.hello()[:50])

    loop, http, ws = "loop: no %s deadline", "http: no %s deadline", "websocket: no %s deadline"
    shake, linger, outbox = loop % "handshake", loop % "linger", loop % "outbox"
    table = [
        # accept, TLS
        ("accept", nothing, SILENT, [loop % "keep-alive"], plain, {}),
        ("accept", nothing, DRIP, [loop % "head"], plain, {"drips": head}),
        ("accept", nothing, HALF, [], both, {}),
        ("accept", nothing, SILENT, [shake], tls, {}),
        ("handshake", nothing, DRIP, [shake], tls, {"is_raw": True, "drips": lambda client: client.hello()}),
        ("handshake", part_of_hello, SILENT, [shake], tls, {}),
        ("handshake", part_of_hello, HALF, [], tls, {}),
        ("handshake", hello, DEAF, [shake], tls, {}),
        ("secured", secured, SILENT, [loop % "keep-alive"], tls, {}),
        ("secured", secured, DRIP, [loop % "head"], tls, {"drips": head}),
        ("secured", secured, HALF, [], tls, {}),
        # head
        ("head", sends(head), SILENT, [loop % "head"], both, {}),
        ("head", sends(b"G"), DRIP, [loop % "head"], both, {"drips": head[1:]}),
        ("head", sends(head), HALF, [], both, {}),
        ("head behind answers", stuffed(some_answers + head), DEAF, [], both, {"small": True}),
        ("second head, loop", asked(post_to_nobody() + head, b"\r\n\r\n"), SILENT, [loop % "head"], both, {}),
        ("second head, loop", asked(post_to_nobody() + head, b"\r\n\r\n"), HALF, [], both, {}),
        ("second head, hyper", asked(UP + head, b'OK"}'), SILENT, [], both, {}),
        ("second head, hyper", asked(UP + head, b'OK"}'), HALF, [], both, {}),
        ("second head, loop", asked(post_to_nobody(), b"\r\n\r\n"), DRIP, [loop % "head"], both, {"drips": head}),
        ("second head, hyper", asked(UP, b'OK"}'), DRIP, [http % "head"], both, {"drips": head}),
        # body
        ("body, loop", sends(loop_body + BODY), SILENT, [loop % "body"], both, {}),
        ("body, loop", sends(loop_body), DRIP, [loop % "body"], both, {}),
        ("body, loop", sends(loop_body + BODY), HALF, [], both, {}),
        ("body behind answers, loop", stuffed(some_answers + loop_body + BODY), DEAF, [], both, {"small": True}),
        ("body, hyper", sends(hyper_body + BODY), SILENT, [http % "body"], both, {}),
        ("body, hyper", sends(hyper_body), DRIP, [http % "body"], both, {}),
        ("body, hyper", sends(hyper_body + BODY), HALF, [], both, {}),
        ("body behind answers, hyper", stuffed(UP * 50 + hyper_body + BODY), DEAF, [], both, {"small": True}),
        ("chunk, hyper", sends(chunked), SILENT, [http % "body"], both, {}),
        ("chunk, hyper", sends(chunked), DRIP, [http % "body"], both, {}),
        ("chunk, hyper", sends(chunked), HALF, [], both, {}),
        ("unasked body, hyper", sends(UP[:-2] + b"Content-Length: 900000\r\n\r\n"), DRIP, [http % "body"], both, {}),
        ("refused body, loop", sends(unsigned() + BODY), SILENT, [loop % "body"], both, {}),
        ("refused body, loop", sends(unsigned()), DRIP, [loop % "body"], both, {}),
        ("refused body, loop", sends(unsigned() + BODY), HALF, [], both, {}),
        ("refused body behind answers, loop", stuffed(some_answers + unsigned() + BODY), DEAF, [], both, {"small": True}),
        ("refused body, hyper", sends(unsigned(length=1_000_000) + BODY), SILENT, [http % "body"], both, {}),
        ("refused body, hyper", sends(unsigned(length=1_000_000)), DRIP, [http % "body"], both, {}),
        ("refused body, hyper", sends(unsigned(length=1_000_000) + BODY), HALF, [], both, {}),
        # long-poll: the answer comes after 10 s, which one of the two servers need not wait for
        ("poll", polls, SILENT, [http % "keep-alive"], plain, {"within": POLL_S + WITHIN_S}),
        ("poll", polls, DRIP, [http % "head"], plain, {"drips": head, "within": POLL_S + WITHIN_S}),
        ("poll", polls, HALF, [], both, {"within": POLL_S + WITHIN_S}),
        # answer
        ("answer, loop", stuffed(answers), DEAF, [outbox], both, {"small": True}),
        ("answer, loop", stuffed(answers), SIP, [outbox], both, {"small": True}),
        ("answer, loop", stuffed(answers), HALF, [], both, {"small": True}),
        ("answer, loop", stuffed(some_answers), DRIP, [], both, {"small": True, "drips": head}),
        ("answer, hyper", stuffed(large), DEAF, [http % "answer"], both, {"small": True}),
        ("answer, hyper", stuffed(large), SIP, [http % "answer"], both, {"small": True}),
        ("answer, hyper", stuffed(large), HALF, [], both, {"small": True}),
        ("answer, hyper", stuffed(UP * 50), DRIP, [], both, {"small": True, "drips": head}),
        ("answered, loop", asked(post_to_nobody(), b"\r\n\r\n"), SILENT, [loop % "keep-alive"], both, {}),
        ("answered, loop", asked(post_to_nobody(), b"\r\n\r\n"), HALF, [], both, {}),
        ("answered, hyper", asked(UP, b'OK"}'), SILENT, [http % "keep-alive"], both, {}),
        ("answered, hyper", asked(UP, b'OK"}'), HALF, [], both, {}),
        # upgrade, subscribed
        ("upgraded, from hyper", from_hyper, SILENT, [ws % "session"], both, {}),
        ("upgrade", upgrade(-2), SILENT, [loop % "head"], both, {}),
        ("upgrade", upgrade(20), DRIP, [loop % "head"], both, {"drips": b"x" * 1_000}),
        ("upgrade", upgrade(-2), HALF, [], both, {}),
        ("upgraded, from hyper", from_hyper, DRIP, [ws % "message"], both, {"drips": begun + b"y" * 1_500}),
        ("upgraded, from hyper", from_hyper, HALF, [], both, {}),
        ("upgraded, from hyper", echoes_from_hyper, DEAF, [outbox], both, {"small": True}),
        ("upgraded", opened(), SILENT, [ws % "session"], both, {}),
        ("upgraded", opened(), DRIP, [ws % "message"], both, {"drips": begun + b"y" * 1_500}),
        ("upgraded", opened(), HALF, [], both, {}),
        ("subscribed", opened(subscribe()), SILENT, [ws % "session"], both, {}),
        ("subscribed", opened(subscribe()), DRIP, [ws % "message"], both, {"drips": begun + b"y" * 1_500}),
        ("subscribed", opened(subscribe()), HALF, [], both, {}),
        ("subscribed", echoes, DEAF, [outbox], both, {"small": True}),
        ("subscribed", echoes, SIP, [outbox], both, {"small": True}),
        # closing
        ("closing, loop", asked(BAD, b"400"), SILENT, [linger], both, {}),
        ("closing, loop", asked(BAD, b"400"), DRIP, [linger], both, {}),
        ("closing, loop", asked(BAD, b"400"), HALF, [], both, {}),
        ("closing, loop", stuffed(answers + BAD), DEAF, [outbox], both, {"small": True}),
        ("closing, hyper", asked(UP[:-2] + b"Connection: close\r\n\r\n", b'OK"}'), SILENT, [http % "linger"], both, {}),
        ("closing, hyper", asked(UP[:-2] + b"Connection: close\r\n\r\n", b'OK"}'), DRIP, [http % "linger"], both, {}),
        ("closing, hyper", asked(UP[:-2] + b"Connection: close\r\n\r\n", b'OK"}'), HALF, [], both, {}),
        ("closing, hyper", stuffed(large + UP[:-2] + b"Connection: close\r\n\r\n"), DEAF, [http % "answer"], both, {"small": True}),
        ("closing, websocket", opened(end), SILENT, [linger], both, {}),
        ("closing, websocket", opened(end), DRIP, [linger], both, {"drips": frame(PING) * 100}),
        ("closing, websocket", opened(end), HALF, [], both, {}),
        ("closing, websocket", closes_unread, DEAF, [], both, {"small": True}),
        ("closing, websocket", opened(frame(BINARY, b"x")), SILENT, [linger], both, {}),
    ]
    return [Way(f"{phase}, {then}", begin, then, faults, tls, **more) for phase, begin, then, faults, tls, more in table]


def ways_of_metrics():
    """Those of the listener that `metrics_listen` names: hyper alone serves it, and it speaks no TLS."""
    head, http = b"GET /metrics HTTP/1.1\r\nHost: x\r\nX-Long: " + b"y" * 1_000, "http: no %s deadline"
    body = UP[:-2] + b"Content-Length: 900000\r\n\r\n"
    large, last = b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n" * 2_000, UP[:-2] + b"Connection: close\r\n\r\n"

    def sends(data):
        return lambda client, server: client.send(data)

    def asked(data, answer=b'OK"}'):
        return lambda client, server: client.send(data).read(answer)

    def stuffed(data):
        return lambda client, server: client.stuff(data)

    small = {"small": True}
    table = [
        ("accept", sends(b""), SILENT, [http % "head"], {}),
        ("accept", sends(b""), DRIP, [http % "head"], {"drips": head}),
        ("accept", sends(b""), HALF, [], {}),
        ("head", sends(head), SILENT, [http % "head"], {}),
        ("head", sends(head), HALF, [], {}),
        ("second head", asked(UP), DRIP, [http % "head"], {"drips": head}),
        ("body", sends(body), SILENT, [http % "body"], {}),
        ("body", sends(body), DRIP, [http % "body"], {}),
        ("body", sends(body), HALF, [], {}),
        ("answer", stuffed(large), DEAF, [http % "answer"], small),
        ("answer", stuffed(large), SIP, [http % "answer"], small),
        ("answer", stuffed(large), HALF, [], small),
        ("answered", asked(UP), SILENT, [http % "keep-alive"], {}),
        ("answered", asked(UP), HALF, [], {}),
        ("closing", asked(last), SILENT, [http % "linger"], {}),
        ("closing", asked(last), DRIP, [http % "linger"], {}),
        ("closing", asked(last), HALF, [], {}),
        ("closing", stuffed(large + last), DEAF, [http % "answer"], small),
    ]
    return [Way(f"metrics: {phase}, {then}", begin, then, faults, (False,), **more) for phase, begin, then, faults, more in table]


class MetricsListener:
    """The listener of a server's `metrics_listen`, which takes a free port of this machine and says it to nobody but the kernel."""

    def __init__(self, server):
        self.host, self.app = server.host, server.app
        inodes = set()
        for file in (pathlib.Path("/proc") / str(server.pid) / "fd").iterdir():
            with contextlib.suppress(FileNotFoundError):  # closed meanwhile
                inodes.add(os.readlink(file))
        (self.port,) = {
            port for port, _, is_listening, inode in tcp_sockets()
            if is_listening and f"socket:[{inode}]" in inodes and port != server.port
        }


def tcp_sockets():
    """The kernel's: each one's own port, the other's, whether it listens, and its inode."""
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        own, other = (int(address.split(":")[1], 16) for address in fields[1:3])
        yield own, other, fields[3] == "0A", fields[9]


def subscribe():
    return frame(TEXT, b'{"event":"pusher:subscribe","data":{"channel":"c"}}')


def wrongly_signed():
    """A publish whose answer, which has the text that was to be signed, is as long as itself."""
    query = f"auth_key=app-key&auth_timestamp={int(time.time())}&auth_version=1.0&auth_signature={'0' * 64}&pad={'x' * 900}"
    return f"POST /apps/app-id/events?{query} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n".encode()


def post_to_nobody():
    return b"POST /apps/nobody/events HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"


def held(server):
    """The clients' ports of the sockets that the server holds on its port, by the kernel's word. Sockets that no process
    holds any more have no inode."""
    return {
        other for own, other, is_listening, inode in tcp_sockets()
        if own == server.port and not is_listening and inode != "0"
    }


class Crowd(threading.Thread):
    """Clients of all ways at once; those that drip or sip do so in the background."""

    def __init__(self, server, context, chosen):
        super().__init__(daemon=True)
        self.server = server
        self.clients = []
        self._ends = threading.Event()
        self._lock = threading.Lock()
        self.start()
        with futures.ThreadPoolExecutor(16) as starters:
            for started in [starters.submit(self._begin, way, context) for way in chosen]:
                started.result()
        self.began = time.monotonic()

    def _begin(self, way, context):
        client = way.start(self.server, context)
        with self._lock:
            self.clients.append(client)

    def run(self):
        while not self._ends.wait(DRIP_S):
            with self._lock:
                clients = list(self.clients)
            for client in clients:
                client.push()
                if client.way.then == DRIP:
                    client.drip()
                elif client.way.then == SIP:
                    client.sip()

    def left(self):
        """Names of the ways whose socket the server still holds."""
        ports = held(self.server)
        return sorted(client.way.name for client in self.clients if client.port in ports)

    def late(self):
        """Names of the ways whose socket the server holds beyond its deadline, which this waits for."""
        names = set()
        for within in sorted({client.way.within for client in self.clients}):
            due = self.began + within
            while time.monotonic() < due and any(self._holds(within)):
                time.sleep(0.2)
            names.update(self._holds(within))
        return sorted(names)

    def _holds(self, within):
        """Names of the ways with this deadline, or an earlier one, that are held."""
        ports = held(self.server)
        return [client.way.name for client in self.clients if client.port in ports and client.way.within <= within]

    def end(self):
        self._ends.set()
        self.join()
        for client in self.clients:
            client.close()
