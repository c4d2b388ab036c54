"""The doctor in front of Baton itself: what is wrong in clients, applications and certificates."""

import hashlib
import hmac
import socket
import ssl
import tempfile
import threading
import time
import unittest
import urllib.request

from examined import Case, doctor
from middlebox import Middlebox, holds_frames
from proxies import Nginx, free_port
from test_hostile import ROUTED

from harness.server import Server


class Credentials(Case):
    """Key, secret, id, origin."""

    def examine_plainly(self, *arguments):
        found = doctor(f"ws://127.0.0.1:{self.server.port}", *arguments)
        self.assertNotIn("app-secret", found.text + found.errors)
        return found

    def test_each_mistake_is_named(self):
        right = {"--key": "app-key", "--secret": "app-secret", "--app-id": "1"}
        for name, change, code in [
            ("wrong key", {"--key": "other-key"}, None),
            ("wrong secret", {"--secret": "other-secret"}, "wrong-secret"),
            ("wrong id", {"--app-id": "77"}, "wrong-app-id"),
        ]:
            with self.case(name):
                found = self.examine_plainly(*(word for pair in {**right, **change}.items() for word in pair))
                # A wrong key is wrong for clients and for the application.
                self.assertEqual(found.codes("fault"), [code] if code else ["wrong-key", "wrong-key"], found.text)

    def test_nothing_is_asked_for_but_a_url(self):
        found = self.examine_plainly()
        self.assertEqual((found.status, found.codes("fault")), (0, []))
        self.assertEqual(found.results("api"), ["not checked"])

    def test_an_id_that_is_not_given_is_guessed_and_a_wrong_guess_is_no_fault(self):
        self.assertEqual(self.examine_plainly("--key", "app-key", "--secret", "app-secret").results("api"), ["ok"])
        server = Server([{"id": "1"}, {"id": "42", "key": "key-42", "secret": "secret-42"}])
        self.addCleanup(server.stop)
        found = doctor(f"ws://127.0.0.1:{server.port}", "--key", "key-42", "--secret", "secret-42")
        self.assertEqual((found.status, found.results("api")), (0, ["not checked"]), found.text)

    def test_a_plain_url_needs_no_certificates_of_the_system(self):
        missing = {"SSL_CERT_FILE": "/dev/null"}
        url = f"ws://127.0.0.1:{self.server.port}"
        self.assertEqual(doctor(url, "--key", "app-key", environment=missing).codes("fault"), [])

    def test_usage_is_status_2(self):
        for arguments in (["--secret", "app-secret"], ["--proxy", "squid"], ["--patience", "long"]):
            with self.assertRaisesRegex(AssertionError, "^status 2"):
                self.examine_plainly(*arguments)

    def test_the_origin_of_a_page(self):
        server = Server([{"id": "1", "allowed_origins": ["shop.example.com"]}])
        self.addCleanup(server.stop)
        url = f"ws://127.0.0.1:{server.port}"
        for page, codes in (("https://shop.example.com", []), ("https://evil.example.com", ["origin"])):
            self.assertEqual(doctor(url, "--key", "app-key", "--origin", page).codes("fault"), codes)

    def test_limits_and_states_of_the_app(self):
        for app, code in (({"enabled": False}, "app-disabled"), ({"max_connections": 1}, "quota")):
            with self.case(code):
                server = Server([{"id": "1", **app}])
                self.addCleanup(server.stop)
                url = f"ws://127.0.0.1:{server.port}"
                if code == "quota":
                    listening = threading.Thread(target=doctor, args=(url, "--key", "app-key", "--listen", "a", "--listen-for", "4"))
                    listening.start()
                    self.addCleanup(listening.join)
                    time.sleep(1)
                self.assertEqual(doctor(url, "--key", "app-key").codes("fault"), [code])

    def test_compression_is_told(self):
        server = Server([{"id": "1"}], {"compression": "shared"})
        self.addCleanup(server.stop)
        found = doctor(f"ws://127.0.0.1:{server.port}", "--key", "app-key")
        seen = [finding["seen"] for finding in found.report["findings"] if finding["check"] == "compression"]
        self.assertEqual(seen, ["permessage-deflate is negotiated"])


