"""Whatever is refused can be found in the log, by who asked why; and no log has a secret (threat 33)."""

import json
import re
import socket as socketlib
import ssl
import struct
import unittest
from urllib.parse import quote

from attack import Server, wait_until
from harness.certificate import Certificate
from socket_client import BINARY, TEXT, Socket, dial, exchange, frame, post, signed_query, status_of, upgrade_request

SECRET, JWT_SECRET, API_SECRET = "shop+secret+0123456789=", "jwt-secret-0123456789-0123456789-0123", "api-secret-0123456789"
TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiIsImV4cCI6OTk5OTk5OTk5OX0.c2lnbmVkLXdpdGgtYW5vdGhlci1zZWNyZXQ"
APP = {
    "id": "shop",
    "key": "shop-key",
    "secret": SECRET,
    "jwt_secret": JWT_SECRET,
    "allowed_origins": ["https://shop.example"],
    "client_events_per_second": 1,
    "channels_per_connection": 3,
}
SETTINGS = {"log_level": "debug", "api_jwt_secret": API_SECRET, "messages_per_second": 20, "http_body_bytes": 10_000}


def broadcast(headers):
    return f"POST /realtime/v1/api/broadcast HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n{headers}\r\n{{}}".encode()


def upgraded(server, path, headers=()):
    """What a request for a WebSocket is answered."""
    return exchange(server, upgrade_request(server, path, headers), 1)


