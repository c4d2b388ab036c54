"""What stands beside a client in an application: a Baton of its own, and the application's HTTP server, which signs channels,
publishes, and crashes Baton. The programs of all languages call it, so that none needs code of its own for that."""

import base64
import hashlib
import hmac
import json
import pathlib
import queue
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "python"), str(HERE.parent / "attack")]
from faults import Proxy  # noqa: E402
from harness.server import Server  # noqa: E402
from harness.tokens import JWT_SECRET, token  # noqa: E402
from socket_client import CLOSE, PING, PONG, TEXT, Socket, frame, signed_query  # noqa: E402

# Some server SDKs take only digits for an app's id.
APP = {"id": "4711", "key": "app-key", "secret": "app-secret"}
# When a program has ended nobody has to be let down gently.
SETTINGS = {"drain_timeout_s": 1}
ENCRYPTION_KEY = bytes([7]) * 32
USERS = {name: f"00000000-0000-0000-0000-00000000000{digit}" for name, digit in (("ann", "a"), ("bob", "b"), ("eve", "e"))}
WITHIN_S = 20


class Application:
    """A running Baton and the application's server. `database` is Baton's where the program needs one; `fault` is planted
    between it and its clients."""

    def __init__(self, database=None, fault=None):
        self._database = database
        self._listeners = {}
        self._webhooks = queue.Queue()
        handler = type("Handler", (_Handler,), {"application": self})
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        webhooks = [{"url": f"{self.url}/webhook", "channel_prefix": "hooked", "events": ["channel_occupied"]}]
        self._app = {**APP, "jwt_secret": JWT_SECRET, "api_keys": [], "webhooks": webhooks}
        if database:
            self._app |= {"database_url": database.url, "database_slot": database.name}
        self.server = Server(apps=(self._app,), settings=SETTINGS)
        self._front = Proxy(self.server, fault) if fault else None
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    @property
    def url(self):
        """The application's own."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def port(self):
        """Where clients connect."""
        return self._front.port if self._front else self.server.port

    @property
    def host(self):
        return self.server.host

    @property
    def app(self):
        return self.server.app

    def environment(self):
        """The variables that a program reads."""
        role = "authenticated"
        return {
            "BATON_HOST": self.host,
            "BATON_PORT": str(self.port),
            "BATON_URL": f"http://{self.host}:{self.port}",
            "APP_ID": APP["id"],
            "APP_KEY": APP["key"],
            "APP_SECRET": APP["secret"],
            "ENCRYPTION_KEY": base64.b64encode(ENCRYPTION_KEY).decode(),
            "APPLICATION_URL": self.url,
            "ANON_TOKEN": token(),
            "EXPIRED_TOKEN": token(seconds=-60),
            **{f"{name.upper()}_TOKEN": token(role=role, sub=user) for name, user in USERS.items()},
            **{f"{name.upper()}_ID": user for name, user in USERS.items()},
        }

    def crash(self):
        """Kills Baton, which closes every socket, and starts it again on the same port."""
        port = self.server.port
        self.server.process.kill()
        self.server.stop()
        self.server = Server(apps=(self._app,), settings=SETTINGS, port=port)
        if self._front:
            self._front.server = self.server

    def sign(self, channel, socket_id, user, secret=APP["secret"]):
        """The answer of an application's authorization endpoint."""
        answer, text = {}, f"{socket_id}:{channel}"
        if channel.startswith("presence-"):
            answer["channel_data"] = json.dumps({"user_id": user, "user_info": {"name": user.capitalize()}})
            text += f":{answer['channel_data']}"
        if channel.startswith("private-encrypted-"):
            shared = hashlib.sha256(channel.encode() + ENCRYPTION_KEY).digest()
            answer["shared_secret"] = base64.b64encode(shared).decode()
        return {"auth": _signature(text, secret), **answer}

    def sign_user(self, socket_id, user):
        """The answer of an application's endpoint for signing in."""
        data = json.dumps({"id": user, "user_info": {"name": user.capitalize()}})
        return {"auth": _signature(f"{socket_id}::user::{data}"), "user_data": data}

    def publish(self, channel, event, data, **more):
        """Publishes over Pusher's HTTP API."""
        text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
        body = json.dumps({"channels": [channel], "name": event, "data": text, **more}).encode()
        path = f"/apps/{APP['id']}/events"
        return self._request(f"{path}?{signed_query(APP, 'POST', path, body)}", body)

    def broadcast(self, topic, event, payload, private=False):
        """Publishes over Supabase's HTTP API, as the service."""
        message = {"topic": topic, "event": event, "payload": payload, "private": private}
        key = token(role="service_role")
        headers = {"apikey": key, "authorization": f"Bearer {key}"}
        return self._request("/realtime/v1/api/broadcast", json.dumps({"messages": [message]}).encode(), headers)

    def occupied(self, channel):
        """Whether anyone is subscribed to a channel."""
        path = f"/apps/{APP['id']}/channels/{channel}"
        return json.loads(self._request(f"{path}?{signed_query(APP, 'GET', path)}")["text"])

    def _request(self, path, body=None, headers=None):
        url = f"http://{self.host}:{self.port}{path}"
        request = urllib.request.Request(url, body, {"content-type": "application/json", **(headers or {})})
        try:
            with urllib.request.urlopen(request, timeout=WITHIN_S) as answer:
                return {"status": answer.status, "text": answer.read().decode()}
        except urllib.error.HTTPError as error:
            return {"status": error.code, "text": error.read().decode()}

    def sql(self, text):
        """Runs statements in the program's database."""
        return {"text": self._database.sql(text)}

    def listener(self):
        """A client without a library, for programs whose own library only publishes."""
        listener = Listener(self)
        self._listeners[listener.socket_id] = listener
        return {"socket_id": listener.socket_id}

    def listening(self, socket_id):
        return self._listeners[socket_id]

    def take_webhook(self, headers, body):
        """Stores a webhook of Baton's with what an SDK needs to verify it."""
        self._webhooks.put({"key": headers["x-pusher-key"], "signature": headers["x-pusher-signature"], "body": body})
        return {}

    def webhook(self):
        """The next webhook."""
        return self._webhooks.get(timeout=WITHIN_S)

    def kill(self):
        """Ends Baton at once, for when nothing waits for the rest."""
        self.server.process.kill()

    def stop(self):
        """Ends all of it."""
        for listener in self._listeners.values():
            listener.close()
        self._http.shutdown()
        self._http.server_close()
        if self._front:
            self._front.stop()
        self.server.stop()
        if self._database:
            self._database.drop()


