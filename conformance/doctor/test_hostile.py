"""Servers that lie, or never stop: the doctor ends, uses little memory, and obeys nothing that they send."""

import base64
import hashlib
import os
import socket
import subprocess
import threading
import time
import unittest

import examined  # noqa: F401, for the way to the harness

from harness.server import BINARY

# A request and an upgrade that wait to their deadlines, one after the other, with a margin for a slow machine.
WITHIN_S = 40
MEMORY_KB = 100_000


class Hostile:
    """Serves each connection by `answer(request)`, whose pieces are sent as long as somebody reads them."""

    def __init__(self, answer):
        self._answer = answer
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        try:
            with client:
                client.settimeout(WITHIN_S)
                request = client.recv(65536)
                for piece in self._answer(request):
                    client.sendall(piece)
        except OSError:
            pass

    def stop(self):
        self._listener.close()


def is_upgrade(request):
    return b"upgrade: websocket" in request.lower()


def accepted(request):
    """The 101 of a right handshake."""
    key = next(line.split(b":")[1].strip() for line in request.split(b"\r\n") if line.lower().startswith(b"sec-websocket-key"))
    accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
    return b"HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + accept + b"\r\n\r\n"


# As Baton answers a request without an upgrade, so that the doctor goes on.
BATON = b"This is where WebSocket clients connect."
ROUTED = b"HTTP/1.1 426 Upgrade Required\r\nContent-Length: %d\r\n\r\n%s" % (len(BATON), BATON)


def after_upgrade(*, first=b"", endless=b""):
    def answer(request):
        if not is_upgrade(request):
            yield ROUTED
            return
        yield accepted(request) + first
        while endless:
            yield endless

    return answer


def frame(text):
    return b"\x81\x7e" + len(text).to_bytes(2, "big") + text


def silent(request):
    time.sleep(WITHIN_S)
    yield b""


def endless(first, piece):
    def answer(_):
        yield first
        while True:
            yield piece

    return answer


def slowly(request):
    for byte in b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 1000:
        time.sleep(0.2)
        yield bytes([byte])


ESTABLISHED = frame(b'{"event":"pusher:connection_established","data":"{\\"socket_id\\":\\"1.1\\",\\"activity_timeout\\":5}"}')
CONTROL = b"\x1b]0;owned\x07\x1b[2J\xc2\x9b31m\xe2\x80\xae"

CASES = {
    "silent": silent,
    "byte by byte": slowly,
    "endless head": endless(b"HTTP/1.1 200 OK\r\n", b"x: " + b"y" * 1000 + b"\r\n"),
    "endless body": endless(b"HTTP/1.1 200 OK\r\n\r\n", b"z" * 65536),
    "endless chunks": endless(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"8000\r\n" + b"z" * 32768 + b"\r\n"),
    "endless interim responses": endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "no HTTP": endless(b"", b"\x00\xff" * 4096),
    "control characters": lambda _: [b"HTTP/1.1 502 " + CONTROL + b"\r\nServer: " + CONTROL + b"\r\n\r\n" + CONTROL * 1000],
    "a huge length": lambda _: [b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\nx"],
    "endless pings": after_upgrade(endless=b"\x89\x00" * 4096),
    "endless messages": after_upgrade(first=ESTABLISHED, endless=frame(b'{"event":"x"}' * 100) * 50),
    "endless valid messages": after_upgrade(first=ESTABLISHED, endless=frame(b'{"event":"x","data":{}}') * 500),
    "a huge frame": after_upgrade(first=b"\x81\x7f" + (1 << 40).to_bytes(8, "big"), endless=b"q" * 65536),
    "endless fragments": after_upgrade(first=b"\x01\x00", endless=b"\x00\x01a" * 4096),
    "deep JSON": after_upgrade(first=frame(b"[" * 60000)),
    "a strange greeting": after_upgrade(first=frame(CONTROL)),
    "an error with control characters": after_upgrade(
        first=frame(b'{"event":"pusher:error","data":{"code":4001,"message":"\\u001b[2J' + b"m" * 5000 + b'"}}')
    ),
    "a refused upgrade without an end": lambda request: endless(b"HTTP/1.1 403 no\r\n\r\n", b"n" * 65536)(request)
    if is_upgrade(request) else [ROUTED],
}


# The same where TLS is expected: bytes that are no handshake, one that never comes, and a record that never ends.
TLS_CASES = {
    "silence in place of TLS": silent,
    "no TLS": endless(b"", b"\x00\xff" * 4096),
    "an endless handshake": endless(b"", b"\x16\x03\x03\x40\x00\x02\xff\xff\xff" + b"\x00" * 16379),
}


class Servers(unittest.TestCase):
    def examine(self, name, scheme, answer, results):
        server = Hostile(answer)
        try:
            began = time.monotonic()
            arguments = ["--key", "app-key", "--secret", "app-secret", "--app-id", "1", "--origin", "https://a.example"]
            process = subprocess.Popen(
                [BINARY, "doctor", f"{scheme}://127.0.0.1:{server.port}", *arguments, "--patience", "1"],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )
            kill = threading.Timer(WITHIN_S, process.kill)
            kill.start()
            text = process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            process.stdout.close()
            kill.cancel()
            results[name] = (process.returncode, text.decode(), usage.ru_maxrss, time.monotonic() - began)
        finally:
            server.stop()

    def test_each_comes_to_an_end(self):
        results = {}
        # Most of the time is spent waiting, so all at once.
        cases = [(name, "ws", answer) for name, answer in CASES.items()]
        cases += [(name, "wss", answer) for name, answer in TLS_CASES.items()]
        threads = [threading.Thread(target=self.examine, args=(*case, results)) for case in cases]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results.keys(), {name for name, _, _ in cases})
        for name, (status, text, memory_kb, seconds) in results.items():
            with self.subTest(name):
                self.assertEqual(status, 1, f"{seconds:.0f} s: {text}")
                self.assertIn("FAULT", text)
                self.assertLess(memory_kb, MEMORY_KB, text)
                self.assertLess(len(text), 20_000)
                self.assertNotIn("app-secret", text)
                shown = text.replace("\n", "")
                self.assertFalse([c for c in shown if ord(c) < 32 or 0x7f <= ord(c) < 0xa0 or c == "\u202e"], text)


if __name__ == "__main__":
    unittest.main()
