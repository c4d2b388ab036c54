"""Messages that are well framed and hostile: JSON bombs, names, hoarding (threats 11, 22, 25)."""

import json
import time
import unittest

from attack import MIB, Attack
from socket_client import exchange, post, status_of


class JsonBombs(Attack):
    bombs = {
        "60,000 brackets": b"[" * 60_000,
        "60,000 objects": b'{"a":' * 10_000,
        "deep data": b'{"event":"pusher:ping","data":' + b"[" * 30_000 + b"]" * 30_000 + b"}",
        "line breaks": b"\n" * 65_000,
        "a number without end": b'{"event":"pusher:ping","data":' + b"9" * 65_000 + b"}",
        "1e999": b'{"event":"pusher:ping","data":1e999}',
        "NUL": b'{"event":"pusher:subscribe","data":{"channel":"a\\u0000b"}}',
        "a bare NUL": b'{"event":"pusher:subscribe","data":{"channel":"a\0b"}}',
        "a lone surrogate": b'{"event":"\\ud800","data":{}}',
        "a name given twice": b'{"event":"pusher:subscribe","data":{"channel":"one","channel":"two"}}',
        "an event given twice": b'{"event":"pusher:ping","event":"pusher:subscribe","data":{"channel":"x"}}',
        "10,000 members": json.dumps({f"k{n}": n for n in range(4_000)}).encode(),
        "an empty message": b"",
        "a byte order mark": b"\xef\xbb\xbf{}",
    }

    def test_each_costs_little_and_leaves_the_connection_usable(self):
        for what, text in self.bombs.items():
            with self.subTest(what), self.connect() as socket:
                before = self.vitals.cpu_seconds()
                socket.say(text)
                socket.settle()
                self.assertLess(self.vitals.cpu_seconds() - before, 0.1, "processor seconds")

    def test_through_the_http_api(self):
        bodies = {
            # A member that nobody knows is skipped, however deep.
            "brackets": b"[" * 1_000_000,
            "line breaks": b"\n" * 1_000_000,
            "deep members": b'{"name":"e","channels":["c"],"data":"d","x":' + b"[" * 400_000 + b"]" * 400_000 + b"}",
            "100,000 channels": json.dumps({"name": "e", "data": "d", "channels": ["c"] * 100_000}).encode(),
            "a batch of 20,000": json.dumps({"batch": [{"name": "e", "channel": "c", "data": "d"}] * 20_000}).encode(),
            "a name given twice": b'{"name":"a","name":"b","channels":["c"],"data":"d"}',
        }
        for what, body in bodies.items():
            with self.subTest(what), self.grows_less_than(16 * MIB):
                before = self.vitals.cpu_seconds()
                answer = exchange(self.server, post(self.server, "/events", body), within=3)
                taken = what == "deep members"
                self.assertIn(status_of(answer), (200,) if taken else (400, 413), answer[:200])
                self.assertLess(self.vitals.cpu_seconds() - before, 0.2, "processor seconds")


class Names(Attack):
    """Names that mean something to stores, brokers, shells or browsers are refused, or are only names."""

    names = (
        "*", "a*", "?[x]", "{x}", "a.>", "a:b", "a/b", "../../etc/passwd", "a\r\nFLUSHALL\r\n", "';--", "$(reboot)",
        "<img src=x onerror=alert(1)>", "\u202egnp.exe", "é", "e\u0301", "\0", "%00", "private-\0", "private-%2e",
        "presence-", "private-", "#", "#server-to-user-", "#server-to-user-1", " private-x", "private-x ", "x" * 165,
        "x" * 60_000,
    )  # fmt: skip

    def test_subscriptions(self):
        with self.connect() as socket:
            for name in self.names:
                with self.subTest(name[:40]):
                    socket.say({"event": "pusher:subscribe", "data": {"channel": name}})
                    # What may be taken is taken as a public channel of just this name.
                    socket.settle()
            occupied = json.loads(self._get("/channels").partition("\r\n\r\n")[2])["channels"]
            for name in occupied:
                self.assertRegex(name, r"\A[A-Za-z0-9_\-=@,.;]{1,164}\Z")

    def test_publishing(self):
        for name in self.names:
            with self.subTest(name[:40]):
                body = json.dumps({"name": "e", "channels": [name], "data": "d"}).encode()
                answer = exchange(self.server, post(self.server, "/events", body, headers=["Connection: close"]), 2)
                allowed = 200 if name in ("presence-", "private-") or name.startswith("#server-to-user-1") else 400
                self.assertIn(status_of(answer), (400, allowed), answer[:200])

    def test_paths(self):
        for path in ("/channels/%2e%2e%2fusers", "/channels/%00", "/channels/%ff", "/channels/%", "/channels/a%0d%0ab"):
            with self.subTest(path):
                self.assertIn(status_of(self._get(path)), (400, 401, 404))

    def _get(self, path):
        from socket_client import signed_query

        full = f"/apps/{self.server.app['id']}{path}"
        query = signed_query(self.server.app, "GET", full)
        return exchange(
            self.server, f"GET {full}?{query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode(), within=2
        )


class Hoarding(Attack):
    apps = ({"channels_per_connection": 100},)

    def test_one_client_wants_20_000_channels(self):
        with self.connect() as socket, self.grows_less_than(3 * MIB):
            for n in range(0, 20_000, 100):
                for m in range(n, n + 100):
                    socket.say({"event": "pusher:subscribe", "data": {"channel": f"hoard-{m}"}})
                socket.settle(within=10)
            self.assertLessEqual(self.metric("baton_subscriptions"), 100)

    def test_the_refusal_names_limit_and_setting(self):
        with self.connect() as socket:
            for n in range(101):
                socket.say({"event": "pusher:subscribe", "data": {"channel": f"c{n}"}})
            deadline = time.monotonic() + 5
            while time.monotonic() < deadline:
                _, payload = socket.read()
                if b"error" in payload:
                    break
            self.assertIn(b"100", payload)

    def test_leaving_makes_room(self):
        with self.connect() as socket:
            for n in range(100):
                socket.say({"event": "pusher:subscribe", "data": {"channel": f"c{n}"}})
            socket.say({"event": "pusher:unsubscribe", "data": {"channel": "c0"}})
            socket.settle()
            socket.say({"event": "pusher:subscribe", "data": {"channel": "room"}})
            self.assertEqual(socket.event("pusher_internal:subscription_succeeded")["channel"], "room")


if __name__ == "__main__":
    unittest.main(verbosity=2)
