"""Hostile request heads: floods, trickles and requests within requests (threats 4, 5 and 6)."""

import socket as sockets
import time
import unittest

from attack import MIB, Attack, wait_until
from socket_client import dial, exchange, post, signed_query, status_of, upgrade_request

REFUSED = (400, 403, 404, 405, 408, 411, 413, 414, 417, 426, 429, 431, 501, 505, 0)


class HeaderFloods(Attack):
    def refused(self, request, statuses=REFUSED):
        began = time.monotonic()
        with self.grows_less_than(4 * MIB):
            answer = exchange(self.server, request, within=3)
        self.assertIn(status_of(answer), statuses, answer[:200])
        self.assertLess(time.monotonic() - began, 2.5)

    def test_one_header_of_a_mebibyte(self):
        self.refused(upgrade_request(self.server, headers=["X-Long: " + "x" * MIB]))

    def test_5_000_headers(self):
        self.refused(upgrade_request(self.server, headers=[f"X-{n}: y" for n in range(5_000)]))

    def test_a_path_of_100_000_characters(self):
        self.refused(upgrade_request(self.server, path="/app/" + "k" * 100_000))

    def test_blanks_and_line_breaks_without_end(self):
        self.refused(b"GET /app/app-key HTTP/1.1\r\nX: " + b" " * 100_000)
        self.refused(b"\r\n" * 50_000)
        self.refused(b" " * 100_000)

    def test_7_000_blanks_in_a_header_are_read_in_one_pass(self):
        # Beside a header of letters of the same length: how fast a machine is must not decide.
        blanks, letters = (" " * 7_000 + "y" + " " * 7_000), "y" * 14_001

        def cost(value):
            before = self.vitals.cpu_seconds()
            for _ in range(50):
                connection = dial(self.server)
                connection.sendall(upgrade_request(self.server, headers=["X:" + value]))
                connection.recv(1)
                connection.close()
            return self.vitals.cpu_seconds() - before

        costs = [(cost(blanks), cost(letters)) for _ in range(3)]
        of_blanks, of_letters = (sorted(each)[1] for each in zip(*costs))
        # A pass for each blank would be thousands of times as much.
        self.assertLess(of_blanks, 5 * of_letters + 0.2, costs)

    def test_bytes_that_are_no_text(self):
        rubbish = bytes(range(128, 256)).decode("latin-1")
        for header in ("Sec-WebSocket-Protocol", "Origin", "Sec-WebSocket-Extensions", "User-Agent"):
            answer = exchange(self.server, upgrade_request(self.server, headers=[f"{header}: {rubbish}"]), within=2)
            self.assertIn(status_of(answer), (101, *REFUSED), header)
        self.refused(upgrade_request(self.server, path=f"/app/{rubbish}"))
        self.refused(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500))

    def test_control_characters_in_headers(self):
        for character in ("\0", "\x0b", "\x7f", "\n"):
            answer = exchange(self.server, upgrade_request(self.server, headers=[f"X-A: b{character}c"]), within=2)
            self.assertLessEqual(answer.count("HTTP/1.1 "), 1, repr(character))

    def test_bad_upgrades(self):
        good = upgrade_request(self.server).decode()
        for old, new in (
            ("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 12"),
            ("Sec-WebSocket-Version: 13\r\n", ""),
            ("Sec-WebSocket-Key: ", "Sec-WebSocket-Key: too short "),
            ("Connection: Upgrade", "Connection: keep-alive"),
            ("Upgrade: websocket", "Upgrade: h2c"),
            ("GET ", "POST "),
            ("HTTP/1.1", "HTTP/1.0"),
            ("HTTP/1.1", "HTTP/9.9"),
        ):
            answer = exchange(self.server, good.replace(old, new).encode(), within=2)
            self.assertNotEqual(status_of(answer), 101, new)

    def test_a_thousand_heads_of_rubbish(self):
        with self.grows_less_than(4 * MIB):
            for n in range(300):
                connection = dial(self.server)
                connection.sendall(bytes((n * 7 + i * 31) % 256 for i in range(n + 1)))
                connection.close()


class Slowloris(Attack):
    """One byte every half second keeps no connection: the deadline is not put off by bytes."""

    def test_30_sockets_that_trickle_are_closed_within_15_seconds(self):
        connections = [dial(self.server) for _ in range(30)]
        head = upgrade_request(self.server)
        closed, began = set(), time.monotonic()
        place = 0
        while len(closed) < len(connections) and time.monotonic() - began < 16:
            for connection in connections:
                if connection not in closed and not self._trickle(connection, head[place : place + 1]):
                    closed.add(connection)
            place += 1
            time.sleep(0.5)
        self.assertEqual(len(closed), 30, "closed of 30")
        self.assertLess(time.monotonic() - began, 15)
        self.assertGreater(time.monotonic() - began, 5, "an honest slow client would have had no chance")
        for connection in connections:
            connection.close()

    def _trickle(self, connection, byte):
        """Sends one byte; whether the server still listens."""
        try:
            connection.sendall(byte)
            connection.setblocking(False)
            connection.recv(1000)  # an answer or the end: either way nobody listens any more
            return False
        except BlockingIOError:
            connection.settimeout(2)
            return True
        except OSError:
            return False


