"""The doctor behind Envoy, whose configuration is the printed one with one thing changed."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from examined import Case  # noqa: E402

from proxies import Envoy, free_port  # noqa: E402


class Printed(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.files = cls.authority.server("envoy")

    def found(self, *arguments, prefix="", change=lambda text: text):
        snippet = self.examine(f"wss://127.0.0.1:1{prefix}", "--proxy", "envoy").snippet

        def configuration(port):
            text = change(snippet).replace("address: 0.0.0.0, port_value: 443", f"address: 127.0.0.1, port_value: {port}")
            text = text.replace("port_value: 8080", f"port_value: {self.server.port}")
            text = text.replace("/etc/ssl/127.0.0.1/fullchain.pem", str(self.files.chain))
            return text.replace("/etc/ssl/127.0.0.1/privkey.pem", str(self.files.key))

        proxy = self.start(Envoy(configuration))
        return self.examine(f"wss://{proxy.address}{prefix}", *arguments)

    def test_the_snippet(self):
        for prefix in ("", "/sockets"):
            with self.case(prefix or "without a prefix"):
                found = self.found("--origin", "https://a.example", prefix=prefix)
                self.assert_well(found)
                self.assertEqual(found.report["proxy"], "envoy")

    def test_a_wrong_configuration_is_named(self):
        for name, old, new, code in [
            ("no upgrade", "upgrade_configs: [{ upgrade_type: websocket }]", "", "upgrade-denied"),
            ("no backend", "port_value: 8080", f"port_value: {free_port()}", "no-backend"),
        ]:
            with self.case(name):
                found = self.found(change=lambda text: text.replace(old, new))
                self.assert_fault(found, code)

    def test_a_short_time_out_is_found_by_patience(self):
        shorter = lambda text: text.replace("stream_idle_timeout: 180s", "stream_idle_timeout: 2s")
        found = self.found("--patience", "4", change=shorter)
        self.assert_fault(found, "idle-timeout")


if __name__ == "__main__":
    unittest.main()
