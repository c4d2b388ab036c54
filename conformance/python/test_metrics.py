"""The metrics, as promtool and Prometheus read them: the exposition is valid, a histogram has its quantiles, and each alarm of the
manual can be evaluated."""

import json
import math
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

import pusher
from harness.server import REPOSITORY, Server
from harness.waiting import free_port

WITHIN_S = 60
# Metrics that only a server with TLS, with acme_domains, with jwks_url, with a database, with a table of apps or with
# otlp_endpoint has.
ELSEWHERE = ("baton_tls_", "baton_acme_", "baton_jwks_", "baton_database_", "baton_apps_database_", "baton_trace_")
OPENMETRICS = "application/openmetrics-text; version=1.0.0"


def get(url, accept="*/*"):
    request = urllib.request.Request(url, headers={"Accept": accept})
    with urllib.request.urlopen(request, timeout=WITHIN_S) as answer:
        return answer.read().decode()


def alarms():
    """The expressions in the table of alarms."""
    page = (REPOSITORY / "docs" / "operate.md").read_text()
    table = page.partition("| alarm |")[2].partition("\n\n")[0]
    return re.findall(r"^\| `(.+?)`", table, re.M)


class Prometheus:
    """A Prometheus that scrapes one server twice a second."""

    def __init__(self, target):
        self._folder = tempfile.mkdtemp(prefix="baton-prometheus-")
        config = pathlib.Path(self._folder) / "prometheus.yml"
        scrape = {"job_name": "baton", "scrape_interval": "500ms", "scrape_timeout": "500ms"}
        scrape["static_configs"] = [{"targets": [target]}]
        config.write_text(json.dumps({"scrape_configs": [scrape]}))  # JSON is YAML
        self.address = f"127.0.0.1:{free_port()}"
        self.log = open(pathlib.Path(self._folder) / "log", "w+")
        self.process = subprocess.Popen(
            ["prometheus", f"--config.file={config}", f"--storage.tsdb.path={self._folder}/data", f"--web.listen-address={self.address}"],
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )

    def query(self, expression):
        """The values that an expression has now, or `None` while nothing answers."""
        if self.process.poll() is not None:
            self.log.seek(0)
            raise RuntimeError(f"prometheus has ended: {self.log.read()}")
        try:
            text = get(f"http://{self.address}/api/v1/query?query={urllib.parse.quote(expression)}")
        except (ConnectionError, urllib.error.URLError) as error:
            if isinstance(error, urllib.error.HTTPError) and error.code == 400:
                raise AssertionError(f"{expression}: {error.read().decode()}") from None
            return None
        return [float(sample["value"][1]) for sample in json.loads(text)["data"]["result"]]

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.log.close()
        shutil.rmtree(self._folder, ignore_errors=True)


class Metrics(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Nobody listens there: its metrics are shown for all that.
        nowhere = {"url": "http://127.0.0.1:1/"}
        hooks = [{**nowhere, "events": ["publish"], "channel_prefix": "asked"}]
        data = tempfile.TemporaryDirectory(prefix="baton-metrics-")
        cls.addClassCleanup(data.cleanup)
        app = {"id": "1000", "webhooks": [nowhere], "hooks": hooks, "recovery": True}
        cls.server = Server([app], {"history_store": f"{data.name}/history"})
        cls.addClassCleanup(cls.server.stop)
        cls.address = f"127.0.0.1:{cls.server.port}"
        cls.listener = cls.subscribed()
        app = cls.server.app
        cls.api = pusher.Pusher(
            app_id=app["id"], key=app["key"], secret=app["secret"], host=cls.server.host, port=cls.server.port, ssl=False
        )
        cls.api.trigger("room", "event", {})

    @classmethod
    def subscribed(cls):
        """A socket that gets messages, which is all that it is for."""
        taken = socket.create_connection(("127.0.0.1", cls.server.port), timeout=WITHIN_S)
        cls.addClassCleanup(taken.close)
        head = f"GET /app/{cls.server.app['key']}?protocol=7 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        head += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        text = b'{"event":"pusher:subscribe","data":{"channel":"room"}}'
        taken.sendall(head.encode() + bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
        received = b""
        while b"subscription_succeeded" not in received:
            received += taken.recv(4096)
        return taken

    def test_promtool_finds_nothing_wrong(self):
        text = get(f"http://{self.address}/metrics")
        done = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True, timeout=WITHIN_S)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_histogram_ends_in_infinity_and_counts_everything_there(self):
        for accept in ("*/*", OPENMETRICS):
            text = get(f"http://{self.address}/metrics", accept)
            buckets = re.findall(r'^baton_delivery_seconds_bucket\{le="(.+?)"\} (\d+)$', text, re.M)
            count = re.search(r"^baton_delivery_seconds_count (\d+)$", text, re.M)[1]
            self.assertEqual(buckets[-1], ("+Inf", count))
            self.assertTrue(all(math.isfinite(float(bound)) and float(bound) < 1e6 for bound, _ in buckets[:-1]), buckets)

    def test_prometheus_computes_what_the_manual_tells_to_watch(self):
        prometheus = Prometheus(self.address)
        self.addCleanup(prometheus.stop)
        quantile = "histogram_quantile(0.99, rate(baton_delivery_seconds_bucket[5m]))"
        values = self.wait_for(prometheus, quantile, lambda values: not math.isnan(values[0]))
        self.assertTrue(0 < values[0] < WITHIN_S, values)
        expressions = alarms()
        self.assertGreater(len(expressions), 5)
        for expression in expressions:
            with self.subTest(expression):
                self.assertIsNotNone(prometheus.query(expression))
                for name in set(re.findall(r"\b(?:baton|process)_\w+", expression)):
                    if not name.startswith(ELSEWHERE):
                        self.wait_for(prometheus, f"count({name})")

    def wait_for(self, prometheus, expression, holds=bool):
        """The values of an expression once it has some: a scrape that comes too late leaves a gap."""
        deadline = time.monotonic() + WITHIN_S
        while not (values := prometheus.query(expression)) or not holds(values):
            self.assertLess(time.monotonic(), deadline, f"{expression} is {values}")
            self.api.trigger("room", "event", {})
            time.sleep(0.1)
        return values


if __name__ == "__main__":
    unittest.main()