class Listener:
    """A socket that keeps what it is sent, in order."""

    def __init__(self, application):
        self._socket = Socket(application)
        self.socket_id = self._socket.greeted()
        self._messages = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        try:
            while True:
                opcode, payload = self._socket.read(within=3600)
                if opcode == TEXT:
                    self._messages.put(json.loads(payload))
                elif opcode == PING:
                    self._socket.send(frame(PONG, payload))
                elif opcode == CLOSE:
                    self._messages.put({"event": "closed", "data": int.from_bytes(payload[:2], "big")})
                    return
        except OSError:
            self._messages.put({"event": "closed", "data": None})

    def send(self, message):
        self._socket.say(message)
        return {}

    def next(self):
        """The next message that a user of the protocol would look at."""
        while True:
            message = self._messages.get(timeout=WITHIN_S)
            if message["event"] != "pusher:pong":
                return message

    def close(self):
        self._socket.close()


class _Handler(BaseHTTPRequestHandler):
    """The application's routes."""

    protocol_version = "HTTP/1.1"
    application = None

    def log_message(self, *_):
        pass

    def do_OPTIONS(self):
        self._answer(200, {})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        path, _, query = self.path.partition("?")
        try:
            self._answer(*self._routed(path, dict(urllib.parse.parse_qsl(query)), body.decode()))
        except (BrokenPipeError, ConnectionResetError):
            pass  # the program has ended
        except Exception as error:  # noqa: BLE001: the program reports it
            self._answer(500, {"error": f"{type(error).__name__}: {error}"})

    do_GET = do_POST

    def _routed(self, path, query, body):
        application = self.application
        if path in ("/broadcasting/auth", "/broadcasting/user-auth"):
            return self._authorized(path, {**query, **dict(urllib.parse.parse_qsl(body))})
        if path == "/occupied":
            return 200, application.occupied(query["channel"])
        if path == "/crash":
            return 200, application.crash() or {}
        if path == "/webhook":
            return 200, application.take_webhook(self.headers, body)
        if path == "/webhook/next":
            return 200, application.webhook()
        if path == "/sql":
            return 200, application.sql(body)
        if path == "/listener":
            return 200, application.listener()
        if path == "/listener/send":
            return 200, application.listening(query["socket_id"]).send(json.loads(body))
        if path == "/listener/next":
            return 200, application.listening(query["socket_id"]).next()
        if path in ("/publish", "/broadcast"):
            answer = getattr(application, path[1:])(**json.loads(body))
            return (200 if answer["status"] < 300 else 502), answer
        return 404, {"error": path}

    def _authorized(self, path, form):
        """The user is the query's. A channel `…forbidden…` is refused, and `…forged…` is signed with another secret."""
        user, channel = form.get("user", "ann"), form.get("channel_name", "")
        if path.endswith("user-auth"):
            return 200, self.application.sign_user(form["socket_id"], user)
        if "forbidden" in channel:
            return 403, {"message": "Forbidden"}
        secret = "another secret" if "forged" in channel else APP["secret"]
        return 200, self.application.sign(channel, form["socket_id"], user, secret)

    def _answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.send_header("access-control-allow-origin", "*")
        self.send_header("access-control-allow-headers", "*")
        self.end_headers()
        self.wfile.write(body)


def _signature(text, secret=APP["secret"]):
    return f"{APP['key']}:{hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()}"
