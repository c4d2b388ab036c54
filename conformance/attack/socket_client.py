"""WebSocket and HTTP over a bare socket: every byte is the attacker's choice."""

import base64
import hashlib
import hmac
import json
import os
import socket
import struct
import time
import zlib

WITHIN_S = 5

TEXT, BINARY, CLOSE, PING, PONG, CONTINUATION = 0x1, 0x2, 0x8, 0x9, 0xA, 0x0
# The bit that marks a compressed message (RFC 7692 section 6).
RSV1 = 0x40


def dial(server, receive_buffer=None):
    """A TCP connection; a small receive buffer makes a slow reader out of one that does not read."""
    connection = socket.socket()
    if receive_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connection.settimeout(WITHIN_S)
    connection.connect((server.host, server.port))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def upgrade_request(server, path=None, headers=()):
    """The head of a good upgrade request, with more headers."""
    path = path or f"/app/{server.app['key']}?protocol=7"
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {server.host}:{server.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        *headers,
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def frame(opcode, payload=b"", fin=True, rsv=0, masked=True, announced=None):
    """One frame. `announced` lies about the length."""
    length = len(payload) if announced is None else announced
    first = (0x80 if fin else 0) | (rsv << 4) | opcode
    mask_bit = 0x80 if masked else 0
    if length < 126:
        head = struct.pack("!BB", first, mask_bit | length)
    elif length < 1 << 16:
        head = struct.pack("!BBH", first, mask_bit | 126, length)
    else:
        head = struct.pack("!BBQ", first, mask_bit | 127, length)
    # A mask of zeros is a mask: the payload stands as it is, and making a large one costs nothing.
    return head + (b"\0\0\0\0" if masked else b"") + payload


class Socket:
    """A WebSocket that was accepted; it reads frames and keeps what it read."""

    speaks_http = False

    def __init__(self, server, path=None, headers=(), receive_buffer=None, connection=None):
        self.server = server
        self.connection = connection or dial(server, receive_buffer)
        self.connection.sendall(upgrade_request(server, path, headers))
        self.unread = b""
        while b"\r\n\r\n" not in self.unread:
            self._fill()
        head, self.unread = self.unread.split(b"\r\n\r\n", 1)
        self.head = head.decode("latin-1")
        if " 101 " not in self.head.split("\r\n", 1)[0]:
            raise ConnectionError(self.head)

    def _fill(self):
        more = self.connection.recv(65536)
        if not more:
            raise ConnectionError("the server closed the connection")
        self.unread += more

    def _take(self, count):
        while len(self.unread) < count:
            self._fill()
        taken, self.unread = self.unread[:count], self.unread[count:]
        return taken

    def read(self, within=WITHIN_S):
        """The next frame: `(opcode, payload)`. What is compressed must be so by itself, without takeover."""
        self.connection.settimeout(within)
        first, second = self._take(2)
        length = second & 0x7F
        if length == 126:
            (length,) = struct.unpack("!H", self._take(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self._take(8))
        payload = self._take(length)
        if first & RSV1:
            payload = zlib.decompressobj(-15).decompress(payload + b"\0\0\xff\xff")
        return first & 0x0F, payload

    def event(self, name, within=WITHIN_S):
        """Reads on until the event of this name; its message."""
        deadline = time.monotonic() + within
        while True:
            opcode, payload = self.read(max(0.01, deadline - time.monotonic()))
            if opcode == CLOSE:
                raise ConnectionError(f"closed: {payload!r}")
            if opcode == TEXT and (message := json.loads(payload)).get("event") == name:
                return message

    def greeted(self):
        """Reads the greeting; the socket id."""
        data = self.event("pusher:connection_established")["data"]
        self.socket_id = json.loads(data)["socket_id"]
        return self.socket_id

    def close_code(self, within=WITHIN_S):
        """Reads on until the close: its code, or None where the connection ended without one."""
        try:
            deadline = time.monotonic() + within
            while True:
                opcode, payload = self.read(max(0.01, deadline - time.monotonic()))
                if opcode == CLOSE:
                    return struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else 1005
        except (ConnectionError, BrokenPipeError):
            return None

    def send(self, data):
        self.connection.settimeout(WITHIN_S)
        self.connection.sendall(data)

    def say(self, message):
        """Sends one text message: a text as it is, anything else as JSON."""
        text = message if isinstance(message, (str, bytes)) else json.dumps(message)
        self.send(frame(TEXT, text if isinstance(text, bytes) else text.encode()))

    def settle(self, within=WITHIN_S):
        """Waits for a pong of the protocol: all that was sent before has been handled then. The seconds it took."""
        began = time.monotonic()
        self.say({"event": "pusher:ping", "data": {}})
        self.event("pusher:pong", within)
        return time.monotonic() - began

    def close(self):
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def exchange(server, request, within=WITHIN_S):
    """Sends bytes and reads until the server closes or is silent; what it said."""
    connection = dial(server)
    answer = b""
    try:
        connection.sendall(request)
    except (ConnectionError, socket.timeout):
        pass  # it answered before it had read everything
    connection.settimeout(within)
    try:
        while more := connection.recv(65536):
            answer += more
            connection.settimeout(0.3)
    except (ConnectionError, socket.timeout):
        pass
    connection.close()
    return answer.decode("latin-1")


def status_of(answer):
    """The status of an answer, or 0 where the connection was closed without one."""
    return int(answer[9:12]) if answer.startswith("HTTP/1.1 ") else 0


def signed_query(app, method, path, body=b"", **changed):
    """The query string of a signed request; `changed` replaces parameters before signing."""
    query = {"auth_key": app["key"], "auth_timestamp": str(int(time.time())), "auth_version": "1.0"}
    if body:
        query["body_md5"] = hashlib.md5(body).hexdigest()
    query.update(changed)
    pairs = "&".join(f"{key}={query[key]}" for key in sorted(query))
    text = f"{method}\n{path}\n{pairs}".encode()
    return f"{pairs}&auth_signature={hmac.new(app['secret'].encode(), text, hashlib.sha256).hexdigest()}"


def post(server, path, body, query=None, headers=()):
    """The bytes of a signed POST below the app's path."""
    full = f"/apps/{server.app['id']}{path}"
    query = signed_query(server.app, "POST", full, body) if query is None else query
    lines = [f"POST {full}?{query} HTTP/1.1", f"Host: {server.host}", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def publish(server, channel, data, count=1):
    """Publishes `count` events in one batch; the answer's status."""
    event = {"name": "e", "channel": channel, "data": data}
    body = json.dumps({"batch": [event] * count}).encode()
    return status_of(exchange(server, post(server, "/batch_events", body, headers=["Connection: close"])))
