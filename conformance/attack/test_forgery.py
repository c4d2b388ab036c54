"""Requests that were signed by somebody else, long ago, or for something else (threats 15, 18, 21)."""

import json
import unittest

from attack import Attack
from socket_client import exchange, post, signed_query, status_of

PATH = "/apps/app-id/events"
BODY = json.dumps({"name": "e", "channels": ["c"], "data": "d"}).encode()


class Requests(Attack):
    apps = ({}, {"id": "other", "key": "other-key", "secret": "other-secret"})

    def status(self, query, body=BODY, **options):
        return status_of(exchange(self.server, post(self.server, "/events", body, query, **options), within=2))

    def test_the_right_request_passes(self):
        self.assertEqual(self.status(signed_query(self.server.app, "POST", PATH, BODY)), 200)

    def test_timestamps(self):
        for stamp in ("0", "-1", "1e9", "1700000000", "99999999999999999999", "0x10", "", "%201", "NaN", "2147483648"):
            query = signed_query(self.server.app, "POST", PATH, BODY, auth_timestamp=stamp)
            self.assertEqual(self.status(query), 401, stamp)

    def test_another_app_s_key_and_secret(self):
        self.assertEqual(self.status(signed_query(self.server.apps[1], "POST", PATH, BODY)), 401)

    def test_a_signature_for_another_method_or_path(self):
        for method, path in (("GET", PATH), ("POST", "/apps/app-id/batch_events"), ("POST", "/apps/other/events")):
            self.assertEqual(self.status(signed_query(self.server.app, method, path, BODY)), 401)

    def test_bodies(self):
        good = signed_query(self.server.app, "POST", PATH, BODY)
        self.assertEqual(self.status(good, BODY[:-1] + b" }"), 401)
        self.assertEqual(self.status(signed_query(self.server.app, "POST", PATH), BODY), 401)
        wrong = signed_query(self.server.app, "POST", PATH, BODY, body_md5="0" * 32)
        self.assertEqual(self.status(wrong), 401)

    def test_parameters_given_twice_or_in_capitals(self):
        good = signed_query(self.server.app, "POST", PATH, BODY)
        for more in ("&auth_key=other-key", "&auth_timestamp=1", "&body_md5=0", "&auth_signature=0", "&AUTH_KEY=x"):
            self.assertEqual(self.status(good + more), 401, more)

    def test_rubbish_for_a_signature(self):
        base = signed_query(self.server.app, "POST", PATH, BODY).rpartition("=")[0]
        for signature in ("", "0", "z" * 64, "0" * 63, "0" * 65, "%00" * 64, "%C3%A9" * 32, "0" * 10_000):
            self.assertEqual(self.status(f"{base}={signature}"), 401, signature[:20])

    def test_a_replay_with_its_key_is_one_message(self):
        with self.connect() as socket:
            socket.say({"event": "pusher:subscribe", "data": {"channel": "c"}})
            socket.event("pusher_internal:subscription_succeeded")
            query = signed_query(self.server.app, "POST", PATH, BODY)
            for _ in range(5):
                self.assertEqual(self.status(query, headers=["X-Idempotency-Key: once"]), 200)
            socket.event("e")
            socket.say({"event": "pusher:ping"})
            self.assertIn(b"pusher:pong", socket.read()[1])

    def test_keys_that_try_to_be_more(self):
        for n, key in enumerate(("x" * 5_000, "é", "a b", "*", "")):
            query = signed_query(self.server.app, "POST", PATH, BODY)
            self.assertIn(self.status(query, headers=[f"X-Idempotency-Key: {key}"]), (200, 400, 431), n)


if __name__ == "__main__":
    unittest.main(verbosity=2)