class Silence(Case):
    def test_the_servers_ping_ends_it(self):
        server = Server([{"id": "1", "activity_timeout_s": 1}])
        self.addCleanup(server.stop)
        found = doctor(f"ws://127.0.0.1:{server.port}", "--key", "app-key", "--patience", "30")
        seen = [finding["seen"] for finding in found.report["findings"] if finding["check"] == "idle"]
        self.assertEqual((found.status, len(seen)), (0, 1), found.text)
        self.assertRegex(seen[0], "survived 1 s of silence, until the server's ping")


class Application(Case):
    """A Laravel application's .env, and its events."""

    def env(self, text):
        file = tempfile.NamedTemporaryFile("w", suffix=".env")
        self.addCleanup(file.close)
        file.write(text)
        file.flush()
        return file.name

    def variables(self, prefix, **more):
        app = self.server.app
        named = {"APP_ID": app["id"], "APP_KEY": app["key"], "APP_SECRET": app["secret"], "HOST": "127.0.0.1", "SCHEME": "http"}
        lines = [f'{prefix}_{name}="{value}"' for name, value in {**named, "PORT": self.server.port, **more}.items()]
        return "\n".join(lines) + "\n"

    def test_the_env_file_is_enough(self):
        for prefix in ("REVERB", "PUSHER"):
            file = self.env(self.variables(prefix) + "BROADCAST_CONNECTION=reverb\n")
            found = doctor("--env-file", file)
            self.assert_well(found)
            self.assertNotIn(self.server.app["secret"], found.text + found.errors)
            self.assertIn(f"{prefix}_*", found.report["findings"][0]["seen"])

    def test_events_that_go_elsewhere(self):
        for text, faults, warnings in [
            (self.variables("REVERB") + "BROADCAST_CONNECTION=log\n", ["broadcaster"], []),
            (self.variables("REVERB") + "BROADCAST_CONNECTION=null\n", ["broadcaster"], []),
            (self.variables("REVERB", PORT=1), [], ["other-server"]),
        ]:
            found = doctor(f"ws://127.0.0.1:{self.server.port}", "--env-file", self.env(text))
            self.assertEqual((found.codes("fault"), found.codes("warning")), (faults, warnings), found.text)

    def test_an_event_is_awaited(self):
        url = f"ws://127.0.0.1:{self.server.port}"
        arguments = ["--key", "app-key", "--secret", "app-secret", "--listen", "presence-room", "--listen-for"]
        self.assert_fault(doctor(url, *arguments, "1"), "no-event")

        def publish():
            body = b'{"name":"placed","channel":"presence-room","data":"{}"}'
            query = f"auth_key=app-key&auth_timestamp={int(time.time())}&auth_version=1.0&body_md5={hashlib.md5(body).hexdigest()}"
            text = f"POST\n/apps/1/events\n{query}"
            signature = hmac.new(b"app-secret", text.encode(), hashlib.sha256).hexdigest()
            url = f"http://127.0.0.1:{self.server.port}/apps/1/events?{query}&auth_signature={signature}"
            urllib.request.urlopen(urllib.request.Request(url, body, {"Content-Type": "application/json"}), timeout=5).read()

        stop = threading.Event()

        def again_and_again():
            while not stop.wait(0.1):
                publish()

        publisher = threading.Thread(target=again_and_again)
        publisher.start()
        try:
            found = doctor(url, *arguments, "20")
        finally:
            stop.set()
            publisher.join()
        self.assertEqual((found.status, found.results("listen")), (0, ["ok"]), found.text)


