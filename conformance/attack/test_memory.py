"""Memory has the bounds of docs/operate.md ("Sizing"), also with the longest names and the largest values; what a wave of clients took
is given back when they have left; and requests that wait have a bound."""

import hashlib
import hmac
import json
import threading
import time
import unittest
from urllib.parse import quote

from attack import MIB, Attack, wait_until
from harness.tokens import JWT_SECRET, token
from socket_client import dial, exchange

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


class Sizes(Attack):
    """The largest that clients can make of what is kept for them, against what the documentation says of it. Each test has a server of
    its own, which has not yet taken any memory."""

    names = 40_000
    name_bytes = 164
    members, info_bytes, rooms = 20, 8_192, 100
    kept_bytes = 8 * MIB
    settings = {"history_bytes": kept_bytes}
    apps = (
        {
            "channels_per_connection": 5_000,
            "presence_members": members,
            "presence_info_bytes": info_bytes,
            "history_messages": 10_000,
            "commands_per_second": 60_000,
            "client_events_per_second": 60_000,
        },
    )

    def setUp(self):
        super().setUp()
        self.sockets = []
        self.addCleanup(self.leave)
        self.before = self.vitals.resident()

    def leave(self):
        for socket in self.sockets:
            socket.close()

    def enter(self):
        self.sockets.append(self.connect())
        return self.sockets[-1]

    def grown(self):
        return self.vitals.resident() - self.before

    def join(self, socket, channel, user_id, user_info=None):
        member = json.dumps({"user_id": user_id, "user_info": user_info}, ensure_ascii=False)
        text = f"{socket.socket_id}:{channel}:{member}".encode()
        signature = hmac.new(self.server.app["secret"].encode(), text, hashlib.sha256).hexdigest()
        data = {"channel": channel, "auth": f"{self.server.app['key']}:{signature}", "channel_data": member}
        socket.say({"event": "pusher:subscribe", "data": data})

    def fill_names(self):
        for begin in range(0, self.names, 5_000):
            socket = self.enter()
            for n in range(begin, begin + 5_000):
                socket.say({"event": "pusher:subscribe", "data": {"channel": f"{n}-".ljust(self.name_bytes, "x")}})
                if n % 500 == 0:
                    socket.settle()
            socket.settle(within=30)

    def fill_history(self):
        """Messages of 10,000 users, whose ids are the longest: each is kept alone."""
        socket = self.enter()
        for n in range(10_000):
            channel = f"presence-kept-{n % 64}"
            self.join(socket, channel, f"{n:05}".ljust(128, "\U0001f600"))
            socket.say({"event": "client-e", "channel": channel, "data": ""})
            socket.say({"event": "pusher:unsubscribe", "data": {"channel": channel}})
            if n % 500 == 0:
                socket.settle()
        socket.settle(within=30)

    def fill_rooms(self):
        """Members whose `user_info` is all quotes, each of which takes two bytes more in the list that newcomers get. The last
        newcomer is a member already, so that the list has all of them."""
        info = '"' * ((self.info_bytes - 2) // 2)
        for n in [*range(self.members), 0]:
            socket = self.enter()
            for room in range(self.rooms):
                self.join(socket, f"presence-room-{room}", f"user-{n}", info)
                socket.event("pusher_internal:subscription_succeeded")
            time.sleep(0.1)  # joins are gathered for 50 ms


class Names(Sizes):
    def test_channels_with_the_longest_names(self):
        self.fill_names()
        self.assertEqual(self.metric("baton_subscriptions"), self.names)
        each = self.grown() / self.names
        # 270 and the name, and 100 for the subscription; the rest is the slack of tables that have just doubled.
        self.assertLess(each, 1.25 * (270 + self.name_bytes + 100))


class Kept(Sizes):
    def test_messages_of_users_with_the_longest_ids_cost_no_more_than_is_counted(self):
        self.fill_history()
        kept = self.metric("baton_history_bytes")
        self.assertGreater(kept, 0.6 * self.kept_bytes, "little is kept")
        self.assertLessEqual(kept, self.kept_bytes)
        self.assertLess(self.grown(), kept + 2 * MIB)


class Rooms(Sizes):
    def test_full_presence_channels_with_the_largest_user_info(self):
        self.fill_rooms()
        grown = self.grown() / (self.rooms * self.members * self.info_bytes)
        self.assertGreater(grown, 1, "they are not all there")
        self.assertLess(grown, 3.5, "times `user_info`: once as it was signed, and twice that in the list for newcomers")


class WaveOfAll(Sizes):
    def test_memory_falls_to_twice_of_what_is_in_use(self):
        self.fill_names()
        self.fill_rooms()
        self.fill_history()
        kept = self.metric("baton_history_bytes")
        self.assertGreater(self.grown(), 4 * kept, "there was no wave")
        self.leave()
        in_use = self.before + kept
        fallen = wait_until(lambda: self.vitals.resident() <= 2 * in_use, WITHIN_S, step=0.5)
        self.assertIsNotNone(fallen, f"{self.vitals.resident() / MIB:.1f} MiB, of which {in_use / MIB:.1f} are in use")


class Waiting(Attack):
    apps = ({"jwt_secret": JWT_SECRET},)

    def test_requests_that_wait_for_a_long_poll_session(self):
        path = f"/realtime/v1/longpoll?apikey={token()}&vsn=2.0.0"
        opened = exchange(self.server, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        ticket = quote(json.loads(opened.split("\r\n\r\n", 1)[1])["token"], safe="")
        body = b"[\n" * (1 << 19)  # each line is a message, whose frame has seven bytes
        head = f"POST {path}&token={ticket} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n"
        request = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
        sockets = []

        def post():
            try:
                sockets.append(dial(self.server))
                sockets[-1].sendall(request)
            except OSError:
                pass  # refused: that is one way to keep the bound

        with self.grows_less_than(128 * MIB):
            threads = [threading.Thread(target=post, daemon=True) for _ in range(100)]
            for thread in threads:
                thread.start()
                time.sleep(0.03)
            for thread in threads:
                thread.join(10)
            self.bystander.socket.settle(within=10)
        for socket in sockets:
            socket.close()


if __name__ == "__main__":
    unittest.main()
