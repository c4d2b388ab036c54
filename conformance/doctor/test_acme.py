"""Certificates by ACME: ordered from pebble, by both challenges, renewed under clients, and not taken from a faulty authority."""

import pathlib
import re
import shutil
import signal
import socket
import ssl
import stat
import subprocess
import tempfile
import time
import unittest

from test_addresses import Case, dial, exchange, get

from authorities_of_acme import FaultyAuthority, Pebble
from certificates import Authority
from harness.server import BINARY
from proxies import free_port

WITHIN_S = 15
TOKEN = "a token for metrics"


class Acme(Case):
    @classmethod
    def setUpClass(cls):
        if not Pebble.program.exists():
            raise unittest.SkipTest("pebble is missing: tools/need pebble")
        cls.authority = Authority()
        cls.addClassCleanup(cls.authority.remove)

    def setUp(self):
        self.data = pathlib.Path(tempfile.mkdtemp(prefix="baton-acme-"))
        self.addCleanup(shutil.rmtree, self.data, ignore_errors=True)
        self.tls_port, self.http_port = free_port(), free_port()

    def pebble(self, begin=True, **options):
        ports = {"tls_port": self.tls_port, "http_port": self.http_port}
        self.acme = Pebble(self.authority, **{**ports, **options})
        self.addCleanup(self.acme.remove)
        return self.acme.begin() if begin else self.acme

    def order(self, *domains, url=None, plain=True, **settings):
        """A server that orders a certificate for these names."""
        of_acme = {
            "acme_domains": list(domains), "acme_directory": url or self.acme.url, "acme_accept_terms": True,
            "acme_ca_file": "" if url else self.acme.ca_file, "data_dir": str(self.data), "metrics_token": TOKEN,
        }
        places = [f"127.0.0.1:{self.http_port} plain"] if plain else []
        return self.serve(settings={**of_acme, **settings}, port=self.tls_port, places=places)

    def await_log(self, *parts, within=WITHIN_S):
        deadline = time.monotonic() + within
        while not any(all(part in line for part in parts) for line in self.server.log):
            self.assertLess(time.monotonic(), deadline, f"{parts} not in\n{''.join(self.server.log)}")
            time.sleep(0.02)

    def secured(self, name, context=None):
        connection = socket.create_connection(("127.0.0.1", self.tls_port), 5)
        return (context or self.acme.context()).wrap_socket(connection, server_hostname=name)

    def serial(self, name, context=None):
        with self.secured(name, context) as connection:
            return connection.getpeercert()["serialNumber"]

    def await_client(self, name):
        """Until a client that verifies everything is answered."""
        deadline = time.monotonic() + WITHIN_S
        while True:
            try:
                answer = exchange(self.secured(name), get("/up"))
                self.assertIn("200 OK", answer)
                return
            except OSError:
                self.assertLess(time.monotonic(), deadline, "".join(self.server.log))
                time.sleep(0.02)

    def metrics(self):
        page = exchange(dial(self.http_port), get("/metrics", f"Authorization: Bearer {TOKEN}"))
        return {name: float(value) for name, value in re.findall(r"^(baton_\w+(?:\{.*?\})?) (\S+)$", page, re.M)}

    def stored(self):
        return self.data / "acme" / "certificate.pem"

    def assert_private(self):
        folder = self.data / "acme"
        modes = {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
        self.assertEqual((stat.S_IMODE(folder.stat().st_mode), modes), (0o700, {0o600}))
        text = self.stored().read_text()
        key = re.search(r"PRIVATE KEY-----\n(.{40})", text)[1]
        self.assertNotIn(key, "".join(self.server.log))

    def test_names_are_proved_over_tls_and_a_restart_makes_no_order(self):
        self.pebble()
        self.order("one.example", "Two.example", plain=False, acme_email="admin@one.example")
        self.await_client("one.example")
        opened = self.open(self.tls_port, tls=self.as_name("two.example"))
        opened.settle()
        self.assert_private()
        serial = self.serial("one.example")
        self.assertEqual(serial, self.serial("two.example"))
        # A client that asks by the protocol of challenges afterwards is refused; all others are served as before.
        for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            context = self.acme.context()
            context.set_alpn_protocols(["acme-tls/1"])
            context.maximum_version = version
            with self.assertRaisesRegex(ssl.SSLError, "(?i)access.denied"):
                self.secured("one.example", context).recv(1)
        context = self.acme.context()
        context.set_alpn_protocols(["acme-tls/1", "http/1.1"])
        with self.secured("one.example", context) as connection:
            self.assertEqual(connection.selected_alpn_protocol(), "http/1.1")
        self.server.stop()
        self.acme.end()
        self.order("one.example", "two.example")
        self.assertEqual(self.serial("one.example"), serial)
        path = str(self.stored())
        self.assertGreater(self.metrics()[f'baton_tls_certificate_not_after_seconds{{file="{path}"}}'], time.time() + 86_400)
        self.assertEqual(self.metrics()["baton_acme_orders_failed_total"], 0)
        self.assertFalse([line for line in self.server.log if "ordering" in line])
        self.assertEqual(self.acme.log().count("POST /order-plz"), 1 + self.acme.log().count("bad nonce"))

    def reload(self, former, names):
        config = pathlib.Path(self.server.process.args[5])
        config.write_text(config.read_text().replace(former, names))
        self.server.process.send_signal(signal.SIGHUP)

    def as_name(self, name):
        """A context whose clients ask for a name, whatever they say."""
        context = self.acme.context()

        class Named:
            def wrap_socket(self, connection, server_hostname):
                return context.wrap_socket(connection, server_hostname=name)

        return Named()

    def test_names_are_proved_over_http_where_clients_show_certificates(self):
        key = "zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W"
        self.pebble(externalAccountBindingRequired=True, externalAccountMACKeys={"kid-1": key})
        client = self.authority.server("client")
        bound = {"acme_eab_key_id": "kid-1", "acme_eab_key": key}
        self.order("one.example", tls_client_ca=str(self.authority.root), **bound)
        self.await_log("a certificate was issued")
        context = self.acme.context()
        context.load_cert_chain(client.chain, client.key)
        self.assertIn("200 OK", exchange(self.secured("one.example", context), get("/up")))
        self.assertIn("404", exchange(dial(self.http_port), get("/.well-known/acme-challenge/unknown")))
        self.assertNotIn(key, "".join(self.server.log))

    def test_plain_http_is_tried_where_tls_does_not_arrive(self):
        self.pebble(tls_port=free_port())
        self.order("one.example")
        self.await_log("a certificate was issued")
        self.assertTrue([line for line in self.server.log if "were not validated: one.example: " in line], self.server.log)
        self.await_client("one.example")

    def test_a_certificate_is_renewed_under_a_client(self):
        self.pebble(validity_s=10)
        self.order("one.example", acme_email="")
        self.await_client("one.example")
        serial = self.serial("one.example")
        opened = self.open(self.tls_port, tls=self.as_name("one.example"))
        opened.settle()
        deadline = time.monotonic() + 10
        while self.serial("one.example") == serial:
            self.assertLess(time.monotonic(), deadline, "".join(self.server.log))
            time.sleep(0.1)
        opened.settle()
        self.assertIn("renewalInfo", self.acme.log(), "the authority is asked when")
        metrics = self.metrics()
        self.assertEqual(metrics["baton_acme_failures_in_a_row"], 0)
        self.assertGreaterEqual(metrics["baton_acme_certificates_issued_total"], 2)

    def test_an_authority_that_is_down_at_first_is_found(self):
        self.pebble(begin=False)
        self.order("one.example")
        self.await_log("no certificate was issued", "cannot be reached", "clients cannot connect over TLS")
        # It serves what it can, and says that it does not what it cannot.
        self.assertIn("200 OK", exchange(dial(self.http_port), get("/ready")))
        unverified = ssl.create_default_context()
        unverified.check_hostname, unverified.verify_mode = False, ssl.CERT_NONE
        with self.assertRaisesRegex(ssl.SSLError, "(?i)access.denied"):
            self.secured("one.example", unverified).recv(1)
        metrics = self.metrics()
        self.assertEqual(metrics["baton_acme_failures_in_a_row"], metrics["baton_acme_orders_failed_total"])
        self.assertGreaterEqual(metrics["baton_acme_orders_failed_total"], 1)
        self.assertGreaterEqual(metrics["baton_tls_handshakes_failed_total"], 1)
        self.acme.begin()
        self.await_client("one.example")

    def test_other_names_are_ordered_after_a_reload_also_from_an_authority_that_has_forgotten_the_account(self):
        self.pebble()
        self.order("one.example")
        self.await_client("one.example")
        opened = self.open(self.tls_port, tls=self.as_name("one.example"))
        self.acme.end()
        self.reload('["one.example"]', '["one.example", "gone.example"]')
        self.await_log("no certificate was issued", "gone.example", "cannot be reached")
        self.assertGreaterEqual(self.metrics()["baton_acme_failures_in_a_row"], 1)
        self.reload('["one.example", "gone.example"]', '["one.example"]')
        deadline = time.monotonic() + WITHIN_S
        while self.metrics()["baton_acme_failures_in_a_row"]:
            self.assertLess(time.monotonic(), deadline, "nothing is ordered any more")
            time.sleep(0.02)
        self.acme.begin()
        self.reload('["one.example"]', '["one.example", "two.example"]')
        self.await_log("the authority does not know the account")
        self.await_log("a certificate was issued", "two.example")
        self.await_client("two.example")
        opened.settle()
        self.assertEqual(len(list((self.data / "acme").glob("account-*.json.refused-*"))), 1)

    def test_files_are_shown_for_their_names_and_damaged_ones_are_moved_aside(self):
        self.pebble()
        file = self.authority.server("file", "DNS:file.example")
        (self.data / "acme").mkdir()
        self.stored().write_text("damaged")
        self.order("one.example", "file.example", tls_certificate=str(file.chain), tls_key=str(file.key))
        self.await_log("certificate.pem is damaged", "it was moved to", "another certificate is ordered")
        self.await_client("one.example")
        by_file = ssl.create_default_context(cafile=self.authority.root)
        self.assertIn("200 OK", exchange(self.secured("file.example", by_file), get("/up")))
        self.assertEqual(len(list((self.data / "acme").glob("certificate.pem.damaged-*"))), 1)

    def test_an_authority_that_refuses_is_repeated_in_the_log(self):
        self.pebble(domainBlocklist=["blocked.example"])
        self.order("blocked.example")
        self.await_log("no certificate was issued", "blocked.example", "rejectedIdentifier")

    def test_what_an_authority_should_not_send_is_not_taken(self):
        other = self.authority.server("other", "DNS:new.example,DNS:old.example")
        of_certificate = lambda text: lambda path, answer: (200, text) if path == "/certificate" else answer  # noqa: E731
        elsewhere = lambda path, answer: (200, {**answer[1], "newOrder": "http://127.0.0.1:1/newOrder"}) if path == "/dir" else answer  # noqa: E731
        redirecting = lambda path, answer: (302, "", {"Location": "http://127.0.0.1:1/"}) if path == "/certificate" else answer  # noqa: E731
        limiting = lambda path, answer: (  # noqa: E731
            (429, {"type": "urn:ietf:params:acme:error:rateLimited", "detail": "too many"}, {"Retry-After": 7_200})
            if path == "/newOrder" else answer
        )
        at = lambda of, more, headers={}: lambda path, answer: (  # noqa: E731
            (answer[0], {**answer[1], **more}, headers) if path == of else answer
        )
        old = self.authority.server("old", "DNS:old.example")
        (self.data / "acme").mkdir()
        for fault, said in [
            (of_certificate(other.chain.read_text()), "is for another key"),
            ("names", "is not for new.example, but for evil.example"),
            ("expired", "has expired at"),
            (of_certificate("-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n"), "cannot be used"),
            (of_certificate("nothing"), "there is no certificate"),
            (of_certificate("x" * 10_000_000), "more than 131072 bytes"),
            (lambda path, answer: (200, "x" * 10_000_000) if path == "/dir" else answer, "more than 131072 bytes"),
            (lambda path, answer: (200, "<html>") if path == "/newOrder" else answer, "JSON"),
            (elsewhere, "is on another server than its directory"),
            (redirecting, "redirects are not followed"),
            (limiting, "retry_in_s=7200"),
            (of_certificate("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n" * 10_000), "more than 131072 bytes"),
            ("chain", "there are 52 certificates"),
            (at("/dir", {"newNonce": "not a URL"}), "`newNonce` is not a URL, no URL"),
            (lambda path, answer: (404, {"status": 404}) if path == "/dir" else answer, "no ACME directory (setting acme_directory)"),
            # A library that adds it to the date would panic.
            (at("/order", {"status": "pending"}, {"Retry-After": 2**64 - 1}), "timed out"),
            (at("/newOrder", {"authorizations": ["http://127.0.0.1:1/"] * 3_000}), "asks for 3000 authorizations for 2 names"),
            (at("/newOrder", {}, {"Location": "http://127.0.0.1:1/"}), "is on another server than its directory"),
            (at("/newOrder", {}, {"Location": None}), "no order URL"),
            (self._more_later, "the order is Invalid"),
            (at("/newNonce", {}, {"Replay-Nonce": None}), "no nonce"),
        ]:
            faulty = FaultyAuthority(self.authority, fault if callable(fault) else lambda path, answer: answer)
            self.addCleanup(faulty.remove)
            if fault == "names":
                faulty.fault = lambda path, answer, faulty=faulty: self._for_others(faulty, path, answer)
            elif fault == "expired":
                faulty.fault = lambda path, answer, faulty=faulty: self._expired(faulty, path, answer)
            elif fault == "chain":
                faulty.more = other.chain.read_text() * 25
            self.stored().write_text(f"Directory: {faulty.url}\n" + old.chain.read_text() + old.key.read_text())
            before = self.stored().read_text()
            self.order("new.example", "old.example", url=faulty.url)
            self.await_log("no certificate was issued", said, "the present one expires at")
            context = ssl.create_default_context(cafile=self.authority.root)
            self.assertIn("200 OK", exchange(self.secured("old.example", context), get("/up")))
            self.assertEqual(self.stored().read_text(), before)
            self.assertLess(faulty.requests, 100, said)
            self.server.stop()
            (self.data / "acme" / "orders").unlink(missing_ok=True)
        # The same without a fault, so that the faults are what it was refused for.
        faulty = FaultyAuthority(self.authority, lambda path, answer: answer)
        self.addCleanup(faulty.remove)
        self.order("new.example", "old.example", url=faulty.url)
        self.await_log("a certificate was issued")
        context = ssl.create_default_context(cafile=self.authority.root)
        self.assertIn("200 OK", exchange(self.secured("new.example", context), get("/up")))

    @staticmethod
    def _more_later(path, answer):
        """An order that has thousands of authorizations only once they were counted."""
        if path == "/authorization":
            return 200, {"identifier": {"type": "dns", "value": "new.example"}, "status": "pending", "challenges": []}
        if path != "/order":
            return answer
        one = answer[1]["finalize"].replace("finalize", "authorization")
        return 200, {**answer[1], "status": "invalid", "authorizations": [one] * 3_000}

    @staticmethod
    def _for_others(faulty, path, answer):
        if path == "/newOrder":
            faulty.names = ["evil.example"]
        return answer

    @staticmethod
    def _expired(faulty, path, answer):
        if path == "/newOrder":
            faulty.days = -1
        return answer

    def test_what_does_not_fit_together_is_said(self):
        good = ["--acme-domains", "a.example", "--acme-accept-terms", "true", "--data-dir", str(self.data)]
        for more, status, said in [
            ([], 0, "ACME: a certificate for a.example is to be ordered from https://acme-v02.api.letsencrypt.org/directory"),
            (["--acme-accept-terms", "false"], 2, "letsencrypt.org/repository"),
            (["--data-dir", ""], 2, "data_dir is not"),
            (["--acme-domains", "*.a.example"], 2, "DNS-01"),
            (["--acme-domains", "10.0.0.1"], 2, "an IP address"),
            (["--acme-directory", "http://ca.example/"], 2, "https:// URL"),
            (["--acme-email", "admin"], 2, "an e-mail address"),
            (["--acme-eab-key-id", "1"], 2, "set together"),
            (["--acme-eab-key-id", "1", "--acme-eab-key", "+++"], 2, "base64url"),
            (["--listen", "127.0.0.1:0 plain"], 2, "no address in listen uses TLS"),
            (["--tls-client-ca", str(self.authority.root)], 2, "needs an address in listen with `plain`"),
        ]:
            flags = dict(zip(good[::2], good[1::2])) | dict(zip(more[::2], more[1::2]))
            arguments = [part for flag in flags.items() for part in flag]
            done = subprocess.run([BINARY, "check", *arguments], capture_output=True, text=True, timeout=30)
            self.assertEqual((done.returncode, said in done.stderr + done.stdout), (status, True), done.stderr + done.stdout)
        self.assertFalse((self.data / "acme").exists(), "a check writes nothing")


del Case

if __name__ == "__main__":
    unittest.main()
