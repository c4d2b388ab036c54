"""A proxy before Baton that makes a misbehaving server of it. `run planted` expects each program to fail behind it."""

import re
import selectors
import socket
import struct
import threading

TEXT, BINARY = 0x1, 0x2


class Fault:
    """What is done to messages. `toward` is the side that is lied to; `pattern` is searched in the message's bytes, and
    `change` makes a list of messages of one."""

    def __init__(self, toward, pattern, change):
        self.toward, self._pattern, self._change = toward, re.compile(pattern), change

    def messages(self, toward, text):
        """The messages that arrive in place of `text`."""
        return self._change(text) if toward == self.toward and self._pattern.search(text) else [text]


# Programs publish data with these words in it.
PUBLISHED = rb"(?s)Gr\\?(u00fc|\xc3\xbc).*7351"

FAULTS = {
    "lost": Fault("client", PUBLISHED, lambda text: []),
    "doubled": Fault("client", PUBLISHED, lambda text: [text, text]),
    "altered": Fault("client", PUBLISHED, lambda text: [text.replace(b"7351", b"7352")]),
    "deaf": Fault("server", rb'"pusher:unsubscribe"|"phx_leave"', lambda text: []),
    "rumour": Fault("client", rb'member_removed|"leaves":\{"', lambda text: []),
    "open": Fault("client", rb'subscription_error|"status":"error"|^HTTP/1.1 401', lambda text: [_granted(text)]),
}


def _granted(text):
    text = text.replace(b"HTTP/1.1 401 Unauthorized", b"HTTP/1.1 200 OK")
    text = text.replace(b"pusher:subscription_error", b"pusher_internal:subscription_succeeded")
    return text.replace(b'"status":"error"', b'"status":"ok"')


class Proxy:
    """Listens on a port of its own and passes on to `server`, changed by `fault`."""

    def __init__(self, server, fault):
        self.server, self._fault = server, fault
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=(client,), daemon=True).start()

    def _carry(self, client):
        try:
            server = socket.create_connection((self.server.host, self.server.port))
        except OSError:
            return client.close()
        sides = {client: _Side(server, "server", self._fault), server: _Side(client, "client", self._fault)}
        with client, server, selectors.DefaultSelector() as ready:
            for side in sides:
                ready.register(side, selectors.EVENT_READ)
            try:
                while True:
                    for key, _ in ready.select():
                        data = key.fileobj.recv(65536)
                        if not data:
                            return
                        sides[key.fileobj].take(data)
            except OSError:
                return

    def stop(self):
        self._listener.close()


class _Side:
    """One direction: what HTTP says, and the messages after an upgrade, are changed."""

    def __init__(self, out, toward, fault):
        self._out, self._toward, self._fault = out, toward, fault
        self._unread, self._upgraded = b"", None

    def take(self, data):
        if self._upgraded is False:
            return self._out.sendall(b"".join(self._fault.messages(self._toward, data)))
        self._unread += data
        if self._upgraded is None:
            if b"\r\n\r\n" not in self._unread:
                return
            head, rest = self._unread.split(b"\r\n\r\n", 1)
            self._upgraded = b"websocket" in head.lower()
            if not self._upgraded:
                return self.take(self._unread)
            self._out.sendall(head + b"\r\n\r\n")
            self._unread = rest
        while self._frame():
            pass

    def _frame(self):
        """Passes one frame on, if it is there whole."""
        data = self._unread
        if len(data) < 2:
            return False
        length, place = data[1] & 0x7F, 2
        if length >= 126:
            place = 4 if length == 126 else 10
            if len(data) < place:
                return False
            length = int.from_bytes(data[2:place], "big")
        mask = data[place : place + 4] if data[1] & 0x80 else b""
        place += len(mask)
        if len(data) < place + length:
            return False
        whole, payload, self._unread = data[: place + length], data[place : place + length], data[place + length :]
        if data[0] & 0x0F not in (TEXT, BINARY):
            self._out.sendall(whole)
            return True
        if mask:
            payload = bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))
        for message in self._fault.messages(self._toward, payload):
            self._out.sendall(_message(data[0], message, bool(mask)))
        return True


def _message(first, payload, masked):
    length, bit = len(payload), 0x80 if masked else 0
    if length < 126:
        head = struct.pack("!BB", first, bit | length)
    elif length < 1 << 16:
        head = struct.pack("!BBH", first, bit | 126, length)
    else:
        head = struct.pack("!BBQ", first, bit | 127, length)
    # A mask of zeros leaves the payload as it is.
    return head + (b"\0\0\0\0" if masked else b"") + payload
