"""Reverb's rate limit under Reverb's names: so many messages a window, then errors, and the connection stays."""

import json
import time
import unittest

from attack import Server
from socket_client import Socket

PING = {"event": "pusher:ping", "data": {}}
WITHIN_S = 30


def served(**names):
    return Server([{}], environment={f"REVERB_APP_RATE_LIMIT{name}": value for name, value in names.items()})


def answer(client):
    """What a ping is answered: `pong`, or the code of an error."""
    message = json.loads(client.read(WITHIN_S)[1])
    return "pong" if message["event"] == "pusher:pong" else message["data"]["code"]


class MessageWindows(unittest.TestCase):
    def client(self, server):
        self.addCleanup(server.stop)
        client = Socket(server)
        self.addCleanup(client.close)
        client.greeted()
        return client

    def test_the_defaults_let_60_messages_through_and_answer_the_next_with_an_error(self):
        client = self.client(served(ING_ENABLED="true"))
        for _ in range(63):
            client.say(PING)
        self.assertEqual([answer(client) for _ in range(63)], ["pong"] * 60 + [4301] * 3)

    def test_a_window_ends(self):
        client = self.client(served(ING_ENABLED="true", _MAX_ATTEMPTS="3", _DECAY_SECONDS="1"))
        self.until(client, 4301)
        self.until(client, "pong")

    def until(self, client, wanted):
        deadline = time.monotonic() + WITHIN_S
        while True:
            client.say(PING)
            if answer(client) == wanted:
                return
            self.assertLess(time.monotonic(), deadline, f"no {wanted}")


if __name__ == "__main__":
    unittest.main()
