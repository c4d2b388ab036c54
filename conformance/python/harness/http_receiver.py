"""An HTTP server of a test's own, which remembers what it gets and answers as it is told."""

import http.server
import threading
import time


class Received:
    """A request: its path, its headers by their names in lower case, and its body."""

    def __init__(self, path, headers, body):
        self.path, self.headers, self.body = path, headers, body


class HttpReceiver:
    """Answers each POST with what `answer(request)` returns: a status, headers and a body. It may take its time."""

    def __init__(self, answer=lambda request: (200, {}, b"")):
        self.received, self._lock = [], threading.Lock()
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                request = Received(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
                with receiver._lock:
                    receiver.received.append(request)
                status, headers, body = answer(request)
                try:
                    self.send_response(status)
                    for name, value in {"Content-Length": str(len(body)), **headers}.items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(body)
                except OSError:
                    self.close_connection = True  # the server has given up

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()

    def requests(self):
        """Those that have come so far."""
        with self._lock:
            return list(self.received)

    def wait(self, count, within_s=20):
        """The first so many requests."""
        end = time.monotonic() + within_s
        while len(self.requests()) < count:
            if time.monotonic() > end:
                raise TimeoutError(f"{len(self.requests())} of {count} requests have come")
            time.sleep(0.02)
        return self.requests()

    def stop(self):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)
