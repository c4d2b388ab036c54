"""Whose address counts: behind HAProxy and nginx, with the PROXY protocol and with X-Forwarded-For, on ports and on Unix
sockets; and what strangers write who would like to have another one."""

import contextlib
import os
import pathlib
import signal
import socket
import ssl
import stat
import struct
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "attack"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "python"))

from certificates import Authority  # noqa: E402
from harness.server import BINARY, Server  # noqa: E402
from proxies import HaProxy, Nginx  # noqa: E402
from socket_client import Socket, post, signed_query, upgrade_request  # noqa: E402

# Everything in 127.0.0.0/8 is this machine. The proxies connect from .1, clients from others.
PROXY, CLIENT, OTHER, STRANGER = "127.0.0.1", "127.0.0.5", "127.0.0.6", "127.0.0.9"
SETTINGS = {"trusted_proxies": [PROXY], "max_connections_per_ip": 2, "log_level": "debug"}
WITHIN_S = 5
V2 = b"\r\n\r\n\0\r\nQUIT\n"


def v2(command=1, family=0x11, source=CLIENT, extension=b""):
    """A header of version 2."""
    body = socket.inet_aton(source) + socket.inet_aton(PROXY) + struct.pack("!HH", 4660, 80) + extension
    return V2 + struct.pack("!BBH", 0x20 | command, family, len(body)) + body


def dial(place, source=CLIENT, tls=None):
    """A connection from an address of this machine to a port, or to a path."""
    if isinstance(place, (str, pathlib.Path)):
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(WITHIN_S)
        connection.connect(str(place))
        return connection
    connection = socket.create_connection(("127.0.0.1", place), WITHIN_S, (source, 0))
    return tls.wrap_socket(connection, server_hostname="127.0.0.1") if tls else connection


def exchange(connection, request):
    """Sends bytes and reads until the other side closes or, behind its answer, is silent; what was answered."""
    with contextlib.closing(connection):
        answer = b""
        try:
            connection.sendall(request)
            while more := connection.recv(65536):
                answer += more
                connection.settimeout(0.3)
        except ConnectionError:
            pass
        except TimeoutError:
            if not answer:
                raise
        return answer.decode("latin-1")


def get(path, *headers):
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: x", "Connection: close", *headers, "", ""]).encode()


class Case(unittest.TestCase):
    def serve(self, **options):
        settings = {**SETTINGS, **options.pop("settings", {})}
        self.server = Server(settings=settings, **options)
        self.addCleanup(self.server.stop)
        return self.server

    def folder(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="baton-addresses-"))
        self.addCleanup(lambda: [*map(pathlib.Path.unlink, folder.iterdir())] and None or folder.rmdir())
        return folder

    def start(self, proxy):
        self.addCleanup(proxy.stop)
        return proxy

    def open(self, place, source=CLIENT, tls=None, headers=(), first=b""):
        """An open WebSocket."""
        connection = dial(place, source, tls)
        self.addCleanup(connection.close)
        connection.sendall(first)
        opened = Socket(self.server, headers=headers, connection=connection)
        opened.greeted()
        return opened

    def refused(self, place, source=CLIENT, tls=None, headers=(), first=b""):
        """How a request for a WebSocket is refused."""
        answer = exchange(dial(place, source, tls), first + upgrade_request(self.server, headers=headers))
        self.assertNotIn(" 101 ", answer)
        return answer

    def assert_logged(self, *parts):
        deadline = time.monotonic() + WITHIN_S
        while not any(all(part in line for part in parts) for line in self.server.log):
            self.assertLess(time.monotonic(), deadline, f"{parts} not in {self.server.log}")
            time.sleep(0.02)

    def assert_limited_by_client(self, place, **how):
        """Two connections of one address, and no third, but one of another; and a refusal names its client."""
        opened = [self.open(place, CLIENT, **how) for _ in range(2)]
        self.assertIn("429 Too Many Requests", self.refused(place, CLIENT, **how))
        self.assert_logged("refused", "cause=limit", f"peer={CLIENT}", "max_connections_per_ip")
        self.open(place, OTHER, **how)
        opened[0].connection.close()
        deadline = time.monotonic() + WITHIN_S
        while True:  # the proxy has to notice that it has ended
            with contextlib.suppress(ConnectionError):
                self.open(place, CLIENT, **how)
                break
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)


def passing_on(backend, send, options=""):
    """HAProxy that passes on bytes."""
    return lambda port: f"""
defaults
    mode tcp
    timeout connect 5s
    timeout client 60s
    timeout server 60s

listen baton
    bind 127.0.0.1:{port}
    server baton {backend} {send} {options}
"""


