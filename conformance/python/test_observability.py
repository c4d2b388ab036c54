"""What operators see of single requests: ids, the access log, and traces as OpenTelemetry's own package reads them."""

import hashlib
import hmac
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import threading
import time
import unittest

from harness.http_receiver import HttpReceiver
from harness.postgres import Postgres
from harness.server import BINARY, Server
from harness.tokens import JWT_SECRET, token
from harness.waiting import until
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest, ExportTraceServiceResponse
from websockets.sync.client import connect

WITHIN_S = 20
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = "00f067aa0ba902b7"
SERVER, CLIENT, PRODUCER = 2, 3, 4
# What must stand in no line and no span.
SECRET = "a secret of the app of these tests"
SECRETS = (SECRET, SECRET.replace(" ", "%20"), "payload of a message", "auth_signature", "a secret header", "eyJ")


def signed(app, path, body=b"", method="POST"):
    """The target of a signed call."""
    query = f"auth_key={app['key']}&auth_timestamp={int(time.time())}&auth_version=1.0&body_md5={hashlib.md5(body).hexdigest()}"
    text = f"{method}\n{path}\n{query}"
    signature = hmac.new(app["secret"].encode(), text.encode(), hashlib.sha256).hexdigest()
    return f"{path}?{query}&auth_signature={signature}"


def event(channel="room", name="greeting"):
    return json.dumps({"name": name, "channel": channel, "data": "payload of a message"}).encode()


class Caller:
    """Calls one server, each time over a connection of its own."""

    def __init__(self, server):
        self.server = server

    def call(self, method, target, body=None, headers={}):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=WITHIN_S)
        try:
            connection.request(method, target, body, headers)
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def publish(self, body=None, headers={}, path=None):
        body = body or event()
        path = path or f"/apps/{self.server.app['id']}/events"
        return self.call("POST", signed(self.server.app, path, body), body, {"Content-Type": "application/json", **headers})

    def metric(self, name):
        text = self.call("GET", "/metrics")[2].decode()
        return sum(float(value) for value in re.findall(rf"^{name}(?:{{.*}})? (\S+)$", text, re.M))

    def websocket(self, **options):
        return connect(f"ws://127.0.0.1:{self.server.port}/app/{self.server.app['key']}?protocol=7", **options)


class Lines(Caller):
    """The JSON lines of a server's log."""

    def lines(self, message):
        records = [json.loads(line) for line in list(self.server.log) if line.startswith("{")]
        return [record for record in records if record["message"] == message]

    def line(self, message, **fields):
        fits = lambda record: all(record.get(name) == value for name, value in fields.items())
        found = lambda: next((record for record in self.lines(message) if fits(record)), None)
        return until(found, f"no line {message!r} with {fields}: {''.join(self.server.log)[-2000:]}")


class RequestIds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(settings={"log_level": "debug", "log_format": "json"})
        cls.addClassCleanup(cls.server.stop)
        cls.caller = Lines(cls.server)

    def test_the_callers_id_comes_back_from_loops_and_from_hyper(self):
        for target in ("/up", "/apps/app-id/events", "/nothing"):
            for method in ("GET", "POST"):
                _, headers, _ = self.caller.call(method, target, headers={"X-Request-Id": "its.own-id_1"})
                self.assertEqual(headers["x-request-id"], "its.own-id_1", (method, target))
        status, headers, _ = self.caller.publish(headers={"X-Request-Id": "of-a-publish"})
        self.assertEqual((status, headers["x-request-id"]), (200, "of-a-publish"))

    def test_without_one_hyper_makes_one_and_a_loop_does_not(self):
        ids = {self.caller.call("GET", "/up")[1]["x-request-id"] for _ in range(3)}
        self.assertEqual(len(ids), 3)
        for one in ids:
            self.assertRegex(one, "^[0-9a-f]{32}$")
        self.assertNotIn("x-request-id", self.caller.publish()[1])

    def test_an_id_of_another_form_is_replaced(self):
        for wrong in ("a b", "x" * 129, "a\"b", "<script>"):
            _, headers, _ = self.caller.call("GET", "/up", headers={"X-Request-Id": wrong})
            self.assertRegex(headers["x-request-id"], "^[0-9a-f]{32}$")

    def test_refusals_name_the_request(self):
        for target, one in (("/apps/nobody/events", "refused-in-a-loop"), ("/apps/nobody/channels", "refused-in-hyper")):
            method = "POST" if target.endswith("events") else "GET"
            self.caller.call(method, target, b"{}" if method == "POST" else None, {"X-Request-Id": one})
            self.caller.line("refused", request_id=one, cause="app")

    def test_a_refused_upgrade_has_its_id(self):
        asked = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
                 "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "X-Request-Id": "an-upgrade"}
        status, headers, _ = self.caller.call("GET", "/nowhere", headers=asked)
        self.assertEqual((status, headers["x-request-id"]), (404, "an-upgrade"))
        self.caller.line("refused", request_id="an-upgrade")

    def test_refusals_on_a_websocket_name_its_socket(self):
        with self.caller.websocket() as socket:
            opened = json.loads(json.loads(socket.recv())["data"])["socket_id"]
            socket.send(json.dumps({"event": "pusher:subscribe", "data": {"channel": "private-a", "auth": "app-key:wrong"}}))
            self.caller.line("refused", channel="private-a", socket=opened)


