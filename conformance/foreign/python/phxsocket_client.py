"""phxsocket, a client of Phoenix channels, on the channels of Supabase Realtime."""

from checks import (
    DATA, ENV, RECONNECT_S, broadcast, check, crash, equal, finish, lacks, until, use,
)

use("phxsocket")
import phxsocket  # noqa: E402

URL = ENV["BATON_URL"].replace("http", "ws") + "/realtime/v1/websocket"


def connect(apikey=ENV["ANON_TOKEN"]):
    client = phxsocket.Client(URL, {"apikey": apikey})
    client.connect()
    return client


def join(client, topic, key="", **more):
    """Joins; a list of what comes."""
    settings = {"broadcast": {"self": False, "ack": True}, "presence": {"key": key, "enabled": True}}
    channel = client.channel(f"realtime:{topic}", {"config": settings, **more})
    channel.heard = []
    channel.on_message = lambda _, event, payload: channel.heard.append((event, payload))
    channel.join()
    return channel


def said(channel, name):
    return [payload["payload"] for event, payload in channel.heard if event == "broadcast" and payload["event"] == name]


def say(channel, event, payload):
    """Pushes a broadcast, and waits for the answer."""
    answer = channel.push("broadcast", {"type": "broadcast", "event": event, "payload": payload}, reply=True)
    equal(answer.wait_for_response()["status"], "ok")


def receives(channel, topic, send=None):
    """Has DATA sent to a channel; it has to arrive once and as it was."""
    channel.heard.clear()
    send = send or (lambda event, payload: broadcast(topic, event, payload))
    send("said", DATA)
    send("end", {})
    until(lambda: said(channel, "end"), f"the broadcast after the one on {topic}")
    equal(said(channel, "said"), [DATA])


@check("broadcast")
def _():
    ann, bob = join(connect(), "chat"), join(connect(), "chat")
    receives(bob, "chat", lambda event, payload: say(ann, event, payload))
    equal(said(ann, "said"), [])


@check("published")
def _():
    receives(join(connect(), "news"), "news")


@check("presence")
def _():
    ann, client = join(connect(), "room", "ann"), connect()
    bob = join(client, "room", "bob")
    bob.push("presence", {"type": "presence", "event": "track", "payload": {"at": "work"}})
    diffs = lambda side: [key for event, payload in ann.heard if event == "presence_diff" for key in payload[side]]  # noqa: E731
    until(lambda: "bob" in diffs("joins"), "bob comes")
    client.close()
    until(lambda: "bob" in diffs("leaves"), "bob goes")


@check("leave")
def _():
    client = connect()
    left, other = join(client, "left"), join(client, "barrier")
    receives(left, "left")
    client.push(left.topic, phxsocket.channel.ChannelEvents.LEAVE, {}, reply=True).wait_for_response()
    broadcast("left", "said", DATA)
    receives(other, "barrier")
    equal(said(left, "said"), [DATA])


@check("refused")
def _():
    try:
        join(connect(), "shut", access_token=ENV["EXPIRED_TOKEN"])
    except phxsocket.channel.ChannelConnectError as error:
        assert "expired" in str(error).lower(), error
    else:
        raise AssertionError("joined with an expired token")
    try:
        join(connect("nobody"), "shut")
    except phxsocket.channel.ChannelConnectError as error:
        assert "JWT" in str(error), error
    else:
        raise AssertionError("joined with a wrong key")


@check("reconnect")
def _():
    # It does not connect again by itself: the application does, and joins.
    client = connect()
    join(client, "lasting")
    closed = []
    client.on_close = closed.append
    crash()
    until(lambda: closed, "the close", RECONNECT_S)
    client.connect()
    receives(join(client, "lasting"), "lasting")


lacks("binary", "it speaks 1.0.0 alone")
lacks("long-poll", "it has WebSockets alone")
finish()
