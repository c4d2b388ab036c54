"""Webhooks whose receiver is down, while the server is killed: no event may be lost, doubled or out of order.

    python3 conformance/soak/outage.py [--down 120] [--rate 200]

A client sends numbered client events on ten channels all the time. The receiver answers for five seconds, refuses connections
for `--down` seconds, and answers again. The server is killed (SIGKILL) in the middle of that time, and once more while it
delivers what has waited; the client pauses for a moment before each kill, since what happened in the last milliseconds may
be lost (docs/webhooks.md). Then every event must have arrived, in the order of its channel. A request may arrive twice if
it was in progress at a kill: both times under the same id and with the same body. Exit status 1 where something else was seen.
"""

import argparse
import collections
import contextlib
import hashlib
import hmac
import http.server
import json
import pathlib
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "attack"))

from attack import Server, wait_until  # noqa: E402
from socket_client import TEXT, Socket, frame  # noqa: E402

CHANNELS = [f"private-outage-{number}" for number in range(10)]
SECRET = "the secret of an outage, long enough"
TICK_S = 0.05
# What the client sent before this is stored: the server writes every two milliseconds.
STORED_S = 0.5


class Receiver:
    """Takes webhooks on one port while it is up, and keeps each request: `(id, body)`."""

    def __init__(self):
        self.requests = []
        self.lock = threading.Lock()
        self.server = None
        self.connections = set()
        self.port = 0

    def up(self):
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                super().setup()
                receiver.connections.add(self.connection)

            def finish(self):
                receiver.connections.discard(self.connection)
                super().finish()

            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                expected = hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest()
                assert self.headers["x-pusher-signature"] == expected
                with receiver.lock:
                    receiver.requests.append((self.headers["x-baton-webhook-id"], body))
                self.send_response(200)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def down(self):
        self.server.shutdown()
        self.server.server_close()
        # Those that the server keeps open would be answered on.
        for connection in list(self.connections):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def count(self):
        """Events that have arrived, each counted once."""
        with self.lock:
            requests = dict(self.requests)
        return sum(len(json.loads(body)["events"]) for body in requests.values())


class Client:
    """Sends events on all channels in turn; the numbers of each channel go on after a restart of the server."""

    def __init__(self):
        self.sent = collections.Counter()
        self.socket = None

    def connect(self, server):
        self.socket = Socket(server, "/app/app-key?protocol=7")
        socket_id = self.socket.greeted()
        for channel in CHANNELS:
            signature = hmac.new(SECRET.encode(), f"{socket_id}:{channel}".encode(), hashlib.sha256).hexdigest()
            self.socket.say({"event": "pusher:subscribe", "data": {"channel": channel, "auth": f"app-key:{signature}"}})
            self.socket.event("pusher_internal:subscription_succeeded")

    def send_for(self, seconds, rate):
        began, count = time.monotonic(), 0
        while (elapsed := time.monotonic() - began) < seconds:
            frames = []
            while count < elapsed * rate:
                channel = CHANNELS[count % len(CHANNELS)]
                message = {"event": "client-n", "channel": channel, "data": self.sent[channel]}
                frames.append(frame(TEXT, json.dumps(message).encode()))
                self.sent[channel] += 1
                count += 1
            self.socket.send(b"".join(frames))
            time.sleep(TICK_S)
        # All has been handled once this is answered.
        self.socket.settle()


def start(receiver, folder, port=0):
    webhooks = [{"url": f"http://127.0.0.1:{receiver.port}/", "events": ["client_event"], "max_events": 50}]
    app = {"secret": SECRET, "webhooks": webhooks, "client_events_per_second": 0}
    return Server([app], {"data_dir": f"{folder}/data"}, port=port)


def kill(server, client):
    time.sleep(STORED_S)
    server.process.send_signal(signal.SIGKILL)
    server.stop()
    client.socket.close()


def faults(requests, sent):
    """What is wrong with what arrived."""
    seen, numbers, found = {}, collections.defaultdict(list), []
    for request_id, body in requests:
        if request_id in seen:
            if seen[request_id] != body:
                found.append(f"request {request_id} arrived with two bodies")
            continue
        seen[request_id] = body
        for event in json.loads(body)["events"]:
            numbers[event["channel"]].append(int(event["data"]))
    for channel, count in sent.items():
        if numbers[channel] != list(range(count)):
            wrong = next((at for at, number in enumerate(numbers[channel]) if number != at), len(numbers[channel]))
            found.append(f"{channel}: {len(numbers[channel])} of {count} events; the first that is wrong is number {wrong}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--down", type=float, default=120)
    parser.add_argument("--rate", type=int, default=200)
    args = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="baton-outage-")
    receiver, client = Receiver(), Client()
    receiver.up()
    server = start(receiver, folder)
    try:
        client.connect(server)
        client.send_for(5, args.rate)
        receiver.down()
        client.send_for(args.down / 2, args.rate)
        kill(server, client)
        server = start(receiver, folder, server.port)
        client.connect(server)
        client.send_for(args.down / 2, args.rate)
        waiting = sum(client.sent.values()) - receiver.count()
        time.sleep(STORED_S)
        receiver.up()
        began = time.monotonic()
        # In the middle of the delivery of what has waited, as far as it can be met.
        wait_until(lambda: receiver.count() > sum(client.sent.values()) - waiting, 90, 0.001)
        server.process.send_signal(signal.SIGKILL)
        server.stop()
        client.socket.close()
        server = start(receiver, folder, server.port)
        client.connect(server)
        client.send_for(2, args.rate)
        total = sum(client.sent.values())
        has_all = wait_until(lambda: receiver.count() >= total, 90) is not None
        taken = time.monotonic() - began
        found = faults(receiver.requests, client.sent)
        if not has_all and not found:
            found.append("not all arrived in time")
        doubled = len(receiver.requests) - len({request_id for request_id, _ in receiver.requests})
        print(f"{total} events, of which {waiting} waited, in {len(receiver.requests)} requests, {doubled} of them twice; all were "
              f"there {taken:.1f} s after the receiver was back")
        for fault in found:
            print(f"fault: {fault}")
        return 1 if found else 0
    finally:
        server.stop()
        receiver.down()
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
