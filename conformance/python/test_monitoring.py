"""What operators are given beside the server: the manual's list of metrics is the server's, each alert fires when it should, and
the dashboard asks for what is there."""

import json
import pathlib
import re
import socket
import ssl
import subprocess
import tempfile
import time
import unittest
import urllib.parse
import urllib.request

from harness.certificate import Certificate
from harness.postgres import Postgres
from harness.server import REPOSITORY, Server

WITHIN_S = 60
# A port that nobody listens on.
NOWHERE = "127.0.0.1:1"
KINDS = ("counter", "gauge", "histogram")
PROMETHEUS = REPOSITORY / "deploy" / "prometheus"
DASHBOARD = REPOSITORY / "deploy" / "grafana" / "baton.json"


def families(text):
    """The kind of each metric of an exposition in the text format, by its name."""
    return dict(re.findall(r"^# TYPE (\S+) (\w+)$", text, re.M))


def manual():
    """The kind of each metric in the table of the manual, by its name."""
    page = (REPOSITORY / "docs" / "operate.md").read_text()
    table = page.partition("| metric |")[2].partition("\n\n")[0]
    return dict(re.findall(r"^\| `(\w+)` \| (\w+) \|", table, re.M))


def samples(text):
    """The names of all samples of an exposition that has them or could have them."""
    suffixes = {"histogram": ("_bucket", "_sum", "_count")}
    return {name + suffix for name, kind in families(text).items() for suffix in suffixes.get(kind, ("",))}


def named(expression):
    """The metrics of Baton that an expression names."""
    return set(re.findall(r"\b(?:baton|process)_\w+", expression))


def rules():
    """The expression of each alert, by its name."""
    text = (PROMETHEUS / "alerts.yml").read_text()
    alerts = [alert.partition("\n") for alert in text.split("- alert: ")[1:]]
    return {name: re.search(r"expr: (.+?)\n +(?:for|labels):", rest, re.S)[1] for name, _, rest in alerts}


def expressions(part):
    """All expressions of a part of the dashboard."""
    if isinstance(part, list):
        return [found for one in part for found in expressions(one)]
    if not isinstance(part, dict):
        return []
    own = [part["expr"]] if "expr" in part else []
    return own + expressions(list(part.values()))


def promtool(*arguments):
    done = subprocess.run(["promtool", *arguments], cwd=PROMETHEUS, capture_output=True, text=True, timeout=WITHIN_S)
    return done.returncode, done.stdout + done.stderr


class Alerts(unittest.TestCase):
    def test_promtool_finds_nothing_wrong(self):
        status, said = promtool("check", "rules", "--lint=all", "--lint-fatal", "alerts.yml")
        self.assertEqual(status, 0, said)
        self.assertIn(f"{len(rules())} rules found", said)

    def test_each_fires_when_it_should_and_not_else(self):
        files = sorted(file.name for file in PROMETHEUS.glob("*_test.yml"))
        status, said = promtool("test", "rules", *files)
        self.assertEqual(status, 0, said)
        text = "".join((PROMETHEUS / file).read_text() for file in files)
        quiet = re.findall(r"alertname: (\w+), exp_alerts: \[\]", text)
        firing = re.findall(r"alertname: (\w+)\n +exp_alerts:\n +- exp_labels", text)
        self.assertEqual((set(quiet), set(firing)), (set(rules()), set(rules())))


