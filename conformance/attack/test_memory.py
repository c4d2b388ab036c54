"""Memory that a wave of clients took is given back when they have left."""

import unittest

from attack import MIB, Attack, wait_until

SOCKETS, CHANNELS = 20, 5_000
# The server looks every few seconds.
WITHIN_S = 60


class Wave(Attack):
    apps = ({"channels_per_connection": CHANNELS},)

    def test_memory_falls_when_subscribers_have_left(self):
        before = self.vitals.resident()
        sockets = [self.connect() for _ in range(SOCKETS)]
        for number, socket in enumerate(sockets):
            for n in range(CHANNELS):
                socket.say({"event": "pusher:subscribe", "data": {"channel": f"wave-{number}-{n}"}})
                if n % 500 == 0:
                    socket.settle()
            socket.settle(within=30)
        self.assertEqual(self.metric("baton_subscriptions"), SOCKETS * CHANNELS)
        self.assertGreater(self.vitals.resident(), before + 30 * MIB, "there was no wave")
        for socket in sockets:
            socket.close()
        self.assertIsNotNone(wait_until(lambda: self.metric("baton_subscriptions") == 0, 30))
        fallen = wait_until(lambda: self.vitals.resident() <= 2 * before, WITHIN_S, step=0.5)
        self.assertIsNotNone(fallen, f"{self.vitals.resident() / MIB:.1f} MiB, {before / MIB:.1f} before the wave")


if __name__ == "__main__":
    unittest.main()