def forwarding(backend):
    """nginx that forwards requests as the page on operating says."""
    return lambda port: f"""
upstream baton {{ server {backend}; }}
server {{
    listen 127.0.0.1:{port};
    location / {{
        proxy_pass http://baton;
        proxy_http_version 1.1;
        proxy_set_header Host $host;
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection "upgrade";
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }}
}}
"""


class ProxyProtocol(Case):
    def test_clients_behind_haproxy_have_their_own_addresses(self):
        for send in ("send-proxy", "send-proxy-v2"):
            with self.subTest(send):
                server = self.serve(begin="proxy_protocol")
                proxy = self.start(HaProxy(passing_on(f"127.0.0.1:{server.port}", send)))
                self.assert_limited_by_client(proxy.port)

    def test_a_handshake_of_tls_follows_the_header(self):
        authority = Authority()
        self.addCleanup(authority.remove)
        files = authority.server("baton")
        server = self.serve(
            begin="proxy_protocol",
            settings={"tls_certificate": str(files.chain), "tls_key": str(files.key)},
        )
        # As cloud load balancers do, with more in the header than is needed.
        proxy = self.start(HaProxy(passing_on(f"127.0.0.1:{server.port}", "send-proxy-v2", "proxy-v2-options unique-id,crc32c")))
        tls = ssl.create_default_context(cafile=authority.root)
        self.assert_limited_by_client(proxy.port, tls=tls)
        answer = exchange(dial(proxy.port, STRANGER, tls), get("/up"))
        self.assertIn("200 OK", answer)

    def test_a_path_takes_headers_too(self):
        path = self.folder() / "socket"
        self.serve(places=[f"unix:{path} proxy_protocol"])
        proxy = self.start(HaProxy(passing_on(f"unix@{path}", "send-proxy-v2")))
        self.assert_limited_by_client(proxy.port)

    def test_health_checks_are_answered_and_are_no_refusals(self):
        server = self.serve(begin="proxy_protocol")
        backend = f"127.0.0.1:{server.port}"
        for options in ("check inter 50ms", "check inter 50ms check-send-proxy"):
            proxy = self.start(HaProxy(passing_on(backend, "send-proxy-v2", options)))
            time.sleep(0.3)
            self.assertIn("200 OK", exchange(dial(proxy.port), get("/up")))
        self.assertEqual([line for line in server.log if "refused" in line], [])

    def test_strangers_are_turned_away_whatever_they_send(self):
        server = self.serve(begin="proxy_protocol")
        for first in (b"", v2(), b"PROXY TCP4 127.0.0.1 127.0.0.1 1 2\r\n"):
            self.assertEqual(self.refused(server.port, STRANGER, first=first), "")
        self.assert_logged("refused", "cause=not_allowed", f"peer={STRANGER}", "trusted_proxies")

    def test_what_is_no_header_is_turned_away(self):
        server = self.serve(begin="proxy_protocol", settings={"max_connections": 3})
        for first in (b"", b"PROXY TCP4 x y 1 2\r\n", v2(family=0x12), V2 + b"\x21\x11\xff\xff" + b"x" * 65535):
            self.assertEqual(self.refused(server.port, PROXY, first=first), "")
        self.assert_logged("refused", "cause=malformed", f"peer={PROXY}", "does not begin with a header")
        self.assert_logged("refused", "cause=malformed", "65535 bytes, and 8192 are read at most")
        # More were refused than may be open: they have given their places back.
        self.open(server.port, PROXY, first=v2())

    def test_a_header_where_none_is_expected_is_named(self):
        server = self.serve()
        for first in (v2(), b"PROXY TCP4 127.0.0.5 127.0.0.1 1 2\r\n"):
            answer = self.refused(server.port, PROXY, first=first)
            self.assertIn("400 Bad Request", answer)
            self.assertIn("add proxy_protocol to this address in listen", answer)

    def test_a_proxy_that_does_not_name_its_clients_is_warned_of(self):
        server = self.serve(settings={"client_address_header": "x-real-ip"})
        for _ in range(3):
            self.open(server.port, PROXY, headers=["X-Forwarded-For: 203.0.113.9"])
        self.assert_logged("WARN", "a trusted proxy does not name its client", f"proxy={PROXY}", "header=x-real-ip")
        self.assertEqual(len([line for line in server.log if "does not name its client" in line]), 1)

    def test_a_header_in_pieces_is_one_and_a_second_one_is_a_bad_request(self):
        server = self.serve(begin="proxy_protocol")
        connection = dial(server.port, PROXY)
        for byte in v2(extension=b"\x04\x00\x01x"):
            connection.sendall(bytes([byte]))
            time.sleep(0.001)
        self.assertIn("200 OK", exchange(connection, get("/up")))
        self.assertIn("400 Bad Request", self.refused(server.port, PROXY, first=v2() + v2()))

    def test_a_proxy_that_says_nothing_is_not_waited_for(self):
        server = self.serve(begin="proxy_protocol")
        begun = time.monotonic()
        with dial(server.port, PROXY) as silent:
            silent.settimeout(15)
            silent.sendall(V2)
            self.assertEqual(silent.recv(1), b"")
        self.assertTrue(4.5 < time.monotonic() - begun < 12)
        self.assert_logged("refused", "cause=malformed", "no whole header")

    def test_metrics_are_not_shown_to_whom_a_proxy_passes_on(self):
        server = self.serve(begin="proxy_protocol")
        proxy = self.start(HaProxy(passing_on(f"127.0.0.1:{server.port}", "send-proxy-v2")))
        self.assertIn("404 Not Found", exchange(dial(proxy.port), get("/metrics")))

    def test_a_client_without_a_name_cannot_name_itself(self):
        server = self.serve(begin="proxy_protocol")
        for n, first in enumerate((b"PROXY UNKNOWN\r\n", v2(command=0))):
            self.open(server.port, PROXY, first=first, headers=[f"X-Forwarded-For: 203.0.113.{n}"])
        first = b"PROXY UNKNOWN\r\n"
        self.assertIn("429", self.refused(server.port, PROXY, first=first, headers=["X-Forwarded-For: 203.0.113.9"]))

    def test_an_address_that_a_header_names_is_believed_no_further(self):
        """A client behind the balancer cannot be somebody else by a header of its own, unless it is a trusted proxy itself."""
        server = self.serve(begin="proxy_protocol", settings={"trusted_proxies": [PROXY, OTHER]})
        proxy = self.start(HaProxy(passing_on(f"127.0.0.1:{server.port}", "send-proxy-v2")))
        for _ in range(2):
            self.open(proxy.port, CLIENT, headers=["X-Forwarded-For: 203.0.113.9"])
        self.assertIn("429", self.refused(proxy.port, CLIENT, headers=["X-Forwarded-For: 203.0.113.10"]))
        self.open(proxy.port, OTHER, headers=["X-Forwarded-For: 203.0.113.9"])
        for _ in range(3):
            self.open(proxy.port, OTHER)  # that proxy itself has no limit


