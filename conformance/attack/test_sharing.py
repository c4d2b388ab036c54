"""What strangers of one app do costs another app nothing of its share."""

import json
import unittest

from attack import Attack
from harness.tokens import JWT_SECRET, token
from socket_client import exchange, post, status_of


class Sharing(Attack):
    # Channels fall to 16 parts of the hub, which share the room out evenly.
    settings = {"history_bytes": 16 * 64 * 1024, "hub_channels": 16 * 64}
    apps = (
        {"secret": "the secret of a quiet app"},
        {"id": "loud", "key": "loud", "secret": "the secret of a loud app", "jwt_secret": JWT_SECRET,
         "public_broadcast": "supabase", "broadcasts_per_second": 0, "channels_per_connection": 10_000},
    )

    def flood(self, count, payload):
        """Strangers of the loud app broadcast on channels of all names."""
        messages = [{"topic": f"cache-{n}", "event": "e", "payload": {"x": payload}} for n in range(count)]
        body = json.dumps({"messages": messages}).encode()
        head = f"POST /realtime/v1/api/broadcast HTTP/1.1\r\nHost: x\r\nConnection: close\r\nauthorization: Bearer {token()}\r\n"
        answer = exchange(self.server, f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        return status_of(answer)

    def publish(self, channel, data):
        body = json.dumps({"name": "price", "channel": channel, "data": data}).encode()
        return status_of(exchange(self.server, post(self.server, "/events", body, headers=["Connection: close"])))

    def test_what_an_app_keeps_is_not_pushed_out(self):
        channels = [f"cache-price-{n}" for n in range(40)]
        for channel in channels:
            self.assertEqual(self.publish(channel, "x" * 100), 200)
        for _ in range(3):
            self.assertIn(self.flood(900, "y" * 1_000), (202, 503))
        for channel in channels:
            with self.connect() as late:
                late.say({"event": "pusher:subscribe", "data": {"channel": channel}})
                self.assertEqual(late.event("price")["data"], "x" * 100, channel)

    def test_its_channels_are_not_taken(self):
        with self.connect(path="/app/loud?protocol=7") as loud:
            for n in range(2_000):
                loud.say({"event": "pusher:subscribe", "data": {"channel": f"taken-{n}"}})
            loud.settle()
            with self.connect() as quiet:
                for n in range(40):
                    quiet.say({"event": "pusher:subscribe", "data": {"channel": f"mine-{n}"}})
                    quiet.event("pusher_internal:subscription_succeeded")


if __name__ == "__main__":
    unittest.main()
