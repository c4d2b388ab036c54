"""The doctor behind Apache."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from examined import Case  # noqa: E402

from proxies import Apache, free_port  # noqa: E402


def site(directives):
    return lambda port: f"<VirtualHost 127.0.0.1:{port}>\n    ProxyPass /metrics !\n    {directives}\n</VirtualHost>"


class Plain(Case):
    def found(self, directives, *arguments):
        proxy = self.start(Apache(site(directives)))
        return self.examine(f"ws://{proxy.address}", *arguments)

    def test_a_right_configuration_has_no_fault(self):
        # Apache does not apply its limit of bodies to what it forwards.
        right = f"ProxyPass / http://127.0.0.1:{self.server.port}/ upgrade=websocket"
        found = self.found(f"LimitRequestBody 50000\n    {right}")
        self.assert_well(found)
        self.assertEqual(found.report["proxy"], "apache")

    def test_a_wrong_configuration_is_named(self):
        baton = f"http://127.0.0.1:{self.server.port}"
        for name, directives, code in [
            ("no upgrade", f"ProxyPass / {baton}/", "no-upgrade-headers"),
            ("no backend", f"ProxyPass / http://127.0.0.1:{free_port()}/ upgrade=websocket", "no-backend"),
            ("only clients", f"ProxyPass /app/ {baton}/app/ upgrade=websocket", "api-not-routed"),
            ("no rule", "ProxyPass / !", "not-baton"),
        ]:
            with self.case(name):
                found = self.found(directives)
                self.assert_fault(found, code)
                self.assertIn("upgrade=websocket", found.snippet)

    def test_a_short_time_out_is_found_by_patience(self):
        right = f"ProxyPass / http://127.0.0.1:{self.server.port}/ upgrade=websocket"
        # The longer one of the two counts for a tunnel.
        times = "Timeout 2\n    ProxyTimeout 2"
        self.assert_fault(self.found(f"{times}\n    {right}", "--patience", "4"), "idle-timeout")


class Printed(Case):
    def test_the_snippet(self):
        files = self.authority.server("apache")
        for prefix in ("", "/sockets"):
            with self.case(prefix or "without a prefix"):
                snippet = self.examine(f"wss://127.0.0.1:1{prefix}", "--proxy", "apache").snippet

                def configuration(port):
                    text = snippet.replace("*:443", f"127.0.0.1:{port}").replace(":8080", f":{self.server.port}")
                    text = text.replace("/etc/ssl/127.0.0.1/fullchain.pem", str(files.chain))
                    return text.replace("/etc/ssl/127.0.0.1/privkey.pem", str(files.key))

                proxy = self.start(Apache(configuration))
                self.assert_well(self.examine(f"wss://{proxy.address}{prefix}", "--origin", "https://a.example"))


if __name__ == "__main__":
    unittest.main()
