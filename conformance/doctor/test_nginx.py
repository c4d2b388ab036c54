"""The doctor behind nginx: each wrong configuration is named as what it is, and a right one has no fault."""

import re
import unittest

from examined import Case
from proxies import Nginx, free_port

from harness.server import Server

UPGRADE = """
        proxy_http_version 1.1;
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection $connection_upgrade;
        proxy_set_header Host $host;
        client_max_body_size 1m;"""
MAP = "map $http_upgrade $connection_upgrade { default upgrade; '' ''; }\n"
METRICS = "location ~ ^(/ws)?/metrics$ { return 404; }"


def site(backend, body=UPGRADE, location="/", uri="", more=METRICS):
    """A site with one location that leads to Baton."""

    def configuration(port):
        inside = f"location {location} {{ proxy_pass http://127.0.0.1:{backend}{uri}; {body} }}\n{more}"
        return f"{MAP}server {{ listen 127.0.0.1:{port}; {inside} }}"

    return configuration


class Plain(Case):
    def found(self, configuration, *arguments, path=""):
        proxy = self.start(Nginx(configuration))
        return self.examine(f"ws://{proxy.address}{path}", *arguments)

    def test_a_right_configuration_has_no_fault(self):
        baton = self.server.port
        for name, configuration, path in [
            ("as documented", site(baton), ""),
            ("buffering on, which nginx does not apply to WebSockets", site(baton, UPGRADE + "proxy_buffering on;"), ""),
            ("under a prefix that is removed", site(baton, location="/ws/", uri="/"), "/ws"),
        ]:
            with self.case(name):
                found = self.found(configuration, "--origin", "https://a.example", path=path)
                self.assert_well(found)
                self.assertEqual((found.report["proxy"], found.snippet), ("nginx", None))

    def test_a_prefix_that_the_proxy_leaves_there(self):
        server = Server([{"id": "1"}], {"path_prefix": "/ws"})
        self.addCleanup(server.stop)
        self.assert_well(self.found(site(server.port, location="/ws/"), path="/ws"))

    def test_a_wrong_configuration_is_named(self):
        baton = self.server.port
        version = UPGRADE.replace("proxy_http_version 1.1;", "")
        dropped = re.sub(r"proxy_set_header (Upgrade|Connection).*", "", UPGRADE)
        small = UPGRADE.replace("1m", "50k")
        elsewhere = "location / { return 404 '<html>'; default_type text/html; }"
        for name, configuration, code in [
            ("no upgrade headers", site(baton, dropped), "no-upgrade-headers"),
            ("as proxy_pass alone", site(baton, ""), "no-upgrade-headers"),
            ("HTTP/1.0 to the backend", site(baton, version), "http-version"),
            ("no backend", site(free_port()), "no-backend"),
            ("a small body", site(baton, small), "proxy-body-limit"),
            ("another prefix", site(baton, location="/ws/", uri="/"), "wrong-prefix"),
            ("a part of the path removed", site(baton, location="/app/", uri="/", more=""), "path-rewritten"),
            ("only clients are routed", site(baton, location="/app/", more=elsewhere), "api-not-routed"),
            ("a redirect", site(baton, location="/none/", more="location / { return 301 https://$host$request_uri; }"), "redirect"),
            ("a password", site(baton, location="/none/", more="location / { return 401; }"), "denied"),
            ("a site", site(baton, location="/none/", more="location / { return 200 hello; }"), "not-baton"),
        ]:
            with self.case(name):
                found = self.found(configuration)
                self.assert_fault(found, code)
                # A fault of the proxy comes with a configuration of it.
                self.assertEqual(found.report["proxy"], "nginx")
                self.assertIn("proxy_set_header Upgrade $http_upgrade;", found.snippet)

    def test_a_short_time_out_is_found_by_patience(self):
        configuration = site(self.server.port, UPGRADE + "proxy_read_timeout 2s;")
        self.assert_fault(self.found(configuration, "--patience", "4"), "idle-timeout")

    def test_cors_headers_of_the_proxy_are_named(self):
        added = "add_header Access-Control-Allow-Origin * always;"
        found = self.found(site(self.server.port, UPGRADE + added), "--origin", "https://a.example")
        self.assert_fault(found, "cors-twice")
        self.assertEqual(found.codes("warning"), ["cors-added"])

    def test_public_metrics_are_a_warning(self):
        found = self.found(site(self.server.port, more=""))
        self.assertEqual((found.status, found.codes("warning")), (0, ["metrics-public"]), found.text)


class Printed(Case):
    """The configuration that the doctor prints is a right one."""

    def test_the_snippet(self):
        files = self.authority.server("nginx")
        for prefix in ("", "/sockets"):
            with self.case(prefix or "without a prefix"):
                snippet = self.examine(f"wss://127.0.0.1:1{prefix}", "--proxy", "nginx").snippet

                def configuration(port):
                    text = snippet.replace("listen 443", f"listen 127.0.0.1:{port}").replace(":8080", f":{self.server.port}")
                    text = text.replace("/etc/ssl/127.0.0.1/fullchain.pem", str(files.chain))
                    return text.replace("/etc/ssl/127.0.0.1/privkey.pem", str(files.key))

                proxy = self.start(Nginx(configuration))
                self.assert_well(self.examine(f"wss://{proxy.address}{prefix}", "--origin", "https://a.example"))


if __name__ == "__main__":
    unittest.main()
