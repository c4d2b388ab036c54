"""No way to hold a socket holds it for ever (threats 5, 6 and 9); and each check fails where the deadline is switched off."""

import base64
import contextlib
import hashlib
import hmac
import json
import os
import re
import signal
import ssl
import subprocess
import threading
import time
import unittest

from attack import MIB, Server, Vitals, wait_until
from harness.certificate import Certificate
from harness.server import REPOSITORY
from holding import (
    APP,
    BODY,
    SETTINGS,
    TEXT,
    UP,
    Client,
    Crowd,
    MetricsListener,
    Way,
    frame,
    held,
    publish,
    ways,
    ways_of_metrics,
)
from socket_client import dial, exchange, post, signed_query, status_of

# How long a planted fault has to hold what it should: all honest deadlines are over by then.
HELD_S = 12
# Below any deadline: a client that waits so long for an answer waits for another's socket. The slowest hundredth of a client's answers
# is left out, as the machine itself may stand still once.
ANSWER_S = 1
NOBODY = Way("bystander", None, None, [])


def context():
    """What a client needs to trust any certificate."""
    anything = ssl.create_default_context()
    anything.check_hostname = False
    anything.verify_mode = ssl.CERT_NONE
    return anything


class Bystander(threading.Thread):
    """A client that asks and waits for the answer all the time, and notes how long it took."""

    def __init__(self, server, tls):
        super().__init__(daemon=True)
        self.client = Client(server, NOBODY, tls).opened(server)
        self.took, self.fault = [], None
        self._ends = threading.Event()
        self.start()

    def run(self):
        ping = frame(TEXT, json.dumps({"event": "pusher:ping", "data": {}}).encode())
        try:
            while not self._ends.wait(0.05):
                began = time.monotonic()
                self.client.send(ping).read(b"pusher:pong")
                self.took.append(time.monotonic() - began)
        except (OSError, ConnectionError) as fault:
            self.fault = fault

    def p99(self):
        """The seconds within which 99 of 100 answers came."""
        return sorted(self.took)[len(self.took) * 99 // 100]

    def end(self):
        self._ends.set()
        self.join()
        self.client.close()


def ask(server, tls, request=b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"):
    """One request on a connection of its own; the answer."""
    client, got = Client(server, NOBODY, tls).secure(), b""
    client.send(request)
    while more := client.raw.recv(65536):
        if not tls:
            got += more
            continue
        client._in.write(more)
        try:
            while plain := client._tls.read(65536):
                got += plain
        except ssl.SSLWantReadError:
            pass
    client.close()
    return got.decode("latin-1")


def client_sockets(server, tls):
    """`baton_sockets` without long-poll sessions, which count there and have no socket."""
    exposition = ask(server, tls)
    return figure(exposition, "baton_sockets") - figure(exposition, "baton_longpoll_sessions")


def received(connection):
    """What comes first; nothing where the connection was reset."""
    try:
        return connection.recv(1000).decode("latin-1")
    except ConnectionError:
        return ""


def figure(exposition, name):
    return float(next(line.split()[1] for line in exposition.splitlines() if line.startswith(f"{name} ")))


class EveryWay(unittest.TestCase):
    def all_are_gone(self, driver, tls):
        certificate = Certificate() if tls else None
        if certificate:
            self.addCleanup(certificate.remove)
        settings = {**SETTINGS, "io_driver": driver, **(certificate.settings() if tls else {})}
        server = Server([APP], settings)
        self.addCleanup(server.stop)
        tls = context() if tls else None
        bystander = Bystander(server, tls)
        crowd = Crowd(server, tls, [way for way in ways() if bool(tls) in way.tls])
        scrapers = Crowd(MetricsListener(server), None, ways_of_metrics())
        counted = wait_until(lambda: self.is_counted(server, tls), 40, 0)
        late = crowd.late() + scrapers.late()
        answers = max(len(bystander.took), 150)
        more = wait_until(lambda: len(bystander.took) >= answers + 5, 40)
        crowd.end()
        scrapers.end()
        bystander.end()
        self.assertIsNotNone(counted, "baton_sockets is not what the kernel says")
        self.assertEqual(late, [], "held beyond their deadlines")
        self.assertIsNone(bystander.fault, "the other client was cut off")
        self.assertIsNotNone(more, "the other client gets no answers any more")
        self.assertLess(bystander.p99(), ANSWER_S, "the other client waits for those that hold sockets")
        self.assertIsNotNone(
            wait_until(lambda: client_sockets(server, tls) == 1, 10), "the scrape itself is left"
        )

    def is_counted(self, server, tls):
        """Whether the metric is what the kernel says, at a moment when many sockets are held; the scrape's own is one more."""
        before = held(server)
        sockets = client_sockets(server, tls)
        return len(before) > 10 and held(server) == before and sockets == len(before) + 1

    def test_all_are_gone_in_the_end(self):
        self.all_are_gone("epoll", False)

    def test_all_are_gone_in_the_end_with_tls(self):
        self.all_are_gone("auto", True)


class Planted(unittest.TestCase):
    """Each deadline is switched off in a server of its own: what it should end is then held. Their clients come first, and are
    looked for when the other tests are over."""

    def test_each_deadline_is_missed(self):
        time.sleep(max(0, PLANTED.since + HELD_S - time.monotonic()))
        for fault, tls, crowd in PLANTED.crowds:
            with self.subTest(fault=fault, tls=tls):
                self.assertEqual(crowd.left(), sorted(client.way.name for client in crowd.clients))


class PlantedServers:
    """A server for each deadline that is switched off, with the clients that it should hold then."""

    def __init__(self):
        built = subprocess.run([REPOSITORY / "tools" / "planted-server"], check=True, capture_output=True, text=True)
        self.certificate = Certificate()
        self.servers, self.crowds = [], []
        for tls in (False, True):
            chosen = ways() + ways_of_metrics()
            for fault in sorted({fault for way in chosen for fault in way.faults if tls in way.tls}):
                self._begin(fault, tls, built.stdout.strip())
        self.since = time.monotonic()

    def _begin(self, fault, tls, binary):
        settings = {**SETTINGS, "loops": 1, **(self.certificate.settings() if tls else {})}
        server = Server([APP], settings, binary=binary, environment={"BATON_PLANTED": fault})
        self.servers.append(server)
        for listener, all_ways in [(server, ways()), (MetricsListener(server), ways_of_metrics())]:
            chosen = [way for way in all_ways if fault in way.faults and tls in way.tls]
            self.crowds.append((fault, tls, Crowd(listener, context() if tls else None, chosen)))

    def end(self):
        for _, _, crowd in self.crowds:
            crowd.end()
        for server in self.servers:
            server.stop()
        self.certificate.remove()


PLANTED = None


def setUpModule():
    global PLANTED
    PLANTED = PlantedServers()


def tearDownModule():
    PLANTED.end()


class OneCount(unittest.TestCase):
    """Sockets that loops have handed to hyper are counted like all others."""

    def test_max_connections_counts_all(self):
        server = Server([{}], {"max_connections": 10})
        self.addCleanup(server.stop)
        connections = [dial(server) for _ in range(10)]
        for connection in connections:
            connection.sendall(publish(length=1_000_000) + BODY)
        self.assertIsNotNone(wait_until(lambda: len(held(server)) == 10, 5))
        self.assertEqual(exchange(server, UP), "", "one more is closed unanswered")
        connections.pop().close()
        self.assertIsNotNone(wait_until(lambda: '"OK"' in exchange(server, UP, 1), 10), "a place is free again")
        for connection in connections:
            connection.close()

    def test_an_address_has_its_share_of_unfinished_requests(self):
        server = Server([{}], {"pending_handshakes_per_ip": 5, "loops": 1})
        self.addCleanup(server.stop)
        connections = [dial(server) for _ in range(5)]
        for connection in connections:
            connection.sendall(publish(length=1_000_000) + BODY)
        self.assertIsNotNone(wait_until(lambda: len(held(server)) == 5, 10))
        self.assertEqual(status_of(exchange(server, UP, 1)), 429)
        for connection in connections:
            connection.close()
        self.assertIsNotNone(wait_until(lambda: status_of(exchange(server, UP, 1)) == 200, 10))


class ConnectionsOfTheMetricsListener(unittest.TestCase):
    """They have a bound of their own (`METRICS_CONNECTIONS`), at which more wait; clients are not touched by it."""

    bound = 64

    def test_more_wait_for_one_to_end(self):
        server = Server([{}], {"metrics_listen": "127.0.0.1:0", "head_timeout_s": 600, "max_connections": 2})
        self.addCleanup(server.stop)
        listener = MetricsListener(server)
        connections = [dial(listener) for _ in range(self.bound + 10)]
        for connection in connections:
            self.addCleanup(connection.close)
            connection.sendall(UP[:-2])
        self.assertIsNotNone(wait_until(lambda: len(held(listener)) == self.bound, 10), f"{len(held(listener))} are held")
        self.assertEqual(figure(ask(server, None), "baton_sockets"), 1, "the scrape alone is a client, and not turned away")
        last = connections.pop()
        last.sendall(UP[-2:])
        last.settimeout(0.5)
        with self.assertRaises(TimeoutError):
            last.recv(1000)
        for connection in connections[:10]:
            connection.close()
        last.settimeout(10)
        self.assertEqual(status_of(received(last)), 200, "it comes to its turn")


class UnfinishedRequests(unittest.TestCase):
    """Incomplete requests share a bound, and the oldest gives way."""

    limit = 4 * MIB
    app = {}

    def setUp(self):
        self.server = Server([self.app], {"request_bytes": self.limit, "body_timeout_s": 600, "head_timeout_s": 600})
        self.addCleanup(self.server.stop)
        self.vitals = Vitals(self.server.pid)
        for _ in range(20):
            ask(self.server, None)

    def incomplete(self, request, count):
        connections = []
        for _ in range(count):
            connection = dial(self.server)
            connections.append(connection)
            self.addCleanup(connection.close)
            with contextlib.suppress(ConnectionError):  # it may have given way already
                connection.sendall(request)
        return connections


    def holds(self):
        return figure(ask(self.server, None), "baton_incomplete_request_bytes")


class WithoutTheBound(unittest.TestCase):
    """What the tests of the bound look for is there where the bound is switched off."""

    def test_requests_hold_more(self):
        built = subprocess.run([REPOSITORY / "tools" / "planted-server"], check=True, capture_output=True, text=True)
        settings = {"request_bytes": MIB, "body_timeout_s": 600}
        environment = {"BATON_PLANTED": "no request bytes limit"}
        server = Server([APP], settings, binary=built.stdout.strip(), environment=environment)
        self.addCleanup(server.stop)
        for _ in range(20):
            connection = dial(server)
            self.addCleanup(connection.close)
            connection.sendall(publish(length=100_000) + b"x" * 90_000)
        holds = lambda: figure(ask(server, None), "baton_incomplete_request_bytes")  # noqa: E731
        self.assertIsNotNone(wait_until(lambda: holds() > MIB, 10))


class BytesOfUnfinishedRequests(UnfinishedRequests):
    def assert_bounded(self, request, each, count, stands_still=False):
        self.vitals.forget_peak()
        before = self.vitals.resident()
        if stands_still:
            os.kill(self.server.pid, signal.SIGSTOP)
        try:
            connections = self.incomplete(request, count)
        finally:
            os.kill(self.server.pid, signal.SIGCONT)
        connections[0].settimeout(20)
        self.assertIn(status_of(received(connections[0])), (503, 0), "the oldest gives way")
        self.assertLessEqual(self.holds(), self.limit)
        grown = self.vitals.peak() - before
        # The allocator keeps some of what has been given back, and hyper has buffers of its own.
        self.assertLess(grown, count * each / 3, f"grown by {grown / MIB:.1f} MiB of {count * each / MIB:.1f} sent")
        body = json.dumps({"name": "e", "channel": "c", "data": "x" * 9_000}).encode()
        self.assertEqual(status_of(exchange(self.server, post(self.server, "/events", body), 1)), 200)
        self.assertEqual(status_of(exchange(self.server, UP, 1)), 200)

    def test_bodies_in_hyper(self):
        self.assert_bounded(publish(length=1_000_000) + b"x" * 900_000, 900_000, 100)

    def test_bodies_in_loops(self):
        self.assert_bounded(publish(length=100_000) + b"x" * 90_000, 90_000, 1_000)

    def test_bodies_that_come_all_at_once(self):
        self.assert_bounded(publish(length=100_000) + b"x" * 90_000, 90_000, 1_000, stands_still=True)


class BytesOfStrangers(UnfinishedRequests):
    """Who does not know an app's secret pushes out nobody who does."""

    app = {"jwt_secret": "a-secret-of-thirty-two-characters"}
    broadcast = "POST /realtime/v1/api/broadcast HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n"

    def test_bodies_of_strangers_are_not_kept(self):
        loop, hyper = publish().decode(), publish(length=1_000_000).decode()
        chunked = loop.replace(LENGTH, CHUNKED)
        broadcast = self.broadcast.replace("100000", "1000000")
        for name, head, status in [
            ("wrong signature, loop", loop.replace("signature=", "signature=0"), 401),
            ("wrong signature, hyper", hyper.replace("signature=", "signature=0"), 401),
            ("wrong signature, chunked", chunked.replace("signature=", "signature=0"), 401),
            ("no app", loop.replace("/apps/", "/apps/no-"), 404),
            ("no hash of the body", unhashed(self.server.app), 401),
            ("no token", broadcast + "\r\n", 401),
            ("wrong token", broadcast + "Authorization: Bearer x.y.z\r\n\r\n", 401),
            ("no session", "POST /realtime/v1/longpoll?token=x HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n", 200),
            ("no path", "POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n", 404),
        ]:
            body = b"x" * (100_000 if LENGTH + "\r" in head else 1_000_000)
            body = b"f4240\r\n" + body + b"\r\n0\r\n\r\n" if CHUNKED in head else body
            cut = len(body) - 10_000
            with self.subTest(name):
                # Together they would not fit, and some would be answered 503.
                for connection in self.incomplete(head.encode() + body[:cut], 5 * self.limit // (4 * cut) + 1):
                    connection.sendall(body[cut:] + UP.replace(b"Host", b"Connection: close\r\nHost"))
                    connection.settimeout(20)
                    self.assertEqual(statuses(connection), [status, 200])

    def test_they_push_out_no_signed_publish(self):
        body = json.dumps({"name": "e", "channel": "c", "data": "x" * 9_000}).encode()
        large = json.dumps({"batch": [{"name": "e", "channel": "c", "data": "x" * 9_000}] * 9}).encode() + b" " * 200_000
        honest = [post(self.server, "/events", body), post(self.server, "/batch_events", large)]
        slow = []
        for request in honest:
            connection = dial(self.server)
            self.addCleanup(connection.close)
            connection.sendall(request[:-2_000])
            slow.append(connection)
        self.assertIsNotNone(wait_until(lambda: self.holds() >= len(large) - 2_000, 10))
        token = self.broadcast + f"Authorization: Bearer {anonymous(self.app['jwt_secret'])}\r\n\r\n"
        # In waves: those before are in hyper by then, where a body counts as what its token proves.
        for _ in range(10):
            self.incomplete(token.encode() + b"x" * 90_000, 20)
            time.sleep(0.1)
        self.assertIsNotNone(wait_until(lambda: self.overload() > 20, 10), "the attack holds what it can, and more")
        for connection, request in zip(slow, honest, strict=True):
            connection.sendall(request[-2_000:])
            connection.settimeout(20)
            self.assertEqual(status_of(received(connection)), 200)

    def test_a_burst_of_theirs_ends_no_signed_publish(self):
        body = json.dumps({"name": "e", "channel": "c", "data": "x" * 9_000}).encode()
        honest = post(self.server, "/events", body, headers=["Connection: close"])
        stranger = b"POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n" + b"x" * 60_000
        # On a busy machine a burst may be read in pieces, and then holds little: some more of them.
        for n in range(20):
            if n >= 5 and self.overload() > 50:
                break
            # All come at once, so that loops hand them to hyper faster than it looks at them; the honest are the oldest.
            os.kill(self.server.pid, signal.SIGSTOP)
            try:
                connections = [dial(self.server) for _ in range(160)]
                for place, connection in enumerate(connections):
                    connection.setblocking(False)
                    connection.send(honest if place < 10 else stranger)
            finally:
                os.kill(self.server.pid, signal.SIGCONT)
            for connection in connections[:10]:
                connection.settimeout(20)
                self.assertEqual(status_of(received(connection)), 200)
            for connection in connections:
                connection.close()
        self.assertGreater(self.overload(), 50, "the attack holds what it can")

    def overload(self):
        return figure(ask(self.server, None), 'baton_refused_total{cause="overload"}')

    def test_a_token_that_ends_while_the_body_comes_sends_nothing(self):
        body = b'{"messages":[{"topic":"t","event":"e","payload":{}}]}'
        head = f"POST /realtime/v1/api/broadcast HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\nAuthorization: Bearer "
        for name, claims, wait in [("expired", {"exp": int(time.time()) + 3}, 4), ("revoked", {"sub": "mallory"}, 0)]:
            with self.subTest(name):
                request = head.encode() + anonymous(self.app["jwt_secret"], **claims).encode() + b"\r\n\r\n" + body
                slow = dial(self.server)
                self.addCleanup(slow.close)
                self.assertEqual(status_of(exchange(self.server, request, 1)), 202, "it holds until then")
                slow.sendall(request[:-10])
                self.assertIsNotNone(wait_until(lambda: self.holds() > 0, 5))
                if "sub" in claims:
                    revocation = post(self.server, "/tokens/revoke", json.dumps(claims).encode())
                    self.assertEqual(status_of(exchange(self.server, revocation, 1)), 200)
                time.sleep(wait)
                slow.sendall(request[-10:])
                slow.settimeout(20)
                self.assertEqual(status_of(received(slow)), 401)

    def test_a_refusal_that_waits_costs_no_more_than_a_connection(self):
        head = publish().decode().replace("signature=", f"x={QUOTES}&auth_signature=0").encode()
        before = self.vitals.resident()
        connections = self.incomplete(head + b"x" * 90_000, 500)
        self.assertIsNotNone(wait_until(lambda: len(held(self.server)) >= 500, 10))
        grown = (self.vitals.resident() - before) / 500
        self.assertLess(grown, 10_000, "bytes for each")
        connections[0].sendall(b"x" * 10_000)
        connections[0].settimeout(20)
        self.assertEqual(status_of(received(connections[0])), 401)

    def test_an_empty_body_in_chunks_needs_no_hash(self):
        path = f"/apps/{self.server.app['id']}/channels"
        head = f"GET {path}?{signed_query(self.server.app, 'GET', path)} HTTP/1.1\r\nHost: x\r\n{CHUNKED}\r\n\r\n"
        self.assertEqual(status_of(exchange(self.server, head.encode() + b"0\r\n\r\n", 1)), 200)
        self.assertEqual(status_of(exchange(self.server, head.encode() + b"1\r\nx\r\n0\r\n\r\n", 1)), 401)


class BytesOfApps(unittest.TestCase):
    """An app's own signed requests do not end another app's, and one body may use all that requests may."""

    limit = MIB
    apps = ({}, {"id": "greedy", "key": "greedy", "secret": "the secret of a greedy app"})

    def setUp(self):
        settings = {"request_bytes": self.limit, "http_body_bytes": self.limit, "body_timeout_s": 600}
        self.server = Server(list(self.apps), settings)
        self.addCleanup(self.server.stop)

    def batch(self, length):
        body = json.dumps({"batch": [{"name": "e", "channel": "c", "data": "x"}]}).encode()
        return body + b" " * (length - len(body))

    def test_the_app_that_holds_most_gives_way(self):
        path = "/apps/greedy/events"
        query = signed_query(self.server.apps[1], "POST", path, BODY)
        greedy = f"POST {path}?{query} HTTP/1.1\r\nHost: x\r\n{LENGTH}\r\n\r\n".encode() + b"x" * 90_000
        for length in (100_000, 300_000):  # in a loop, and in hyper
            request = post(self.server, "/batch_events", self.batch(length))
            slow = dial(self.server)
            self.addCleanup(slow.close)
            slow.sendall(request[:-1_000])
            connections = [dial(self.server) for _ in range(40)]
            for connection in connections:
                with contextlib.suppress(ConnectionError):
                    connection.sendall(greedy)
            self.assertIsNotNone(wait_until(lambda: figure(ask(self.server, None), "baton_incomplete_request_bytes") > self.limit / 2, 10))
            connections[0].settimeout(20)
            answer = received(connections[0])
            self.assertEqual(status_of(answer), 503, "the oldest of the app that holds most")
            self.assertIn("retry-after: 1\r\n", answer.lower())
            slow.sendall(request[-1_000:])
            slow.settimeout(20)
            self.assertEqual(status_of(received(slow)), 200)
            for connection in connections:
                connection.close()

    def test_one_body_may_use_all_that_requests_may(self):
        for piece in (7_000, 60_000, self.limit):
            request = post(self.server, "/batch_events", self.batch(self.limit))
            connection = dial(self.server)
            self.addCleanup(connection.close)
            for at in range(0, len(request), piece):
                connection.sendall(request[at : at + piece])
            connection.settimeout(20)
            self.assertEqual(status_of(received(connection)), 200, f"in pieces of {piece}")


def statuses(connection):
    """Those of all answers until the server closes."""
    got = b""
    while more := connection.recv(65536):
        got += more
    return [int(status) for status in re.findall(rb"HTTP/1.1 (\d+)", got)]


# Each is two bytes long where an answer repeats it.
QUOTES = '"' * 14_000
LENGTH, CHUNKED = "Content-Length: 100000", "Transfer-Encoding: chunked"


def unhashed(app):
    """A publish whose signature covers no body."""
    path = f"/apps/{app['id']}/events"
    return f"POST {path}?{signed_query(app, 'POST', path)} HTTP/1.1\r\nHost: x\r\n{LENGTH}\r\n\r\n"


def anonymous(secret, **claims):
    """The key that every page of a Supabase project has, or one with more claims."""

    def part(value):
        return base64.urlsafe_b64encode(value).rstrip(b"=")

    claims = {"role": "anon", "exp": int(time.time()) + 3_600, **claims}
    text = b".".join(part(json.dumps(of).encode()) for of in ({"alg": "HS256"}, claims))
    return b".".join([text, part(hmac.new(secret.encode(), text, hashlib.sha256).digest())]).decode()


if __name__ == "__main__":
    unittest.main()