class AccessLog(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server([{"secret": SECRET}], {"access_log": "all", "log_format": "json", "log_level": "warn"})
        cls.addClassCleanup(cls.server.stop)
        cls.caller = Lines(cls.server)

    def test_a_request_has_a_line_from_loops_and_from_hyper(self):
        agent = {"User-Agent": "an agent/1.0", "X-Request-Id": "a-publish"}
        status, headers, body = self.caller.publish(headers=agent)
        line = self.caller.line("request", request_id="a-publish")
        self.assertEqual((status, headers["x-request-id"]), (200, "a-publish"))
        expected = {"method": "POST", "path": "/apps/app-id/events", "http": "1.1", "status": 200, "bytes": len(body),
                    "app": "app-id", "client": "127.0.0.1", "user_agent": "an agent/1.0", "level": "INFO"}
        self.assertEqual({name: line[name] for name in expected}, expected)
        self.assertLess(line["duration_ms"], 5_000)
        self.caller.call("GET", "/up?apikey=a%20secret%20header", headers={"X-Request-Id": "an-up"})
        line = self.caller.line("request", request_id="an-up")
        self.assertEqual((line["path"], line["status"]), ("/up", 200))
        self.assertIn("x-request-id", self.caller.publish()[1])

    def test_what_is_refused_has_one_too(self):
        self.caller.call("POST", "/apps/app-id/events?auth_signature=x", b"{}", {"X-Request-Id": "unsigned"})
        self.assertEqual(self.caller.line("request", request_id="unsigned")["status"], 401)
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=WITHIN_S) as raw:
            raw.sendall(b"\x00 nonsense\r\n\r\n")
            raw.recv(1000)
        self.caller.line("request", status=400, method="-", path="-")
        asked = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
                 "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "X-Request-Id": "not-upgraded"}
        self.caller.call("GET", "/nowhere?token=x", headers=asked)
        self.assertEqual(self.caller.line("request", request_id="not-upgraded")["status"], 404)

    def test_a_websocket_has_one_line_at_its_end(self):
        with self.caller.websocket(additional_headers={"X-Request-Id": "a-socket"}) as socket:
            self.assertEqual(socket.response.headers["X-Request-Id"], "a-socket")
            opened = json.loads(json.loads(socket.recv())["data"])["socket_id"]
            for channel in ("a", "b"):
                socket.send(json.dumps({"event": "pusher:subscribe", "data": {"channel": channel}}))
                socket.recv()
            time.sleep(0.05)
            self.assertEqual([one for one in self.caller.lines("websocket") if one["request_id"] == "a-socket"], [])
        line = self.caller.line("websocket", request_id="a-socket")
        expected = {"protocol": "pusher", "app": "app-id", "socket": opened, "messages_in": 2, "code": 1000,
                    "closed_by": "client", "client": "127.0.0.1"}
        self.assertEqual({name: line[name] for name in expected}, expected)
        self.assertGreaterEqual(line["duration_ms"], 50)
        self.assertEqual([one for one in self.caller.lines("request") if one["request_id"] == "a-socket"], [])

    def test_the_server_s_close_is_told_with_its_reason(self):
        with self.caller.websocket(additional_headers={"X-Request-Id": "binary"}) as socket:
            socket.recv()
            socket.send(b"\x00")
            line = self.caller.line("websocket", request_id="binary")
        self.assertEqual((line["code"], line["closed_by"]), (1003, "server"))
        self.assertTrue(line["reason"])

    def test_no_line_has_a_secret(self):
        self.caller.publish()
        self.caller.call("POST", "/apps/app-id/" + SECRET.replace(" ", "%20"), b"{}", {"X-Request-Id": "secret-path"})
        self.caller.line("request", request_id="secret-path")
        self.caller.call("GET", "/up%3Fapikey=" + SECRET.replace(" ", "%20"), headers={"X-Request-Id": "encoded-query"})
        self.assertEqual(self.caller.line("request", request_id="encoded-query")["path"], "/up…")
        with self.caller.websocket(additional_headers={"X-Request-Id": "secret-reason"}) as socket:
            socket.close(4000, f"it is {SECRET}")
        self.assertEqual(self.caller.line("websocket", request_id="secret-reason")["reason"], "it is ********")
        text = "".join(self.server.log)
        for secret in SECRETS:
            self.assertNotIn(secret, text)

    def test_lines_are_text_where_the_log_is(self):
        server = Server(settings={"access_log": "errors"})
        self.addCleanup(server.stop)
        caller = Caller(server)
        caller.call("GET", "/up", headers={"X-Request-Id": "well"})
        caller.call("GET", "/nothing", headers={"X-Request-Id": "not-found"})
        line = until(lambda: next((line for line in server.log if "request_id=not-found" in line), None), "no line")
        begin = r"Z  INFO request request_id=not-found client=127.0.0.1 method=GET path=/nothing http=1.1 status=404 "
        self.assertRegex(line, begin)
        self.assertNotIn("well", "".join(server.log))

    def test_a_reload_switches_it_on(self):
        server = Server()
        self.addCleanup(server.stop)
        caller = Caller(server)
        caller.call("GET", "/up", headers={"X-Request-Id": "before"})
        server.config.write_text(f"access_log = 'all'\n{server.config.read_text()}")
        os.kill(server.pid, signal.SIGHUP)

        def is_on():
            caller.call("GET", "/up", headers={"X-Request-Id": "after"})
            return "request_id=after" in "".join(server.log)

        until(is_on, "no line after the reload")
        self.assertNotIn("request_id=before", "".join(server.log))

    def test_lines_over_the_limit_are_dropped_and_counted(self):
        server = Server(settings={"access_log": "all", "access_log_per_second": 5})
        self.addCleanup(server.stop)
        caller = Caller(server)
        for _ in range(50):
            caller.call("GET", "/up")
        until(lambda: caller.metric("baton_log_lines_dropped_total") > 0, "nothing was dropped")

    def test_a_standard_error_that_nobody_reads_holds_up_nobody(self):
        settings = ["--access-log", "all", "--access-log-per-second", "10000000", "--loops", "1", "--listen", "127.0.0.1:0"]
        process = subprocess.Popen(
            [BINARY, "serve", *settings], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.addCleanup(lambda: (process.stdout.close(), process.stderr.close()))
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        found = re.search(r":(\d+)$", process.stdout.readline().strip())
        server = type("Blocked", (), {"port": int(found[1])})()
        caller = Caller(server)
        head = f"POST /apps/nobody/events?x HTTP/1.1\r\nHost: x\r\nUser-Agent: {'a' * 190}\r\nContent-Length: 2\r\n\r\n{{}}"
        count = 9_000
        with socket.create_connection(("127.0.0.1", server.port), timeout=WITHIN_S) as raw:
            sender = threading.Thread(target=raw.sendall, args=((head * count).encode(),), daemon=True)
            sender.start()
            answers, rest = 0, b""
            while answers < count:
                rest += raw.recv(1 << 16)
                answers += rest.count(b"HTTP/1.1 ")
                rest = rest[-8:] if b"HTTP/1.1 " not in rest[-8:] else b""
            sender.join()
        self.assertGreater(caller.metric("baton_log_lines_dropped_total"), 0)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(WITHIN_S), 0)