class Monitoring(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        certificate = Certificate()
        cls.addClassCleanup(certificate.remove)
        app = {
            "jwks_url": f"http://{NOWHERE}/",
            "database_url": f"postgres://nobody@{NOWHERE}/none",
            "webhooks": [{"url": f"http://{NOWHERE}/"}],
            "recovery": True,
            "hooks": [{"url": f"http://{NOWHERE}/", "events": ["publish"], "channel_prefix": "asked"}],
        }
        database = Postgres()
        cls.addClassCleanup(database.stop)
        database.sql("create table apps (id text, key text, secret text)")
        data = tempfile.TemporaryDirectory(prefix="baton-monitoring-")
        cls.addClassCleanup(data.cleanup)
        by_acme = {
            "acme_domains": ["ws.example"], "acme_accept_terms": True, "acme_directory": f"https://{NOWHERE}/", "data_dir": data.name,
            "history_store": f"{data.name}/history",
        }
        alerts = [{"name": "any", "metric": "connections", "above": 1000, "url": f"http://{NOWHERE}/"}]
        cls.server = Server([app], {"alerts": alerts, "apps_database_url": database.url(), **certificate.settings(), **by_acme, "otlp_endpoint": f"http://{NOWHERE}"})
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

    def test_alerts_and_the_dashboard_name_only_metrics_that_are_there(self):
        there = samples(self.exposition)
        asked = {f"alert {name}": expression for name, expression in rules().items()}
        asked |= {expression: expression for expression in expressions(json.loads(DASHBOARD.read_text()))}
        self.assertGreater(len(asked), 50)
        for name, expression in asked.items():
            with self.subTest(name):
                self.assertTrue(named(expression) or "up{" in expression)
                self.assertEqual(named(expression) - there, set())

    def test_the_dashboard_shows_each_metric(self):
        shown = set().union(*map(named, expressions(json.loads(DASHBOARD.read_text()))))
        shown = {name.removesuffix("_bucket") for name in shown}
        alone = {"baton_tls_certificate_not_before_seconds", "baton_cache_misses_total"}
        self.assertEqual(set(families(self.exposition)) - shown, alone)

    def test_prometheus_can_read_each_expression_of_the_dashboard(self):
        asked = expressions(json.loads(DASHBOARD.read_text()))
        asked = [expression.replace("$__rate_interval", "5m") for expression in asked]
        group = {"name": "dashboard", "rules": [{"record": f"asked:{n}", "expr": one} for n, one in enumerate(asked)]}
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "rules.yml"
            file.write_text(json.dumps({"groups": [group]}))  # JSON is YAML
            status, said = promtool("check", "rules", str(file))
        self.assertEqual(status, 0, said)

    def test_the_version_is_that_of_the_program(self):
        package = (REPOSITORY / "Cargo.toml").read_text().partition("[workspace.package]")[2]
        version = re.search(r'^version = "(.+)"$', package, re.M)[1]
        self.assertRegex(self.exposition, rf'(?m)^baton_build_info\{{version="{re.escape(version)}",arch="\w+",os="linux"\}} 1$')


class Prometheus(unittest.TestCase):
    """A Prometheus that scrapes a server twice: with its token, and without."""

    TOKEN = "what Prometheus shows to read the metrics"

    @classmethod
    def setUpClass(cls):
        alerts = [{"name": "any", "metric": "connections", "above": 1000, "url": f"http://{NOWHERE}/"}]
        cls.server = Server([{}], {"metrics_token": cls.TOKEN, "alerts": alerts})
        cls.addClassCleanup(cls.server.stop)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            cls.port = free.getsockname()[1]
        targets = [{"targets": [f"127.0.0.1:{cls.server.port}"]}]
        jobs = [
            {"job_name": "baton", "static_configs": targets, "authorization": {"credentials": cls.TOKEN}},
            {"job_name": "stranger", "static_configs": targets},
        ]
        config = pathlib.Path(folder.name) / "prometheus.yml"
        config.write_text(json.dumps({  # JSON is YAML
            "global": {"scrape_interval": "1s", "evaluation_interval": "1s"},
            "rule_files": [str(PROMETHEUS / "alerts.yml")],
            "scrape_configs": jobs,
        }))
        prometheus = subprocess.Popen(
            ["prometheus", f"--config.file={config}", f"--storage.tsdb.path={folder.name}/data",
             f"--web.listen-address=127.0.0.1:{cls.port}"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        cls.addClassCleanup(prometheus.wait, 30)
        cls.addClassCleanup(prometheus.terminate)
        cls.until(lambda: len(cls.query("up")) == 2 and cls.query("rate(baton_connections_opened_total[5s])"), "two scrapes")

    @classmethod
    def until(cls, check, what):
        end = time.monotonic() + WITHIN_S
        while not check():
            if time.monotonic() > end:
                raise TimeoutError(what)
            time.sleep(0.2)

    @classmethod
    def api(cls, path, **parameters):
        url = f"http://127.0.0.1:{cls.port}/api/v1/{path}?{urllib.parse.urlencode(parameters)}"
        try:
            with urllib.request.urlopen(url, timeout=WITHIN_S) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            if error.code == 503:
                return None  # it reads its log of writes
            raise AssertionError(f"{parameters}: {error.read().decode()}") from error
        except OSError:
            return None  # it starts

    @classmethod
    def query(cls, expression):
        return (cls.api("query", query=expression) or {"result": []})["result"]

    def test_metrics_require_the_token(self):
        up = {series["metric"]["job"]: series["value"][1] for series in self.query("up")}
        self.assertEqual(up, {"baton": "1", "stranger": "0"})
        targets = self.api("targets")["activeTargets"]
        errors = {target["labels"]["job"]: target["lastError"] for target in targets}
        self.assertEqual(errors["baton"], "")
        self.assertIn("401", errors["stranger"])
        refused = self.query('sum(baton_refused_total{job="baton",cause="signature"})')
        self.assertGreater(float(refused[0]["value"][1]), 0, "wrong tokens are counted")

    def test_the_rules_are_evaluated_and_none_fires(self):
        groups = lambda: self.api("rules")["groups"]
        self.until(lambda: all(rule["health"] == "ok" for group in groups() for rule in group["rules"]), "an evaluation")
        states = {rule["name"]: rule["state"] for group in groups() for rule in group["rules"]}
        self.assertEqual(set(states), set(rules()))
        # The stranger's job is not called baton.
        self.assertEqual({name for name, state in states.items() if state != "inactive"}, set())

    def test_each_expression_of_the_dashboard_is_answered(self):
        asked = expressions(json.loads(DASHBOARD.read_text()))
        answered = 0
        for expression in asked:
            with self.subTest(expression):
                expression = expression.replace("$__rate_interval", "5s")
                answered += bool(self.query(re.sub(r"\$(?!__)\w+", ".*", expression)))
        # Those of databases, webhooks, hooks and TLS have no series here.
        self.assertGreater(answered, len(asked) / 2)


if __name__ == "__main__":
    unittest.main()
