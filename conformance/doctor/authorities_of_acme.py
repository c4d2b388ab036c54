"""Authorities that speak ACME: pebble, which Let's Encrypt tests clients with (`tools/need pebble`), and a faulty one."""

import base64
import http.server
import json
import os
import pathlib
import shutil
import socket
import socketserver
import ssl
import struct
import subprocess
import tempfile
import threading
import time
import urllib.request

from certificates import _openssl
from harness.server import REPOSITORY
from proxies import free_port

START_S = 10
STOP_S = 5
TO_THIS_MACHINE = socket.inet_aton("127.0.0.1")


class _Names(socketserver.StreamRequestHandler):
    """DNS over TCP. Every name has the address of this machine, of version 4 alone."""

    def handle(self):
        while length := self.rfile.read(2):
            answer = self._answer(self.rfile.read(*struct.unpack("!H", length)))
            self.wfile.write(struct.pack("!H", len(answer)) + answer)

    @staticmethod
    def _answer(query):
        question = query[12:query.index(b"\0", 12) + 5]
        is_address = question[-4:-2] == b"\0\1"
        head = query[:2] + struct.pack("!5H", 0x8180, 1, int(is_address), 0, 0)
        record = b"\xc0\x0c" + struct.pack("!HHIH", 1, 1, 1, 4) + TO_THIS_MACHINE
        return head + question + (record if is_address else b"")


class _Background:
    def _serve(self, server):
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return server


class Pebble(_Background):
    """A running one, which looks for answers at these ports. `begin()` starts it; `url` and `root` are there before."""

    program = REPOSITORY / ".cache" / "pebble" / "pebble"

    def __init__(self, authority, tls_port=1, http_port=1, validity_s=90 * 86_400, **more):
        self.port, self._management = free_port(), free_port()
        self.url, self.ca_file = f"https://127.0.0.1:{self.port}/dir", str(authority.root)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="baton-pebble-"))
        own = authority.server(f"pebble-{self.port}")
        settings = {
            "listenAddress": f"127.0.0.1:{self.port}", "managementListenAddress": f"127.0.0.1:{self._management}",
            "certificate": str(own.chain), "privateKey": str(own.key), "tlsPort": tls_port, "httpPort": http_port,
            "keyAlgorithm": "ecdsa", "retryAfter": {"authz": 1, "order": 1},
            "profiles": {"default": {"description": "", "validityPeriod": validity_s}}, **more,
        }
        (self.folder / "configuration").write_text(json.dumps({"pebble": settings}))
        self._names = self._serve(socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Names))
        self._log = open(self.folder / "log", "w+")
        self.process = None

    def begin(self, nonces_rejected=5):
        self.process = subprocess.Popen(
            [self.program, "-config", self.folder / "configuration", "-dnsserver", "127.0.0.1:%d" % self._names.server_address[1]],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log, cwd=self.folder,
            env={**os.environ, "PEBBLE_VA_NOSLEEP": "1", "PEBBLE_WFE_NONCEREJECT": str(nonces_rejected), "PEBBLE_AUTHZREUSE": "0"},
        )
        deadline = time.monotonic() + START_S
        while True:
            try:
                self._root = self._fetch("/roots/0")
                return self
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError("pebble does not run:\n" + self.log()) from None
                time.sleep(0.02)

    def _fetch(self, path):
        context = ssl.create_default_context(cafile=self.ca_file)
        with urllib.request.urlopen(f"https://127.0.0.1:{self._management}{path}", timeout=2, context=context) as page:
            return page.read().decode()

    def context(self):
        """What trusts the certificates that it issues."""
        return ssl.create_default_context(cadata=self._root)

    def log(self):
        self._log.flush()
        return (self.folder / "log").read_text()

    def end(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(STOP_S)

    def remove(self):
        self.end()
        self._names.shutdown()
        self._names.server_close()
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class FaultyAuthority(_Background):
    """One over plain HTTP that validates nothing and signs whatever comes, but for the one thing that `fault` makes of an answer: a
    function of the path and the answer, which returns the answer."""

    def __init__(self, authority, fault):
        self.authority, self.fault = authority, fault
        faulty = self

        class Answers(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                faulty._answer(self)

            do_HEAD = do_POST = do_GET

            def log_message(self, *_):
                pass

        self._server = self._serve(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers))
        self.origin = "http://127.0.0.1:%d" % self._server.server_address[1]
        self.url, self.names, self.chain, self.days = f"{self.origin}/dir", [], "", 9
        self.more, self.requests = "", 0

    def _answer(self, handler):
        self.requests += 1
        length = int(handler.headers.get("Content-Length", 0))
        body = json.loads(handler.rfile.read(length) or "{}")
        padded = body.get("payload", "") + "=" * (-len(body.get("payload", "")) % 4)
        payload = json.loads(base64.urlsafe_b64decode(padded) or "{}")
        path, origin = handler.path, self.origin
        order = {
            "status": "ready", "identifiers": [{"type": "dns", "value": name} for name in self.names], "authorizations": [],
            "finalize": f"{origin}/finalize",
        }
        status, answer = 200, {}
        if path == "/dir":
            answer = {key: f"{origin}/{key}" for key in ("newNonce", "newAccount", "newOrder", "revokeCert", "keyChange")}
        elif path == "/newAccount":
            status, answer = 201, {"status": "valid"}
        elif path == "/newOrder":
            self.names = [one["value"] for one in payload["identifiers"]]
            status, answer = 201, {**order, "identifiers": payload["identifiers"]}
        elif path == "/finalize":
            self.chain = self._signed(payload["csr"])
            answer = {**order, "status": "processing"}
        elif path == "/order":
            answer = {**order, "status": "valid" if self.chain else "ready", "certificate": f"{origin}/certificate"}
        elif path == "/certificate":
            answer = self.chain
        status, answer, headers = (*self.fault(path, (status, answer)), {})[:3]
        text = (answer if isinstance(answer, str) else json.dumps(answer)).encode()
        handler.send_response(status)
        for name, value in {"Replay-Nonce": "nonce", "Location": f"{origin}/order", "Content-Length": len(text), **headers}.items():
            if value is not None:
                handler.send_header(name, str(value))
        handler.end_headers()
        if handler.command != "HEAD":
            try:
                handler.wfile.write(text)
            except ConnectionError:
                pass  # it was enough

    def _signed(self, request):
        """A certificate for what a request asks for."""
        folder = self.authority.folder
        der, pem, extensions, made = (folder / f"request.{end}" for end in ("der", "csr", "ext", "pem"))
        der.write_bytes(base64.urlsafe_b64decode(request + "=" * (-len(request) % 4)))
        _openssl("req", "-inform", "der", "-in", der, "-out", pem)
        extensions.write_text("subjectAltName=" + ",".join(f"DNS:{name}" for name in self.names) + "\n")
        signer = ["-CA", folder / "intermediate.pem", "-CAkey", folder / "intermediate.key", "-CAcreateserial"]
        _openssl("x509", "-req", "-in", pem, *signer, "-extfile", extensions, "-days", self.days, "-out", made)
        return made.read_text() + (folder / "intermediate.pem").read_text() + self.more

    def remove(self):
        self._server.shutdown()
        self._server.server_close()