class Certificates(Case):
    """TLS by Baton itself."""

    def found(self, files, *arguments, chain=True):
        certificate = files.chain if chain else files.alone
        server = Server([{"id": "1"}], {"tls_certificate": str(certificate), "tls_key": str(files.key)})
        self.addCleanup(server.stop)
        return self.examine(f"wss://127.0.0.1:{server.port}", *arguments), server

    def test_each_fault_is_named(self):
        for name, files, chain, code in [
            ("expired", self.authority.expired("expired"), True, "expired"),
            ("no intermediate certificate", self.authority.server("alone"), False, "incomplete-chain"),
            ("another host", self.authority.server("other", "DNS:other.example"), True, "wrong-name"),
            ("signed by itself", self.authority.self_signed("itself"), True, "self-signed"),
        ]:
            with self.case(name):
                found, server = self.found(files, chain=chain)
                self.assert_fault(found, code)
                # Nothing is signed for whoever that is, and the rest is looked at.
                self.assertEqual((found.results("api"), found.results("key")), (["not checked"], ["ok"]))

    def test_a_right_chain_and_a_wrong_scheme(self):
        found, server = self.found(self.authority.server("right"))
        self.assert_well(found)
        self.assert_fault(self.examine(f"ws://127.0.0.1:{server.port}"), "tls-port")
        self.assert_fault(self.examine(f"wss://127.0.0.1:{self.server.port}"), "plain-port")

    def test_the_same_behind_nginx(self):
        files = self.authority.server("proxied")

        def configuration(port):
            return f"server {{ listen 127.0.0.1:{port} ssl; ssl_certificate {files.chain}; ssl_certificate_key {files.key}; }}"

        proxy = self.start(Nginx(configuration))
        self.assert_fault(self.examine(f"http://{proxy.address}"), "tls-port")


class Impostor:
    """Shows `right` in the first `trusted` handshakes, and `wrong` in those that follow; keeps what it is asked."""

    def __init__(self, right, wrong, trusted):
        self.requests, self._left = [], trusted
        self._contexts = [ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER) for _ in range(2)]
        for context, files in zip(self._contexts, (right, wrong)):
            context.load_cert_chain(files.chain, files.key)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            try:
                with self._contexts[self._left <= 0].wrap_socket(client, server_side=True) as secured:
                    self._left -= 1
                    secured.settimeout(5)
                    if request := secured.recv(65536):
                        self.requests.append(request)
                        secured.sendall(ROUTED)
            except OSError:
                client.close()

    def stop(self):
        self._listener.close()


class Impostors(Case):
    def test_nothing_is_signed_for_a_server_that_changes_its_certificate(self):
        right, wrong = self.authority.server("real"), self.authority.self_signed("impostor")
        # A look at TLS, a request and an upgrade; then the signed one, or an impostor.
        for trusted in (99, 3):
            impostor = self.start(Impostor(right, wrong, trusted))
            self.assertEqual(self.examine(f"wss://127.0.0.1:{impostor.port}").status, 1)
            is_signed = any(b"auth_signature" in request for request in impostor.requests)
            self.assertEqual(is_signed, trusted == 99, impostor.requests)


class Network(Case):
    """What stands between."""

    def test_no_name_and_no_port(self):
        self.assert_fault(doctor("wss://nowhere.invalid"), "name")
        self.assert_fault(doctor(f"ws://127.0.0.1:{free_port()}"), "refused")

    def test_messages_that_are_held_back(self):
        for seconds, code in ((2.3, "buffering"), (6, "buffering")):
            with self.case(f"for {seconds} s"):
                box = self.start(Middlebox(self.server.port, holds_frames(seconds)))
                self.assert_fault(self.examine(f"ws://{box.address}"), code)

    def test_clocks_that_differ(self):
        def an_hour_ago(piece):
            past = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() - 3600)).encode()
            head, separator, rest = piece.partition(b"date: ")
            yield head + separator + past + rest[len(past):] if separator else piece

        box = self.start(Middlebox(self.server.port, an_hour_ago))
        self.assert_fault(self.examine(f"ws://{box.address}"), "clock")


if __name__ == "__main__":
    unittest.main()