class Collector(HttpReceiver):
    """Takes spans, and decodes them as OpenTelemetry's own package does."""

    def __init__(self, answer=lambda _: (200, {"Content-Type": "application/x-protobuf"}, b"")):
        super().__init__(answer)

    def spans(self):
        """Each span as a dictionary."""
        found = []
        for request in self.requests():
            message = ExportTraceServiceRequest()
            message.ParseFromString(request.body)
            for of_resource in message.resource_spans:
                resource = {one.key: one.value.string_value for one in of_resource.resource.attributes}
                for scope in of_resource.scope_spans:
                    found += [self._span(span, resource) for span in scope.spans]
        return found

    @staticmethod
    def _span(span, resource):
        value = lambda one: getattr(one, one.WhichOneof("value"))
        return {
            "name": span.name, "kind": span.kind, "trace": span.trace_id.hex(), "id": span.span_id.hex(),
            "parent": span.parent_span_id.hex(), "start": span.start_time_unix_nano, "end": span.end_time_unix_nano,
            "attributes": {one.key: value(one.value) for one in span.attributes}, "error": span.status.code == 2,
            "links": [link.trace_id.hex() for link in span.links], "resource": resource,
        }

    def span(self, **fields):
        """The first span that has these."""
        fits = lambda span: all(span[name] == value for name, value in fields.items())
        return until(lambda: next((span for span in self.spans() if fits(span)), None), f"no span with {fields}: {self.spans()}")