class EachRefusal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server([APP], SETTINGS)

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        told = "".join(cls.server.log)
        for secret in (SECRET, quote(SECRET, safe=""), JWT_SECRET, API_SECRET, TOKEN, TOKEN.rpartition(".")[0]):
            assert secret not in told, f"{secret} is in the log"

    def logged(self, do, cause, **fields):
        """`do` is refused, and one line of the log says so: its cause, this address, and what else is known."""
        before = len(self.server.log)
        do()
        wanted = {"cause": cause, "peer": "127.0.0.1", **fields}

        def line():
            lines = [line for line in self.server.log[before:] if "DEBUG refused " in line]
            return any(all(field in one for field in self.spelled(wanted)) for one in lines)

        self.assertIsNotNone(wait_until(line, 5), f"{wanted} not in {self.server.log[before:]}")

    def spelled(self, fields):
        return [value if name == "why" else f" {name}={value}" for name, value in fields.items()]

    def connect(self):
        socket = Socket(self.server)
        socket.greeted()
        self.addCleanup(socket.close)
        return socket

    def say(self, message):
        socket = self.connect()
        return lambda: (socket.say(message), socket.settle())

    def subscribe(self, channel, **more):
        return self.say({"event": "pusher:subscribe", "data": {"channel": channel, **more}})

    def test_connecting(self):
        server = self.server
        for path, headers, cause, fields in (
            ("/app/nobody?protocol=7", (), "app", {"key": "nobody", "why": "nobody"}),
            (f"/app/{SECRET}?protocol=7", (), "app", {"key": "********"}),
            (f"/app/{quote(SECRET, safe='')}?protocol=7", (), "app", {"key": "********"}),
            ("/app/shop-key?protocol=3", (), "version", {"app": "shop", "key": "shop-key"}),
            ("/app/shop-key?protocol=7", ["Origin: https://evil.example"], "origin", {"app": "shop", "why": "evil.example"}),
            ("/nothing", (), "app", {"why": "No WebSocket is served"}),
            ("/realtime/v1/websocket?vsn=9.0.0", (), "version", {}),
            ("/realtime/v1/websocket?vsn=1.0.0", (), "signature", {"why": "API key is missing"}),
            (
                f"/realtime/v1/websocket?vsn=1.0.0&apikey={TOKEN}",
                (),
                "signature",
                {"app": "shop", "why": "Failed to validate JWT signature: apikey eyJ…("},
            ),
        ):
            with self.subTest(path=path):
                self.logged(lambda: upgraded(server, path, headers), cause, **fields)
        head = upgrade_request(server).replace(b"Version: 13", b"Version: 12")
        self.logged(lambda: exchange(server, head, 1), "malformed", why="ersion")

    def test_messages(self):
        self.logged(self.subscribe("private-x", auth="shop-key:00"), "signature", app="shop", channel="private-x")
        self.logged(self.subscribe("private-x", auth=f"{SECRET}:00"), "signature", app="shop", channel="private-x")
        self.logged(self.subscribe("no channel"), "malformed", app="shop", channel='"no channel"')
        self.logged(self.say("no JSON"), "malformed", app="shop", why="Invalid message")
        self.logged(self.say({"event": "client-x", "channel": "public", "data": 1}), "not_allowed", app="shop")

        def many():
            socket = self.connect()
            for n in range(5):
                socket.say({"event": "pusher:subscribe", "data": {"channel": f"c{n}"}})
            socket.settle()

        self.logged(many, "limit", app="shop", channel="c3")

    def test_frames(self):
        for data, cause, why in (
            (frame(TEXT, b"unmasked", masked=False), "malformed", "mask"),
            (frame(BINARY, b"x"), "malformed", "Binary messages"),
            (frame(TEXT, b"", announced=1 << 40), "too_large", "limit"),
            (frame(TEXT, b'{"event":"pusher:ping"}') * 30, "rate", "messages_per_second"),
            (frame(0x3, b"x"), "malformed", "opcode"),
            (frame(0x8, struct.pack("!H", 5)), "malformed", "close"),
        ):
            with self.subTest(why=why):
                self.logged(lambda: self.connect().send(data), cause, app="shop", why=why)

    def test_requests(self):
        server = self.server
        body = json.dumps({"name": "e", "channel": "c", "data": "x"}).encode()
        wrong = signed_query({"key": "shop-key", "secret": "another"}, "POST", "/apps/shop/events", body)
        for request, cause, fields in (
            (post(server, "/events", body, query=wrong), "signature", {"app": "shop", "why": "Invalid signature"}),
            (post(server, "/events", body, query="auth_key=none"), "signature", {"app": "shop"}),
            (post(server, "/events", b"{"), "malformed", {"app": "shop"}),
            (post(server, "/nothing", body), "malformed", {"why": "There is no call"}),
            (b"GET /apps/shop/channels HTTP/1.1\r\nHost: x\r\n\r\n", "signature", {"app": "shop"}),
            (post(server, "/events", b"x" * 20_000), "too_large", {"app": "shop", "why": "http_body_bytes"}),
            (b"POST /apps/nobody/events HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", "app", {"why": "nobody"}),
            (b"GET /wp-login.php HTTP/1.1\r\nHost: x\r\n\r\n", "malformed", {"why": "wp-login"}),
            (b"GET /app/shop-key HTTP/1.1\r\nHost: x\r\n\r\n", "malformed", {"why": "a proxy in between"}),
            (b"GET /realtime/v1/websocket HTTP/1.1\r\nHost: x\r\n\r\n", "malformed", {"why": "a proxy in between"}),
            (b"GET / HTTP/1.1\r\nNo colon\r\n\r\n", "malformed", {}),
            (b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xyz\r\n\r\n", "malformed", {"why": "transfer-encoding"}),
            (b"GET / HTTP/1.1\r\nX: " + b"y" * 20_000, "too_large", {"why": "16384 bytes"}),
            (broadcast(""), "signature", {"why": "without Authorization"}),
            (broadcast(f"Authorization: Bearer {TOKEN}\r\n"), "signature", {"app": "shop", "why": "token eyJ…("}),
            (b"GET /api/tenants HTTP/1.1\r\nHost: x\r\n\r\n", "signature", {"why": "api_jwt_secret"}),
            (b"GET /realtime/v1/longpoll?vsn=1.0.0 HTTP/1.1\r\nHost: x\r\n\r\n", "signature", {"why": "API key is missing"}),
        ):
            with self.subTest(request=request[:60]):
                self.logged(lambda: exchange(server, request, 1), cause, **fields)

    def test_a_proxy_that_drops_the_upgrade_is_named(self):
        for path in ("/app/shop-key", "/realtime/v1/websocket?apikey=x", "/socket/websocket"):
            answer = exchange(self.server, f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode(), 1)
            self.assertEqual(status_of(answer), 426, path)
            self.assertIn("a proxy in between drops the Upgrade", answer)


class OddEnds(unittest.TestCase):
    """A connection that ends for another reason than that its client leaves has a line at `debug`."""

    def served(self, settings=(), **app):
        server = Server([{**APP, **app}], {**SETTINGS, **dict(settings)})
        self.addCleanup(server.stop)
        return server

    def assert_logged(self, server, *texts):
        def line():
            return any("DEBUG connection ended " in one and all(text in one for text in texts) for one in server.log)

        self.assertIsNotNone(wait_until(line, 15), f"{texts} not in {server.log}")

    def test_before_there_is_a_tls_session(self):
        certificate = Certificate()
        self.addCleanup(certificate.remove)
        for name, attempt in [("something else", self.plain), ("a certificate that is not trusted", self.distrustful)]:
            with self.subTest(name):
                server = self.served(certificate.settings())
                attempt(server)
                self.assert_logged(server, "peer=127.0.0.1", "no TLS session")

    def plain(self, server):
        with dial(server) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            connection.settimeout(5)
            connection.recv(1000)

    def distrustful(self, server):
        with dial(server) as connection, self.assertRaises(ssl.SSLError):
            ssl.create_default_context().wrap_socket(connection, server_hostname="localhost")

    def test_a_client_that_answers_no_ping(self):
        server = self.served(activity_timeout_s=1, pong_timeout_s=1)
        socket = Socket(server)
        self.addCleanup(socket.close)
        high = socket.greeted().split(".")[0]
        self.assert_logged(server, "app=shop", f"socket={high}", "closed with 4201")

    def test_a_client_that_breaks_off(self):
        server = self.served()
        socket = Socket(server)
        socket.greeted()
        socket.connection.setsockopt(socketlib.SOL_SOCKET, socketlib.SO_LINGER, struct.pack("ii", 1, 0))
        socket.connection.close()
        self.assert_logged(server, "app=shop", "the connection broke")


class Sums(unittest.TestCase):
    """At `info` nothing is told of single refusals, and they are summed up."""

    def test_many_are_one_line(self):
        server = Server([APP])
        self.addCleanup(server.stop)
        for _ in range(50):
            exchange(server, post(server, "/events", b"{}", query=f"auth_key={SECRET}"), 1)
        upgraded(server, "/app/nobody?protocol=7")
        self.assertIsNotNone(wait_until(lambda: any("refused since" in line for line in server.log), 10))
        lines = [line for line in server.log if "refused" in line]
        self.assertEqual(len(lines), 1, lines)
        self.assertTrue(re.search(r'causes="(1 app, )?\d+ signature(, 1 app)?"', lines[0]), lines[0])
        self.assertNotIn(SECRET, "".join(server.log))

    def test_they_are_counted_by_app(self):
        server = Server([APP, {**APP, "id": "other", "key": "other-key"}])
        self.addCleanup(server.stop)
        exchange(server, post(server, "/events", b"{}", query="auth_key=x"), 1)
        upgraded(server, "/app/nobody?protocol=7")
        scrape = exchange(server, b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", 1)
        counted = dict(re.findall(r"^baton_refused_total\{(.*)\} ([1-9]\d*)$", scrape.replace("\r", ""), re.M))
        self.assertEqual(counted, {'cause="app"': "1", 'cause="signature",app="shop"': "1"})


if __name__ == "__main__":
    unittest.main()
