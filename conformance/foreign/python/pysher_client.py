"""pysher, a client that signs by itself with the app's secret."""

import json

from checks import (
    APP_KEY, APP_SECRET, DATA, HOST, PORT, RECONNECT_S, ask, check, crash, equal, finish, lacks, publish, since, until, use,
)

use("pysher")
import pysher  # noqa: E402


SUCCEEDED = "pusher_internal:subscription_succeeded"


class Client:
    """A connecting client. `seen` has all that came on channels, as `(channel, event, data)`: the library makes a channel after
    it has asked for it, so the answer can come before anything is bound."""

    def __init__(self, user="ann", key=APP_KEY, **options):
        self.user = user
        self.pusher = pysher.Pusher(
            key, custom_host=HOST, port=PORT, secure=False, secret=APP_SECRET, reconnect_interval=1, **options,
            user_data={"user_id": user, "user_info": {"name": user.capitalize()}},
        )
        self.errors, self.greetings, self.seen = [], [], []
        connection = self.pusher.connection
        connection.bind("pusher:connection_established", self.greetings.append)
        connection.bind("pusher:error", self.errors.append)
        handle = connection.event_handler
        connection.event_handler = lambda event, data, channel: (self.seen.append((channel, event, decoded(data))), handle(event, data, channel))
        self.pusher.connect()

    def connected(self):
        until(lambda: self.greetings and self.pusher.connection.socket_id, "the greeting")
        return self

    def got(self, channel, event):
        """The data of an event of a channel, each time it came."""
        return [data for of, name, data in self.seen if (of, name) == (channel, event)]

    def ask(self, name):
        """Subscribes, and waits for the server's word."""
        auth = None
        # 0.5 signs as Python 2 did, and a forged signature has to come from elsewhere.
        if name.startswith("private-") and ("forged" in name or not since("1.0.0")):
            query = f"user={self.user}&socket_id={self.pusher.connection.socket_id}&channel_name={name}"
            auth = ask(f"/broadcasting/auth?{query}")["auth"]
        channel = self.pusher.subscribe(name, auth)
        until(lambda: self.got(name, SUCCEEDED) or self.got(name, "pusher:subscription_error"), f"answer for {name}")
        return channel

    def subscribe(self, name):
        """Subscribes; lists of what comes, by event."""
        channel = self.ask(name)
        equal(self.got(name, "pusher:subscription_error"), [])
        heard = {"channel": channel}
        for event in ("said", "end", "client-said", "client-end"):
            heard[event] = []
            channel.bind(event, lambda data, event=event: heard[event].append(decoded(data)))
        return heard


def decoded(data):
    return json.loads(data) if isinstance(data, str) and data else data


def receives(name, heard, **more):
    """Publishes DATA; it has to arrive once and as it was."""
    heard["said"].clear()
    heard["end"].clear()
    publish(name, "said", DATA, **more)
    publish(name, "end", {})
    until(lambda: heard["end"], f"the event after the one on {name}")
    equal(heard["said"], [DATA])


@check("public")
def _():
    receives("news", Client().connected().subscribe("news"))


@check("private")
def _():
    receives("private-orders", Client().connected().subscribe("private-orders"))


if since("1.0.0"):
    @check("presence")
    def _():
        name, ann, bob = "presence-room", Client("ann").connected(), Client("bob").connected()
        heard = ann.subscribe(name)
        bob.subscribe(name)
        (roster,) = bob.got(name, SUCCEEDED)
        equal(roster["presence"]["hash"], {"ann": {"name": "Ann"}, "bob": {"name": "Bob"}})
        until(lambda: ann.got(name, "pusher_internal:member_added"), "member_added")
        equal(ann.got(name, "pusher_internal:member_added"), [{"user_id": "bob", "user_info": {"name": "Bob"}}])
        receives(name, heard)
        bob.pusher.unsubscribe(name)
        until(lambda: ann.got(name, "pusher_internal:member_removed"), "member_removed")
        equal(ann.got(name, "pusher_internal:member_removed"), [{"user_id": "bob"}])
else:
    lacks("presence", "0.5 signs as Python 2 did, and takes no member from outside")


@check("client event")
def _():
    ann, bob = [Client(user).connected().subscribe("private-chat") for user in ("ann", "bob")]
    ann["channel"].trigger("client-said", DATA)
    ann["channel"].trigger("client-end", {})
    until(lambda: bob["client-end"], "the second client event")
    equal(bob["client-said"], [DATA])
    receives("private-chat", ann)
    equal(ann["client-said"], [])


@check("excluded")
def _():
    own, other = Client().connected(), Client().connected()
    at_own, at_other = own.subscribe("others"), other.subscribe("others")
    receives("others", at_other, socket_id=own.pusher.connection.socket_id)
    until(lambda: at_own["end"], "the event for all")
    equal(at_own["said"], [])


@check("unsubscribe")
def _():
    client = Client().connected()
    receives("left", client.subscribe("left"))
    client.pusher.unsubscribe("left")
    # Subscribed after that: once it is, Baton has read that the other was left.
    other = client.subscribe("barrier")
    publish("left", "said", DATA)
    receives("barrier", other)
    equal(client.got("left", "said"), [DATA])


@check("refused")
def _():
    client = Client().connected()
    client.ask("private-forged")
    equal(client.got("private-forged", SUCCEEDED), [])
    equal(client.got("private-forged", "pusher:subscription_error")[0]["status"], 401)


lacks("encrypted", "it does not decrypt")


@check("cache")
def _():
    publish("cache-rates", "said", DATA)
    client = Client().connected()
    heard = client.subscribe("cache-rates")
    until(lambda: client.got("cache-rates", "said"), "the cached event")
    equal(client.got("cache-rates", "said"), [DATA])
    receives("cache-rates", heard)
    if not since("1.0.0"):
        return  # it ends at a message without `data`
    client.subscribe("cache-empty")
    until(lambda: client.got("cache-empty", "pusher:cache_miss"), "cache_miss")


lacks("sign-in", "it has no users")


@check("unknown key")
def _():
    client = Client(key="nobody")
    until(lambda: client.errors, "the error")
    equal(decoded(client.errors[0])["code"], 4001)
    equal(client.greetings, [])
    client.pusher.disconnect(2)


@check("reconnect")
def _():
    # Private channels it asks for again without a signature.
    client = Client(auto_sub=True).connected()
    heard = client.subscribe("lasting")
    before = client.pusher.connection.socket_id
    crash()
    until(lambda: len(client.got("lasting", SUCCEEDED)) == 2, "second subscription", RECONNECT_S)
    assert client.pusher.connection.socket_id != before
    receives("lasting", heard)


finish()