class Traces(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.collector, cls.hook, cls.webhook = Collector(), HttpReceiver(lambda _: (204, {}, b"")), HttpReceiver()
        for receiver in (cls.collector, cls.hook, cls.webhook):
            cls.addClassCleanup(receiver.stop)
        app = {
            "secret": SECRET,
            "hooks": [{"url": f"{cls.hook.url}/hook?key=a%20secret%20header", "events": ["publish"], "channel_prefix": "asked"}],
            "webhooks": [{"url": f"{cls.webhook.url}/webhook"}],
        }
        settings = {"otlp_endpoint": cls.collector.url, "otlp_headers": "authorization=a%20secret%20header", "otlp_sample_ratio": 1}
        cls.server = Server([app], {**settings, "log_level": "debug", "log_format": "json"})
        cls.addClassCleanup(cls.server.stop)
        cls.caller = Lines(cls.server)

    def parent(self, sampled=True):
        """A trace of its own for a test, and the header that names it."""
        trace = os.urandom(16).hex()
        return trace, {"traceparent": f"00-{trace}-{PARENT}-0{int(sampled)}"}

    def test_a_publish_in_a_loop_has_two_spans(self):
        trace, headers = self.parent()
        self.caller.publish(headers={**headers, "X-Request-Id": "traced"})
        request = self.collector.span(trace=trace, kind=SERVER)
        self.assertEqual((request["parent"], request["name"]), (PARENT, "POST /apps/{app_id}/events"))
        expected = {
            "http.request.method": "POST", "url.path": "/apps/app-id/events", "http.route": "/apps/{app_id}/events",
            "http.response.status_code": 200, "client.address": "127.0.0.1", "baton.app.id": "app-id",
            "baton.request.id": "traced",
        }
        self.assertEqual({name: request["attributes"].get(name) for name in expected}, expected)
        publish = self.collector.span(trace=trace, kind=PRODUCER)
        self.assertEqual((publish["parent"], publish["name"]), (request["id"], "publish"))
        expected = {
            "messaging.system": "baton", "messaging.operation.type": "send", "messaging.operation.name": "publish",
            "messaging.destination.name": "room", "messaging.message.body.size": len('"payload of a message"'),
            "baton.event.name": "greeting", "baton.subscriptions": 0,
        }
        self.assertEqual(publish["attributes"], expected)
        self.assertTrue(request["start"] <= publish["start"] <= publish["end"] <= request["end"])
        self.assertEqual(request["resource"]["service.name"], "baton")

    def test_the_collector_gets_protobuf_and_the_headers(self):
        self.caller.publish()
        for request in self.collector.wait(1):
            self.assertEqual(request.path, "/v1/traces")
            self.assertEqual(request.headers["content-type"], "application/x-protobuf")
            self.assertEqual(request.headers["authorization"], "a secret header")

    def test_without_a_parent_a_trace_begins_and_lines_name_it(self):
        self.caller.call("GET", "/apps/nobody/channels", headers={"X-Request-Id": "begins-a-trace"})
        spans = lambda: [one for one in self.collector.spans() if one["attributes"].get("baton.request.id") == "begins-a-trace"]
        [span] = until(spans, "no span")
        self.assertEqual((span["parent"], span["error"]), ("", False))
        self.assertEqual(self.caller.line("refused", request_id="begins-a-trace")["trace_id"], span["trace"])

    def test_a_hook_is_asked_within_the_trace(self):
        trace, headers = self.parent()
        self.caller.publish(event("asked-room"), {**headers, "X-Request-Id": "asks-a-hook"})
        request = self.collector.span(trace=trace, kind=SERVER)
        hook = self.collector.span(trace=trace, kind=CLIENT)
        self.assertEqual((hook["parent"], hook["name"]), (request["id"], "POST hook"))
        self.assertEqual(hook["attributes"]["http.response.status_code"], 204)
        self.assertEqual(hook["attributes"]["url.full"], f"{self.hook.url}/hook")
        asked = [one for one in self.hook.requests() if one.headers["x-request-id"] == "asks-a-hook"]
        self.assertEqual([one.headers["traceparent"] for one in asked], [f"00-{trace}-{hook['id']}-01"])
        self.collector.span(trace=trace, kind=PRODUCER, parent=request["id"])

    def test_an_unsampled_trace_is_passed_on_and_not_recorded(self):
        trace, headers = self.parent(sampled=False)
        self.caller.publish(event("asked-room"), {**headers, "X-Request-Id": "unsampled"})
        [asked] = [one for one in self.hook.requests() if one.headers["x-request-id"] == "unsampled"]
        self.assertRegex(asked.headers["traceparent"], f"^00-{trace}-[0-9a-f]{{16}}-00$")
        later, headers = self.parent()
        self.caller.publish(headers=headers)
        self.collector.span(trace=later, kind=PRODUCER)
        self.assertNotIn(trace, [span["trace"] for span in self.collector.spans()])

    def test_a_webhook_is_a_trace_with_the_request_s_id(self):
        with self.caller.websocket() as socket:
            socket.recv()
            socket.send(json.dumps({"event": "pusher:subscribe", "data": {"channel": "occupied"}}))
            socket.recv()
            sent = self.webhook.wait(1)[0]
            span = self.collector.span(name="POST webhook", trace=sent.headers["x-baton-webhook-id"])
        self.assertEqual(sent.headers["traceparent"], f"00-{span['trace']}-{span['id']}-01")
        expected = {"http.response.status_code": 200, "url.full": f"{self.webhook.url}/webhook", "baton.webhook.attempt": 1,
                    "messaging.batch.message_count": 1, "baton.app.id": "app-id", "baton.webhook.id": span["trace"]}
        self.assertEqual({name: span["attributes"].get(name) for name in expected}, expected)
        upgrade = self.collector.span(name="GET /app/{key}")
        self.assertEqual((upgrade["kind"], upgrade["attributes"]["http.response.status_code"]), (SERVER, 101))

    def test_of_many_publishes_of_one_request_some_have_spans(self):
        trace, headers = self.parent()
        body = json.dumps({"name": "e", "channels": [f"c-{n}" for n in range(100)], "data": "x"}).encode()
        self.assertEqual(self.caller.publish(body, headers)[0], 200)
        request = self.collector.span(trace=trace, kind=SERVER)
        later, headers = self.parent()
        self.caller.publish(headers=headers)
        self.collector.span(trace=later, kind=SERVER)
        publishes = [one for one in self.collector.spans() if one["trace"] == trace and one["parent"] == request["id"]]
        self.assertEqual(len(publishes), 32)

    def test_nothing_secret_is_in_a_span_or_a_line(self):
        trace, headers = self.parent()
        self.caller.publish(event("asked-room"), headers)
        self.collector.span(trace=trace, kind=PRODUCER)
        text = repr(self.collector.spans()) + "".join(self.server.log)
        for secret in SECRETS:
            self.assertNotIn(secret, text)


class Settings(unittest.TestCase):
    def test_opentelemetry_s_own_variables_work_beside_others(self):
        collector = Collector()
        self.addCleanup(collector.stop)
        environment = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, "OTEL_EXPORTER_OTLP_HEADERS": "x-tenant=7",
            "OTEL_SERVICE_NAME": "other", "OTEL_TRACES_SAMPLER_ARG": "1.0", "BATON_OTLP_SERVICE_NAME": "own",
            "REVERB_SERVER_PATH": "/prefix",
        }
        server = Server(environment=environment)
        self.addCleanup(server.stop)
        self.assertEqual(Caller(server).call("GET", "/prefix/up")[0], 200)
        span = collector.span(name="GET /up")
        self.assertEqual(span["resource"]["service.name"], "own")
        self.assertEqual(collector.requests()[0].headers["x-tenant"], "7")

    def test_the_ratio_decides_where_no_parent_does(self):
        collector = Collector()
        self.addCleanup(collector.stop)
        server = Server(settings={"otlp_endpoint": collector.url, "otlp_sample_ratio": 0.0})
        self.addCleanup(server.stop)
        caller = Caller(server)
        for _ in range(20):
            caller.call("GET", "/up")
        caller.call("GET", "/up", headers={"traceparent": f"00-{TRACE}-{PARENT}-01"})
        collector.span(trace=TRACE)
        self.assertEqual(len(collector.spans()), 1)

    def test_the_last_spans_are_sent_before_the_end(self):
        collector = Collector()
        self.addCleanup(collector.stop)
        server = Server(settings={"otlp_endpoint": collector.url, "otlp_sample_ratio": 1})
        Caller(server).call("GET", "/up")
        server.stop()
        self.assertEqual([span["name"] for span in collector.spans()], ["GET /up"])


