"""The doctor behind Caddy."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from examined import Case  # noqa: E402

from proxies import Caddy, free_port  # noqa: E402


def site(directives):
    return lambda port: f"http://127.0.0.1:{port} {{\n    respond /metrics 404\n    {directives}\n}}\n"


class Plain(Case):
    def found(self, directives, *arguments):
        proxy = self.start(Caddy(site(directives)))
        return self.examine(f"ws://{proxy.address}", *arguments)

    def test_a_right_configuration_has_no_fault(self):
        found = self.found(f"reverse_proxy 127.0.0.1:{self.server.port}")
        self.assert_well(found)
        self.assertEqual(found.report["proxy"], "caddy")

    def test_a_wrong_configuration_is_named(self):
        baton = f"127.0.0.1:{self.server.port}"
        dropped = f"reverse_proxy {baton} {{\n header_up -Upgrade\n header_up -Connection\n }}"
        for name, directives, code in [
            ("upgrades dropped", dropped, "no-upgrade-headers"),
            ("no backend", f"reverse_proxy 127.0.0.1:{free_port()}", "no-backend"),
            ("only clients", f"reverse_proxy /app/* {baton}\n respond /apps/* \"<html>\" 403", "api-refused"),
            ("a site", 'respond "hello"', "not-baton"),
            ("a redirect", "redir https://a.example{uri}", "redirect"),
        ]:
            with self.case(name):
                found = self.found(directives)
                self.assert_fault(found, code)
                self.assertIn("reverse_proxy", found.snippet)

    def test_http_2_to_the_backend_is_found(self):
        # Baton ends a connection that begins with HTTP/2.
        found = self.found(f"reverse_proxy h2c://127.0.0.1:{self.server.port}")
        self.assert_fault(found, "no-backend")


class Printed(Case):
    def test_the_snippet(self):
        files = self.authority.server("caddy")
        for prefix in ("", "/sockets"):
            with self.case(prefix or "without a prefix"):
                snippet = self.examine(f"wss://127.0.0.1:1{prefix}", "--proxy", "caddy").snippet

                def configuration(port):
                    # In place of a certificate that Caddy would obtain.
                    own = f"https://127.0.0.1:{port} {{\n    tls {files.chain} {files.key}"
                    return snippet.replace("127.0.0.1 {", own, 1).replace(":8080", f":{self.server.port}")

                proxy = self.start(Caddy(configuration))
                self.assert_well(self.examine(f"wss://{proxy.address}{prefix}", "--origin", "https://a.example"))


if __name__ == "__main__":
    unittest.main()
