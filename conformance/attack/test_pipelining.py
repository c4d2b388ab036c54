"""Requests one behind the other on one connection, sent at once or cut anywhere: each gets its answer, in order, and none is
executed without one (RFC 9112, section 9.3.2)."""

import json
import os
import random
import socket
import ssl
import time
import unittest

from attack import Server
from harness.certificate import Certificate
from harness.tokens import JWT_SECRET, token
from socket_client import TEXT, Socket, dial, frame, post, signed_query, upgrade_request

# Random sequences for each kind of server.
SEQUENCES = int(os.environ.get("BATON_PIPELINES", "200"))
CHANNEL = "pipe"
LARGE = 150_000  # more than a loop takes itself
MOST = 400_000  # http_body_bytes


class Request:
    """The bytes of a request, the status of its answer, whether it is the last that is served, and the event that it publishes. To
    HEAD the answer has no body, whatever length it tells."""

    def __init__(self, data, status, is_last=False, event=None):
        self.data, self.status, self.is_last, self.event = data, status, is_last, event
        self.is_head = data.startswith(b"HEAD ")


def event_of(name, size=10):
    return json.dumps({"name": name, "channel": CHANNEL, "data": "x" * size}).encode()


def chunked(server, body, cut):
    """The same request, its body in chunks."""
    head = post(server, "/events", body).split(b"\r\n\r\n")[0]
    head = head.replace(b"Content-Length: %d" % len(body), b"Transfer-Encoding: chunked")
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:cut], body[cut:]) if part)
    return head + b"\r\n\r\n" + chunks + b"0\r\n\r\n"


def broadcast(name):
    """The same event, as a Supabase client sends it."""
    message = {"topic": CHANNEL, "event": name, "payload": {"x": 1}}
    body = json.dumps({"messages": [message]}).encode()
    head = f"POST /realtime/v1/api/broadcast HTTP/1.1\r\nHost: x\r\napikey: {TOKEN}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def channels(server):
    path = f"/apps/{server.app['id']}/channels"
    return f"GET {path}?{signed_query(server.app, 'GET', path)} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


def one(server, dice, name):
    """A random request. Its event is called `name`."""
    kind = dice.choices(list(KINDS), weights=KINDS.values())[0]
    body = event_of(name)
    if kind == "publish":
        return Request(post(server, "/events", body), 200, event=name)
    if kind == "large":
        return Request(post(server, "/events", event_of(name, LARGE)), 200, event=name)
    if kind == "chunked":
        return Request(chunked(server, body, dice.randrange(len(body))), 200, event=name)
    if kind == "forged":
        return Request(post(server, "/events", body, query="auth_key=app-key&auth_signature=0"), 401)
    if kind == "up":
        return Request(b"GET /up HTTP/1.1\r\nHost: x\r\n\r\n", 200)
    if kind == "head":
        return Request(b"HEAD /up HTTP/1.1\r\nHost: x\r\n\r\n", 200)
    if kind == "broadcast":
        return Request(broadcast(name), 202, event=name)
    if kind == "channels":
        return Request(channels(server), 200)
    if kind == "missing":
        return Request(b"DELETE /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc", 404)
    if kind == "close":
        return Request(post(server, "/events", body, headers=["Connection: close"]), 200, True, name)
    if kind == "oversized":
        head = b"POST /apps/app-id/events HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % (MOST + 1)
        return Request(head + b"y" * dice.choice((0, 10, MOST + 1)), 413, True)
    if kind == "malformed":
        return Request(b"GET /up HTTP/1.1\r\nHost x\r\n\r\n", 400, True)
    return Request(upgrade_request(server) + frame(TEXT, b'{"event":"pusher:ping","data":{}}'), 101, True)


KINDS = {
    "publish": 8, "large": 1, "chunked": 2, "broadcast": 2, "channels": 2, "forged": 2, "up": 3, "head": 2, "missing": 1,
    "close": 1, "oversized": 1, "malformed": 1, "upgrade": 1,
}
TOKEN = token()


def pieces(dice, data):
    """All at once, or in a few pieces."""
    cuts = sorted(dice.sample(range(1, len(data)), min(len(data) - 1, dice.choice((0, 0, 1, 3, 8)))))
    return [data[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(data)])]


