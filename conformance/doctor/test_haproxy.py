"""The doctor behind HAProxy."""

import unittest

from examined import Case
from proxies import HaProxy, free_port


def site(backend, frontend="", more="", tunnel="180s"):
    def configuration(port):
        return f"""
frontend clients
    bind 127.0.0.1:{port}
    mode http
    timeout client 180s
    http-request return status 404 if {{ path /metrics }}
    {frontend}
    default_backend baton

backend baton
    mode http
    retries 0
    timeout connect 5s
    timeout server 180s
    timeout tunnel {tunnel}
    {more}
    server baton 127.0.0.1:{backend}
"""

    return configuration


class Plain(Case):
    def found(self, configuration, *arguments):
        proxy = self.start(HaProxy(configuration))
        return self.examine(f"http://{proxy.address}", *arguments)

    def test_a_right_configuration_has_no_fault(self):
        self.assert_well(self.found(site(self.server.port), "--origin", "https://a.example"))

    def test_a_wrong_configuration_is_named(self):
        baton = self.server.port
        large = "http-request deny deny_status 413 if { req.hdr_val(content-length) gt 50000 }"
        upgrades = "http-request deny deny_status 403 if { hdr(upgrade) -i websocket }"
        for name, configuration, code in [
            ("upgrades dropped", site(baton, "http-request del-header upgrade"), "no-upgrade-headers"),
            ("upgrades refused", site(baton, upgrades), "upgrade-denied"),
            ("upgrades not routed", site(baton, upgrades.replace("403", "404")), "upgrade-not-routed"),
            ("no backend", site(free_port()), "no-backend"),
            ("a small body", site(baton, large), "proxy-body-limit"),
            ("the path changed", site(baton, more="http-request set-path /x%[path]"), "path-rewritten"),
            ("the query changed", site(baton, "http-request set-query %[query]&a=1 if { path_beg /apps/ }"), "path-rewritten"),
        ]:
            with self.case(name):
                found = self.found(configuration)
                self.assert_fault(found, code)
                # HAProxy does not name itself.
                self.assertEqual((found.report["proxy"], found.snippet), (None, None))

    def test_a_short_time_out_is_found_by_patience(self):
        self.assert_fault(self.found(site(self.server.port, tunnel="2s"), "--patience", "4"), "idle-timeout")


class Printed(Case):
    def test_the_snippet(self):
        files = self.authority.server("haproxy")
        for prefix in ("", "/sockets"):
            with self.case(prefix or "without a prefix"):
                snippet = self.examine(f"wss://127.0.0.1:1{prefix}", "--proxy", "haproxy").snippet

                def configuration(port):
                    text = snippet.replace("bind :443", f"bind 127.0.0.1:{port}").replace(":8080", f":{self.server.port}")
                    return text.replace("/etc/ssl/127.0.0.1/fullchain-and-key.pem", str(files.together))

                proxy = self.start(HaProxy(configuration))
                self.assert_well(self.examine(f"wss://{proxy.address}{prefix}", "--origin", "https://a.example"))


if __name__ == "__main__":
    unittest.main()