class Policies(unittest.TestCase):
    """Questions to a database have spans."""

    def test_a_question_about_policies_is_a_part_of_the_trace(self):
        postgres = Postgres()
        self.addCleanup(postgres.stop)
        collector = Collector()
        self.addCleanup(collector.stop)
        app = {"jwt_secret": JWT_SECRET, "database_url": postgres.url()}
        server = Server([app], {"otlp_endpoint": collector.url, "otlp_sample_ratio": 1})
        self.addCleanup(server.stop)
        headers = {"Authorization": f"Bearer {token()}", "Content-Type": "application/json",
                   "traceparent": f"00-{TRACE}-{PARENT}-01"}
        body = json.dumps({"messages": [{"topic": "t", "event": "e", "payload": {"a": "payload of a message"}, "private": True}]})
        Caller(server).call("POST", "/realtime/v1/api/broadcast", body, headers)
        request = collector.span(trace=TRACE, kind=SERVER)
        query = collector.span(trace=TRACE, kind=CLIENT)
        self.assertEqual((query["parent"], query["name"]), (request["id"], "check policies"))
        expected = {"db.system.name": "postgresql", "db.system": "postgresql", "db.operation.name": "check policies",
                    "db.collection.name": "realtime.messages", "baton.app.id": "app-id"}
        self.assertEqual({name: query["attributes"].get(name) for name in expected}, expected)
        self.assertEqual(request["attributes"]["baton.app.id"], "app-id")
        for secret in SECRETS:
            self.assertNotIn(secret, repr(collector.spans()))


