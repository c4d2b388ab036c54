"""A box in between that does to what a server sends as the test wants."""

import socket
import threading
import time

from proxies import free_port


class Middlebox:
    """Forwards to `port`. Each piece of what comes back passes `change`, which yields what is sent, when it is to be sent."""

    def __init__(self, port, change):
        self._port, self._change = port, change
        self.port = free_port()
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self):
        return f"127.0.0.1:{self.port}"

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        with client, socket.create_connection(("127.0.0.1", self._port)) as server:
            there = threading.Thread(target=self._pump, args=(client, server, lambda piece: [piece]), daemon=True)
            there.start()
            self._pump(server, client, self._change)
            there.join()

    @staticmethod
    def _pump(source, sink, change):
        try:
            while piece := source.recv(65536):
                for part in change(piece):
                    sink.sendall(part)
        except OSError:
            pass
        for end, how in ((source, socket.SHUT_RD), (sink, socket.SHUT_WR)):
            try:
                end.shutdown(how)
            except OSError:
                pass

    def stop(self):
        self._listener.close()


def holds_frames(seconds):
    """Sends HTTP on at once, and WebSocket frames late."""

    def change(piece):
        if piece.startswith(b"HTTP/1.1 101"):
            head, separator, piece = piece.partition(b"\r\n\r\n")
            yield head + separator
        elif piece.startswith(b"HTTP/"):
            yield piece
            return
        time.sleep(seconds)
        yield piece

    return change
