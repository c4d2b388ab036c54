"""Several certificates on one port, each for the names in it, and certificates of clients; checked by Python's OpenSSL."""

import re
import shutil
import socket
import ssl
import subprocess
import time
import unittest

from test_addresses import Case, dial, exchange, get

from certificates import Authority
from harness.server import BINARY

WITHIN_S = 10


class Certificates(Case):
    @classmethod
    def setUpClass(cls):
        cls.authority, cls.others = Authority(), Authority()
        cls.addClassCleanup(cls.authority.remove)
        cls.addClassCleanup(cls.others.remove)
        names = {"first": "DNS:a.example,DNS:other.example", "wild": "DNS:*.a.example,IP:127.0.0.1", "exact": "DNS:b.a.example"}
        cls.files = {name: cls.authority.server(name, names[name]) for name in names}

    def settings_of(self, *names, **more):
        files = [self.files[name] for name in names]
        return {
            "tls_certificate": [str(one.chain) for one in files], "tls_key": [str(one.key) for one in files], **more,
        }

    def context(self, client=None, authority=None):
        context = ssl.create_default_context(cafile=(authority or self.authority).root)
        if client:
            context.load_cert_chain(client.chain, client.key)
        return context

    def shown(self, port, server, context=None):
        """The names in the certificate that is shown to a client that asks for `server`, or for none."""
        context = context or self.context()
        context.check_hostname = False
        with socket.create_connection(("127.0.0.1", port), WITHIN_S) as connection:
            with context.wrap_socket(connection, server_hostname=server) as secured:
                return sorted(name for _, name in secured.getpeercert()["subjectAltName"])

    def test_clients_get_the_certificate_of_the_name_that_they_ask_for(self):
        server = self.serve(settings=self.settings_of("first", "wild", "exact"))
        first, wild, exact = ["a.example", "other.example"], ["*.a.example", "127.0.0.1"], ["b.a.example"]
        for asked, expected in [
            ("a.example", first), ("A.Example", first), ("other.example", first), (None, first), ("unknown.example", first),
            ("x.a.example", wild), ("b.a.example", exact), ("x.b.a.example", first),
        ]:
            for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
                context = self.context()
                context.maximum_version = context.minimum_version = version
                self.assertEqual(self.shown(server.port, asked, context), expected, asked)
        # A client that checks the name, as all do.
        with socket.create_connection(("127.0.0.1", server.port), WITHIN_S) as connection:
            secured = self.context().wrap_socket(connection, server_hostname="x.a.example")
            self.assertIn("200 OK", exchange(secured, get("/up")))

    def test_each_certificate_is_renewed_by_itself_and_has_its_metrics(self):
        server = self.serve(settings=self.settings_of("first", "exact", metrics_token="a token for metrics"))
        opened = self.open(server.port, tls=self.accepting_any_name())
        before = self.expiries(server)
        self.assertEqual(set(before), {str(self.files[name].chain) for name in ("first", "exact")})
        old = self.files["exact"]
        renewed = self.authority.server("renewed", "DNS:b.a.example,DNS:new.example", ("-days", 5))
        shutil.copy(renewed.key, old.key)
        shutil.copy(renewed.chain, old.chain)
        deadline = time.monotonic() + WITHIN_S
        while self.shown(server.port, "new.example") != ["b.a.example", "new.example"]:
            self.assertLess(time.monotonic(), deadline, server.log)
            time.sleep(0.1)
        after = self.expiries(server)
        self.assertEqual(after[str(self.files["first"].chain)], before[str(self.files["first"].chain)])
        self.assertGreater(after[str(old.chain)], before[str(old.chain)] + 2 * 86_400)
        opened.settle()

    def accepting_any_name(self):
        context = self.context()
        context.check_hostname = False
        return context

    def expiries(self, server):
        connection = dial(server.port, tls=self.accepting_any_name())
        page = exchange(connection, get("/metrics", "Authorization: Bearer a token for metrics"))
        return {
            file: float(seconds)
            for file, seconds in re.findall(r'baton_tls_certificate_not_after_seconds\{file="(.*?)"\} (\S+)', page)
        }

    def test_clients_show_a_certificate_where_they_must(self):
        client, stranger = self.authority.server("client"), self.others.server("stranger")
        settings = self.settings_of("wild", tls_client_ca=str(self.authority.root))
        server = self.serve(settings=settings, places=["127.0.0.1:0 plain"])
        for certificate in (None, stranger):
            for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
                context = self.context(certificate)
                context.maximum_version = version
                with self.assertRaises(OSError) as failed:
                    exchange(dial(server.port, tls=context), get("/up")) or self.fail("nothing was said")
                self.assertRegex(str(failed.exception), "alert|reset|closed|EOF")
        context = self.context(client)
        opened = self.open(server.port, tls=context)
        opened.settle()
        # A session that is resumed does not show it again, and is not asked.
        session = opened.connection.session
        with socket.create_connection(("127.0.0.1", server.port), WITHIN_S) as connection:
            again = context.wrap_socket(connection, server_hostname="127.0.0.1", session=session)
            self.assertTrue(again.session_reused)
            self.assertIn("200 OK", exchange(again, get("/up")))
        plain = int(next(line for line in server.log if "http://" in line).rsplit(":", 1)[1])
        self.assertIn("200 OK", exchange(dial(plain), get("/up")))

    def test_what_does_not_fit_together_is_said(self):
        first, wild = self.files["first"], self.files["wild"]
        for certificates, keys, authority, said in [
            ((first.chain, wild.chain), (first.key,), "", "tls_key has 1 files, and tls_certificate has 2"),
            ((first.chain, wild.chain), (wild.key, first.key), "", f"{wild.key}\": this key does not belong"),
            ((first.chain, wild.chain), (first.key, "gone"), "", "tls_key = \"gone\": the file cannot be read"),
            ((first.chain,), (first.key,), first.key, f"tls_client_ca = \"{first.key}\": there is no certificate in it"),
            ((), (), self.authority.root, "tls_client_ca is set and tls_certificate is not"),
        ]:
            flags = ["--tls-certificate", ",".join(map(str, certificates)), "--tls-key", ",".join(map(str, keys))]
            done = subprocess.run(
                [BINARY, "check", *flags, "--tls-client-ca", str(authority)], capture_output=True, text=True, timeout=30,
            )
            self.assertEqual((done.returncode, said in done.stderr + done.stdout), (2, True), done.stderr + done.stdout)


del Case

if __name__ == "__main__":
    unittest.main()