class HostileCollectors(unittest.TestCase):
    """A collector may be anything: clients are served, memory is bounded, and what is lost is counted."""

    def serve(self, answer, **settings):
        collector = Collector(answer)
        self.addCleanup(collector.stop)
        server = Server(settings={"otlp_endpoint": collector.url, "otlp_sample_ratio": 1, **settings})
        self.addCleanup(server.stop)
        return collector, server, Caller(server)

    @staticmethod
    def memory(server):
        status = pathlib.Path(f"/proc/{server.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def flood(self, server, count):
        """Requests over one connection that a loop answers; how long the slowest hundred took, in seconds."""
        head = f"POST /apps/{'n' * 150}/events HTTP/1.1\r\nHost: x\r\nUser-Agent: {'a' * 190}\r\nContent-Length: 2\r\n\r\n{{}}".encode()
        slowest = 0
        with socket.create_connection(("127.0.0.1", server.port), timeout=WITHIN_S) as raw:
            for _ in range(count // 100):
                began, answers = time.monotonic(), b""
                raw.sendall(head * 100)
                while answers.count(b"HTTP/1.1 ") < 100:
                    answers += raw.recv(1 << 16)
                slowest = max(slowest, time.monotonic() - began)
        return slowest

    def test_one_that_hangs(self):
        stop = threading.Event()
        self.addCleanup(stop.set)
        collector, server, caller = self.serve(lambda _: (stop.wait(WITHIN_S), (200, {}, b""))[1])
        self.flood(server, 1_000)
        collector.wait(1)
        before = self.memory(server)
        slowest = self.flood(server, 10_000)
        self.assertGreaterEqual(caller.metric("baton_trace_spans_dropped_total"), 5_000)
        self.assertLess(self.memory(server) - before, 32)
        self.assertLess(slowest, 2)
        began = time.monotonic()
        self.assertEqual(server.stop(), 0)
        self.assertLess(time.monotonic() - began, 6)

    def test_one_that_fails(self):
        collector, server, caller = self.serve(lambda _: (500, {}, b"no"))
        caller.call("GET", "/up")
        until(lambda: caller.metric("baton_trace_spans_dropped_total") > 0, "nothing is counted")
        until(lambda: any("it answered 500" in line for line in server.log), "no line")
        self.assertEqual(len([span for span in collector.spans() if span["name"] == "GET /up"]), 1, "500 is final")

    def test_one_that_is_busy_is_asked_again_when_it_says(self):
        answers = iter([(503, {"Retry-After": "1"}, b""), (429, {"Retry-After": "1"}, b"")])
        times = []
        answer = lambda _: (times.append(time.monotonic()), next(answers, (200, {}, b"")))[1]
        collector, server, caller = self.serve(answer)
        caller.call("GET", "/up")
        until(lambda: caller.metric("baton_trace_spans_exported_total") > 0, "nothing is taken")
        self.assertGreaterEqual(times[1] - times[0], 0.95)
        bodies = [request.body for request in collector.requests()[:3]]
        self.assertEqual(bodies, [bodies[0]] * 3, "the same request")
        self.assertEqual(caller.metric("baton_trace_spans_dropped_total"), 0)

    def test_one_that_answers_ten_megabytes(self):
        _, server, caller = self.serve(lambda _: (200, {}, b"x" * 10_000_000))
        before = self.memory(server)
        caller.call("GET", "/up")
        until(lambda: caller.metric("baton_trace_spans_exported_total") > 0, "nothing is counted")
        self.assertLess(self.memory(server) - before, 16)

    def test_one_that_takes_a_part(self):
        message = ExportTraceServiceResponse()
        message.partial_success.rejected_spans = 1
        message.partial_success.error_message = "of a strange kind"
        _, server, caller = self.serve(lambda _: (200, {}, message.SerializeToString()))
        caller.call("GET", "/up")
        until(lambda: caller.metric("baton_trace_spans_dropped_total") == 1, "nothing is counted")
        until(lambda: any("of a strange kind" in line for line in server.log), "no line")

    def test_one_that_redirects_is_not_followed(self):
        elsewhere = HttpReceiver()
        self.addCleanup(elsewhere.stop)
        _, _, caller = self.serve(lambda _: (307, {"Location": f"{elsewhere.url}/v1/traces"}, b""))
        caller.call("GET", "/up")
        until(lambda: caller.metric("baton_trace_spans_dropped_total") > 0, "nothing is counted")
        self.assertEqual(elsewhere.requests(), [])


if __name__ == "__main__":
    unittest.main()