class ForwardedFor(Case):
    def test_clients_behind_nginx_have_their_own_addresses(self):
        server = self.serve()
        proxy = self.start(Nginx(forwarding(f"127.0.0.1:{server.port}")))
        self.assert_limited_by_client(proxy.port)

    def test_so_have_those_behind_a_unix_socket(self):
        path = self.folder() / "socket"
        self.serve(places=[f"unix:{path}"], settings={"trusted_proxies": []})
        proxy = self.start(Nginx(forwarding(f"unix:{path}")))
        self.assert_limited_by_client(proxy.port)

    def test_what_a_client_writes_before_its_proxy_does_not_count(self):
        server = self.serve()
        proxy = self.start(Nginx(forwarding(f"127.0.0.1:{server.port}")))
        for n in range(2):
            self.open(proxy.port, CLIENT, headers=[f"X-Forwarded-For: 203.0.113.{n}"])
        self.assertIn("429", self.refused(proxy.port, CLIENT, headers=["X-Forwarded-For: 203.0.113.9"]))

    def test_what_a_stranger_writes_does_not_count(self):
        server = self.serve()
        for n in range(2):
            self.open(server.port, STRANGER, headers=[f"X-Forwarded-For: 203.0.113.{n}"])
        self.assertIn("429", self.refused(server.port, STRANGER, headers=["X-Forwarded-For: 203.0.113.9"]))

    def test_metrics_are_not_shown_to_a_client_that_a_proxy_names(self):
        server = self.serve(settings={"client_address_header": "fly-client-ip"})
        self.assertIn("200 OK", exchange(dial(server.port, PROXY), get("/metrics")))
        self.assertIn("404", exchange(dial(server.port, PROXY), get("/metrics", "Fly-Client-IP: 203.0.113.9")))

    def test_calls_of_the_api_are_logged_by_their_clients(self):
        server = self.serve(settings={"client_address_header": "x-real-ip"})
        named = "X-Real-IP: 203.0.113.7"
        wrong = signed_query({**server.app, "secret": "wrong"}, "POST", "/apps/app-id/events", b"{}")
        # Answered by a loop, before its body has come and behind it, and beside the loops.
        whole = post(server, "/events", b"{}", wrong, ["Connection: keep-alive", named])
        with dial(server.port, PROXY) as connection:
            connection.sendall(whole[:-2])
            time.sleep(0.1)
            connection.sendall(whole[-2:])
            self.assertIn(b" 401 ", connection.recv(1024))
        self.assert_logged("refused", "cause=signature", "peer=203.0.113.7")
        exchange(dial(server.port, PROXY), get("/apps/app-id/channels?auth_key=app-key", named.replace("7", "8")))
        self.assert_logged("refused", "peer=203.0.113.8")


