"""What the programs of this folder share: checks by name, and the application of ../application.py, which they call."""

import json
import os
import pathlib
import sys
import time
import traceback
import urllib.error
import urllib.parse
import urllib.request

# The version of the client that this program is started for; its packages come before all others.
VERSION = sys.argv[-1]

ENV = os.environ
HOST, PORT = ENV["BATON_HOST"], int(ENV["BATON_PORT"])
APP_ID, APP_KEY, APP_SECRET = ENV["APP_ID"], ENV["APP_KEY"], ENV["APP_SECRET"]

# What is published: a program has to receive just this, once. The planted faults look for it.
DATA = {"text": "Grüße", "deep": [1, {"yes": True, "none": None}], "number": 7351}

# How long anything may take on a machine that is several times slower than usual, and until a client is back.
WITHIN_S, RECONNECT_S = 20, 60

_failed = False


def use(name):
    """Makes `import` find the packages of this version of `name`."""
    sys.path.insert(0, str(pathlib.Path(ENV["FOREIGN_CACHE"]) / "python" / f"{name}-{VERSION}"))


def since(version):
    """Whether the version is this one or a newer."""
    return [int(part) for part in VERSION.split(".")] >= [int(part) for part in version.split(".")]


def report(name, error=None):
    """Prints what came out of a check."""
    global _failed
    if error is None:
        print(f"ok {name}", flush=True)
        return
    _failed = True
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.endswith("checks.py")]
    place = f"{os.path.basename(places[-1].filename)}:{places[-1].lineno}" if places else ""
    text = f"{type(error).__name__}: {error}".replace("\n", " ")[:600]
    print(f"not ok {name}: {place}: {text}", flush=True)


def check(name):
    """Runs the function below it as a check."""
    def run(body):
        try:
            body()
            report(name)
        except BaseException as error:  # noqa: BLE001: every failure is reported
            report(name, error)
        return body
    return run


def lacks(name, why):
    """A check that the client has nothing for."""
    print(f"lacks {name}: {why}", flush=True)


def finish():
    """Ends the program, whatever the clients still have open."""
    sys.stdout.flush()
    os._exit(1 if _failed else 0)


def ask(path, body=None):
    """Asks the application; its JSON."""
    text = body if isinstance(body, str) else json.dumps(body or {})
    request = urllib.request.Request(ENV["APPLICATION_URL"] + path, text.encode())
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{path}: {error.code} {error.read().decode()}") from None


def publish(channel, event, data, **more):
    """Publishes over Pusher's HTTP API."""
    ask("/publish", {"channel": channel, "event": event, "data": data, **more})


def broadcast(topic, event, payload):
    """Publishes over Supabase's HTTP API."""
    ask("/broadcast", {"topic": topic, "event": event, "payload": payload})


def crash():
    """Has Baton killed and started again."""
    ask("/crash")


def until(look, what, within=WITHIN_S):
    """Polls until `look` returns something true, and returns it."""
    deadline = time.monotonic() + within
    while not (value := look()):
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {within} s: {what}")
        time.sleep(0.01)
    return value


def equal(value, expected):
    """Fails where they differ."""
    if value != expected:
        raise AssertionError(f"{value!r} instead of {expected!r}")


class Listener:
    """A client without a library."""

    def __init__(self):
        self.socket_id = ask("/listener")["socket_id"]
        self._query = "?socket_id=" + self.socket_id

    def send(self, event, data):
        ask("/listener/send" + self._query, {"event": event, "data": data})

    def next(self):
        """The next message: its event, channel, and data as JSON."""
        message = ask("/listener/next" + self._query)
        data = message.get("data")
        return message["event"], message.get("channel"), json.loads(data) if isinstance(data, str) else data

    def subscribe(self, channel, **signed):
        """Subscribes, and waits for the server's word; its data."""
        self.send("pusher:subscribe", {"channel": channel, **signed})
        event, _, data = self.next()
        equal(event, "pusher_internal:subscription_succeeded")
        return data
