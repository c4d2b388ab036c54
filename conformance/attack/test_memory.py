"""Memory that a wave of clients took is given back when they have left, and requests that wait have a bound."""

import json
import threading
import time
import unittest
from urllib.parse import quote

from attack import MIB, Attack, wait_until
from harness.tokens import JWT_SECRET, token
from socket_client import dial, exchange

SOCKETS, CHANNELS = 20, 5_000
# The server looks every few seconds.
WITHIN_S = 60


class Wave(Attack):
    apps = ({"channels_per_connection": CHANNELS},)

    def test_memory_falls_when_subscribers_have_left(self):
        before = self.vitals.resident()
        sockets = [self.connect() for _ in range(SOCKETS)]
        for number, socket in enumerate(sockets):
            for n in range(CHANNELS):
                socket.say({"event": "pusher:subscribe", "data": {"channel": f"wave-{number}-{n}"}})
                if n % 500 == 0:
                    socket.settle()
            socket.settle(within=30)
        self.assertEqual(self.metric("baton_subscriptions"), SOCKETS * CHANNELS)
        self.assertGreater(self.vitals.resident(), before + 30 * MIB, "there was no wave")
        for socket in sockets:
            socket.close()
        self.assertIsNotNone(wait_until(lambda: self.metric("baton_subscriptions") == 0, 30))
        fallen = wait_until(lambda: self.vitals.resident() <= 2 * before, WITHIN_S, step=0.5)
        self.assertIsNotNone(fallen, f"{self.vitals.resident() / MIB:.1f} MiB, {before / MIB:.1f} before the wave")


class Waiting(Attack):
    apps = ({"jwt_secret": JWT_SECRET},)

    def test_requests_that_wait_for_a_long_poll_session(self):
        path = f"/realtime/v1/longpoll?apikey={token()}&vsn=2.0.0"
        opened = exchange(self.server, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        ticket = quote(json.loads(opened.split("\r\n\r\n", 1)[1])["token"], safe="")
        body = b"[\n" * (1 << 19)  # each line is a message, whose frame has seven bytes
        head = f"POST {path}&token={ticket} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n"
        request = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
        sockets = []

        def post():
            try:
                sockets.append(dial(self.server))
                sockets[-1].sendall(request)
            except OSError:
                pass  # refused: that is one way to keep the bound

        with self.grows_less_than(128 * MIB):
            threads = [threading.Thread(target=post, daemon=True) for _ in range(100)]
            for thread in threads:
                thread.start()
                time.sleep(0.03)
            for thread in threads:
                thread.join(10)
            self.bystander.socket.settle(within=10)
        for socket in sockets:
            socket.close()


if __name__ == "__main__":
    unittest.main()