class SlowBodies(Attack):
    settings = {"head_timeout_s": 2, "body_timeout_s": 2}

    def test_silent_sockets_are_closed(self):
        connections = [dial(self.server) for _ in range(30)]
        time.sleep(4)
        for connection in connections:
            connection.settimeout(1)
            self.assertIsNotNone(self._end_of(connection))
            connection.close()

    def test_a_body_that_never_comes_is_given_up(self):
        full = f"/apps/{self.server.app['id']}/events"
        query = signed_query(self.server.app, "POST", full)
        request = f"POST {full}?{query} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n{{"
        with self.grows_less_than(16 * MIB):
            connections = [dial(self.server) for _ in range(100)]
            for connection in connections:
                connection.sendall(request.encode())
            self.assertGreater(self.metric("baton_sockets"), 100)
            for connection in connections:
                connection.settimeout(20)
                self.assertEqual(status_of(connection.recv(1000).decode()), 408)
                self.assertEqual(self._end_of(connection), b"")
        # All of these ends are the server's; the bystander and the question itself are left.
        self.assertIsNotNone(wait_until(lambda: self.metric("baton_sockets") < 5, 10))
        for connection in connections:
            connection.close()

    def test_a_body_that_is_too_long_is_refused_before_it_is_sent(self):
        for expect in ("", "Expect: 100-continue\r\n"):
            connection = dial(self.server)
            head = f"POST /apps/nobody/events HTTP/1.1\r\nHost: x\r\n{expect}Content-Length: 30000000\r\n\r\n"
            connection.sendall(head.encode())
            self.assertEqual(status_of(connection.recv(1000).decode()), 413)
            connection.close()

    def _end_of(self, connection):
        """What came until the end of the connection; None where it does not end."""
        try:
            while connection.recv(1000):
                pass
            return b""
        except sockets.timeout:
            return None
        except OSError:
            return b""


class Smuggling(Attack):
    """A request hidden in another is not answered."""

    inner = b"GET /up HTTP/1.1\r\nHost: x\r\n\r\n"

    def answered_once(self, request):
        answer = exchange(self.server, request, within=2)
        self.assertLessEqual(answer.count("HTTP/1.1 "), 1, answer)
        self.assertNotIn('{"health"', answer)
        return answer

    def test_an_upgrade_with_a_body(self):
        head = upgrade_request(self.server, headers=[f"Content-Length: {len(self.inner)}"])
        self.answered_once(head + self.inner)

    def test_an_upgrade_with_a_chunked_body(self):
        head = upgrade_request(self.server, headers=["Transfer-Encoding: chunked"])
        self.answered_once(head + b"0\r\n\r\n" + self.inner)

    def test_a_request_after_the_upgrade(self):
        self.answered_once(upgrade_request(self.server) + self.inner)

    def test_a_request_after_a_refused_upgrade(self):
        head = upgrade_request(self.server, headers=["Content-Length: 5"]).replace(b"Version: 13", b"Version: 99")
        self.answered_once(head + self.inner)

    def test_two_lengths(self):
        body = b"{}"
        request = post(self.server, "/events", body, headers=["Content-Length: 0"])
        self.answered_once(request + self.inner)

    def test_a_length_and_chunks(self):
        body = b"0\r\n\r\n" + self.inner
        answer = exchange(self.server, post(self.server, "/events", body, headers=["Transfer-Encoding: chunked"]), 2)
        self.assertNotIn('{"health"', answer)

    def test_lengths_that_are_no_numbers(self):
        for length in ("+2", "-1", "0x2", "2, 3", "2 2", "99999999999999999999999", ""):
            request = f"POST /apps/app-id/events HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n{{}}".encode()
            answer = self.answered_once(request + self.inner)
            self.assertIn(status_of(answer), REFUSED, length)

    def test_odd_transfer_encodings(self):
        for value in ("xchunked", "chunked, identity", "identity, chunked, chunked", "\x0bchunked"):
            head = f"POST /apps/app-id/events HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: {value}\r\n\r\n".encode()
            self.answered_once(head + b"0\r\n\r\n" + self.inner)

    def test_folded_headers_and_blanks_before_colons(self):
        for header in ("X-A: b\r\n Content-Length: 5", "Content-Length : 28", "Content-Length\t: 28"):
            answer = exchange(self.server, f"GET /up HTTP/1.1\r\nHost: x\r\n{header}\r\n\r\n".encode() + self.inner, 2)
            self.assertIn(status_of(answer), REFUSED, header)


if __name__ == "__main__":
    unittest.main(verbosity=2)