class Places(Case):
    def test_one_server_listens_in_several_places(self):
        authority = Authority()
        self.addCleanup(authority.remove)
        files, path = authority.server("baton"), self.folder() / "socket"
        server = self.serve(
            places=["127.0.0.1:0 plain", f"unix:{path} mode=0660"],
            settings={"tls_certificate": str(files.chain), "tls_key": str(files.key)},
        )
        self.assert_logged("listening on", f"unix:{path}")
        shown = [line.split()[-1] for line in server.log if line.startswith("listening on")]
        self.assertEqual([place.split(":")[0] for place in shown], ["https", "http", "unix"])
        plain = int(shown[1].rsplit(":", 1)[1])
        tls = ssl.create_default_context(cafile=authority.root)
        receivers = [self.open(server.port, tls=tls), self.open(plain), self.open(path)]
        for receiver in receivers:
            receiver.say({"event": "pusher:subscribe", "data": {"channel": "news"}})
            receiver.event("pusher_internal:subscription_succeeded")
        body = b'{"name":"e","channel":"news","data":"%d"}'
        for n, (place, how) in enumerate([(server.port, tls), (plain, None), (path, None)]):
            request = post(server, "/events", body % n, headers=["Connection: close"])
            self.assertIn("200 OK", exchange(dial(place, tls=how), request))
            for receiver in receivers:
                self.assertEqual(receiver.event("e")["data"], str(n))
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o660)
        self.assertIn("404", exchange(dial(path), get("/metrics")), "a proxy is behind it")
        self.assertIn("400", exchange(dial(server.port), get("/up")), "TLS is spoken there")
        self.assertEqual(server.stop(), 0)
        self.assertFalse(path.exists())

    def test_a_socket_that_a_killed_server_left_is_replaced_and_one_in_use_is_not(self):
        path = self.folder() / "socket"
        first = self.serve(places=[f"unix:{path}"])
        with self.assertRaisesRegex(RuntimeError, "another program listens there"):
            Server(places=[f"unix:{path}"])
        self.assertIn("200 OK", exchange(dial(path), get("/up")))
        os.kill(first.pid, signal.SIGKILL)
        first.process.wait()
        self.assertTrue(path.exists())
        self.serve(places=[f"unix:{path}"])
        self.assertIn("200 OK", exchange(dial(path), get("/up")))

    def test_those_who_wait_to_be_accepted_are_served_when_the_server_ends(self):
        path = self.folder() / "socket"
        server = self.serve(places=[f"unix:{path}"], settings={"drain_delay_s": 1})
        waiting = [dial(place) for place in (path, server.port)]
        os.kill(server.pid, signal.SIGTERM)
        for connection in waiting:
            self.assertIn("200 OK", exchange(connection, get("/up")))

    def test_a_proxy_without_a_name_is_refused_by_the_settings(self):
        for listen, trusted, said in [
            ("127.0.0.1:0 proxy_protocol", "", "set it to the addresses of your load balancer"),
            ("127.0.0.1:0", "10.0.0/8", "networks or addresses"),
            ("127.0.0.1:0 tls", "", "no \"tls\" behind 127.0.0.1:0"),
            ("unix:socket", "", "a path from the root"),
            ("unix:/no such folder/socket", "", "no \"such\" behind unix:/no"),
        ]:
            done = subprocess.run(
                [BINARY, "check", "--listen", listen, "--trusted-proxies", trusted], capture_output=True, text=True, timeout=30,
            )
            self.assertEqual(done.returncode, 2, done.stdout)
            self.assertIn(said, done.stderr + done.stdout)


if __name__ == "__main__":
    unittest.main()
