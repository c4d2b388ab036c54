"""Clients that subscribe and do not read (threat 9)."""

import time
import unittest

from attack import MIB, Attack, wait_until
from socket_client import publish

# The kernel holds what it can between the server and a client that does not read; publishing goes on until the
# server's own queue is over its limit, and no longer than this.
ENOUGH_BYTES = 24 * MIB
EVENT = "x" * 10_000
BATCH = 10


def subscribed(test, channel, **options):
    socket = test.connect(**options)
    socket.say({"event": "pusher:subscribe", "data": {"channel": channel}})
    socket.event("pusher_internal:subscription_succeeded")
    return socket


class Backlog(Attack):
    settings = {"outbox_bytes": MIB}

    def flood(self, channel, until):
        for _ in range(0, ENOUGH_BYTES, len(EVENT) * BATCH):
            self.assertIn(publish(self.server, channel, EVENT, BATCH), (200, 503))
            if until():
                return True
        return False

    def test_one_that_reads_nothing_is_closed_and_counted(self):
        before = self.metric("baton_slow_clients_closed_total")
        with self.grows_less_than(8 * MIB), subscribed(self, "flooded", receive_buffer=4096) as slow:
            counted = self.flood("flooded", lambda: self.metric("baton_slow_clients_closed_total") > before)
            self.assertTrue(counted, "no slow client was counted")
            self.assertIn(slow.close_code(within=10), (4100, None))

    def test_many_cost_a_bounded_memory_and_a_fast_reader_gets_all(self):
        slow = [subscribed(self, "crowded", receive_buffer=4096) for _ in range(30)]
        fast = subscribed(self, "crowded")
        before = self.metric("baton_slow_clients_closed_total")
        received = 0
        with self.grows_less_than(30 * MIB + 8 * MIB):
            for _ in range(60):
                publish(self.server, "crowded", EVENT, BATCH)
                for _ in range(BATCH):
                    fast.event("e")
                    received += 1
        self.assertEqual(received, 600)
        self.assertIsNotNone(
            wait_until(lambda: self.metric("baton_slow_clients_closed_total") >= before + 30, 15), "slow clients closed"
        )
        # Until they have been silent for outbox_age_s, they may still read on to the reason.
        self.assertIsNotNone(wait_until(lambda: self.metric("baton_outbox_bytes") == 0, 15), "their memory is given back")
        for socket in (*slow, fast):
            socket.close()


class Age(Attack):
    settings = {"outbox_age_s": 1, "outbox_bytes": 64 * MIB}

    def test_a_little_that_waits_too_long_is_enough(self):
        before = self.metric("baton_slow_clients_closed_total")
        with subscribed(self, "stale", receive_buffer=4096):
            # Enough to fill the kernel's buffers, far from the limit in bytes.
            while self.metric("baton_outbox_bytes") == 0:
                publish(self.server, "stale", EVENT, BATCH)
            began = time.monotonic()
            counted = wait_until(lambda: self.metric("baton_slow_clients_closed_total") > before, 5)
            self.assertIsNotNone(counted)
            self.assertGreater(time.monotonic() - began, 0.5)


if __name__ == "__main__":
    unittest.main(verbosity=2)
