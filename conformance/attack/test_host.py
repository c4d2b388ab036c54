"""A request is for the host that its target names, whatever its header says (RFC 9112, section 3.2.2): proxies in between route by the target."""

import contextlib
import json
import unittest

from attack import Attack
from harness.tokens import JWT_SECRET, token
from socket_client import dial, exchange, frame, status_of, upgrade_request

OTHERS = "another secret of thirty-two bytes"


class HostOfTarget(Attack):
    apps = (
        {"id": "one", "jwt_secret": OTHERS},
        {"id": "two", "key": "two", "secret": "the secret of a second app", "jwt_secret": JWT_SECRET, "public_broadcast": "supabase"},
    )

    def broadcast(self, target, host):
        body = b'{"messages":[{"topic":"t","event":"e","payload":{}}]}'
        head = f"POST {target}/realtime/v1/api/broadcast HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nauthorization: Bearer {token()}\r\n"
        return status_of(exchange(self.server, f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body))

    def opens(self, target, host):
        """Whether a WebSocket joins."""
        path = f"{target}/realtime/v1/websocket?apikey={token()}&vsn=1.0.0"
        with contextlib.closing(dial(self.server)) as connection:
            request = upgrade_request(self.server, path).replace(f"{self.server.host}:{self.server.port}".encode(), host.encode())
            connection.sendall(request)
            received = b""
            while b"\r\n\r\n" not in received:
                received += connection.recv(65536)
            self.assertEqual(status_of(received.decode("latin-1")), 101)
            join = {"topic": "realtime:t", "event": "phx_join", "payload": {}, "ref": "1", "join_ref": "1"}
            connection.sendall(frame(1, json.dumps(join).encode()))
            received = b""
            while b"status" not in received:
                more = connection.recv(65536)
                if not more:
                    return False
                received += more
            return b'"status":"ok"' in received

    def test_the_target_decides(self):
        for target, host, is_two in [
            ("", "two.example", True),
            ("", "one.example", False),
            ("http://two.example", "one.example", True),
            ("http://one.example", "two.example", False),
        ]:
            with self.subTest(target=target, host=host):
                self.assertEqual(self.broadcast(target, host), 202 if is_two else 401)
                self.assertEqual(self.opens(target, host), is_two)


if __name__ == "__main__":
    unittest.main()