def answers(received, are_heads):
    """The statuses of whole answers, and what is left behind a 101. `are_heads` says of each request whether it was HEAD."""
    statuses = []
    while received:
        head, end, rest = received.partition(b"\r\n\r\n")
        if not end:
            raise AssertionError(f"half an answer: {received[:200]!r}")
        lines = head.decode("latin-1").split("\r\n")
        statuses.append(int(lines[0].split()[1]))
        if statuses[-1] == 101:
            return statuses, rest
        length = next(int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length:"))
        length = 0 if are_heads[len(statuses) - 1] else length
        if len(rest) < length:
            raise AssertionError(f"half a body: {rest[:200]!r}")
        received = rest[length:]
    return statuses, b""


class Pipelines(unittest.TestCase):
    def served(self, driver, certificate=None):
        settings = {"http_body_bytes": MOST, "io_driver": driver, "loops": 2}
        settings.update(certificate.settings() if certificate else {})
        app = {"event_data_bytes": LARGE, "jwt_secret": JWT_SECRET, "public_broadcast": "supabase", "broadcasts_per_second": 60_000}
        server = Server([app], settings)
        self.addCleanup(server.stop)
        trust = ssl.create_default_context(cafile=certificate.certificate) if certificate else None
        with Subscriber(server, trust) as subscriber:
            for seed in range(SEQUENCES):
                with self.subTest(driver=driver, tls=bool(certificate), seed=seed):
                    self.sequence(server, trust, subscriber, seed)

    def sequence(self, server, trust, subscriber, seed):
        dice = random.Random(seed)
        requests = [one(server, dice, f"{seed}-{n}") for n in range(dice.randint(1, 12))]
        requests.append(Request(b"GET /up HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 200, True))
        last = next(n for n, request in enumerate(requests) if request.is_last)
        expected = [request.status for request in requests[: last + 1]]
        # Nothing follows an upgrade but frames.
        sent = requests[: last + 1] if expected[-1] == 101 else requests
        connection = connected(server, trust)
        received = exchanged(connection, pieces(dice, b"".join(request.data for request in sent)), expected)
        statuses, frames = answers(received, [request.is_head for request in requests])
        self.assertEqual(statuses, expected)
        if expected[-1] == 101:
            self.assertIn(b"pusher:pong", frames)
        published = [request.event for request in requests[: last + 1] if request.event]
        self.assertEqual(subscriber.until(server, f"end of {seed}"), published)

    def test_by_epoll(self):
        self.served("epoll")

    def test_by_io_uring_where_there_is_one(self):
        self.served("auto")

    def test_behind_tls(self):
        certificate = Certificate()
        self.addCleanup(certificate.remove)
        self.served("epoll", certificate)

    def test_behind_tls_by_io_uring_where_there_is_one(self):
        certificate = Certificate()
        self.addCleanup(certificate.remove)
        self.served("auto", certificate)


def connected(server, trust):
    connection = dial(server)
    connection.settimeout(20)
    return trust.wrap_socket(connection, server_hostname="localhost") if trust else connection


def exchanged(connection, parts, expected):
    """Sends the parts, and reads until the server ends the connection, or has answered a frame."""
    received = b""
    for part in parts:
        if len(part) % 2:
            time.sleep(0.001)  # so that the server sees the cut
        try:
            connection.sendall(part)
        except (ConnectionError, socket.timeout, ssl.SSLError):
            break  # it has answered and ended before it was sent everything
    try:
        while more := connection.recv(65536):
            received += more
            if expected[-1] == 101 and b"pusher:pong" in received:
                break
    except (ConnectionError, ssl.SSLError):
        pass
    connection.close()
    return received


class Subscriber:
    """Hears all events of the channel, over a connection of its own."""

    def __init__(self, server, trust):
        self.trust = trust
        self.socket = Socket(server, connection=connected(server, trust))
        self.socket.greeted()
        self.socket.say({"event": "pusher:subscribe", "data": {"channel": CHANNEL}})
        self.socket.event("pusher_internal:subscription_succeeded")

    def until(self, server, name):
        """The names of the events up to one that is published now."""
        connection = connected(server, self.trust)
        connection.sendall(post(server, "/events", event_of(name)))
        assert b" 200 " in connection.recv(1000)
        connection.close()
        names = []
        while True:
            message = json.loads(self.socket.read(20)[1])
            if message.get("event") == name:
                return names
            if message.get("channel") == CHANNEL:
                names.append(message["event"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()


if __name__ == "__main__":
    unittest.main()
