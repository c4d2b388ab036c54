"""What operators are given beside the server: the manual's list of metrics is the server's."""

import re
import ssl
import unittest
import urllib.request

from harness.certificate import Certificate
from harness.server import REPOSITORY, Server

WITHIN_S = 60
# A port that nobody listens on.
NOWHERE = "127.0.0.1:1"
KINDS = ("counter", "gauge", "histogram")


def families(text):
    """The kind of each metric of an exposition in the text format, by its name."""
    return dict(re.findall(r"^# TYPE (\S+) (\w+)$", text, re.M))


def manual():
    """The kind of each metric in the table of the manual, by its name."""
    page = (REPOSITORY / "docs" / "operate.md").read_text()
    table = page.partition("| metric |")[2].partition("\n\n")[0]
    return dict(re.findall(r"^\| `(\w+)` \| (\w+) \|", table, re.M))


class Monitoring(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        certificate = Certificate()
        cls.addClassCleanup(certificate.remove)
        app = {"jwks_url": f"http://{NOWHERE}/", "database_url": f"postgres://nobody@{NOWHERE}/none"}
        cls.server = Server([app], certificate.settings())
        cls.addClassCleanup(cls.server.stop)
        trust = ssl.create_default_context(cafile=certificate.certificate)
        url = f"https://127.0.0.1:{cls.server.port}/metrics"
        with urllib.request.urlopen(url, timeout=WITHIN_S, context=trust) as answer:
            cls.exposition = answer.read().decode()

    def test_the_manual_lists_each_metric_of_a_server_that_has_all_and_no_other(self):
        self.assertEqual(manual(), families(self.exposition))

    def test_each_metric_is_named_as_prometheus_recommends(self):
        for name, kind in families(self.exposition).items():
            with self.subTest(name):
                self.assertIn(kind, KINDS)
                self.assertRegex(name, "^(baton|process)_[a-z_]+$")
                self.assertEqual(name.endswith("_total"), kind == "counter")

    def test_the_version_is_that_of_the_program(self):
        package = (REPOSITORY / "Cargo.toml").read_text().partition("[workspace.package]")[2]
        version = re.search(r'^version = "(.+)"$', package, re.M)[1]
        self.assertRegex(self.exposition, rf'(?m)^baton_build_info\{{version="{re.escape(version)}",arch="\w+",os="linux"\}} 1$')


if __name__ == "__main__":
    unittest.main()
