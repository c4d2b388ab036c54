"""Supabase's client `realtime`, from 2.0 on, with a database behind Baton for private channels and changes."""

import asyncio
import functools
import logging

from checks import (
    DATA, ENV, RECONNECT_S, VERSION, WITHIN_S, ask, broadcast, equal, finish, lacks, report, since, use,
)

use("realtime")
from realtime import AsyncRealtimeClient  # noqa: E402

logging.disable(logging.CRITICAL)
URL = ENV["BATON_URL"].replace("http", "ws") + "/realtime/v1"


async def until(look, what, within=WITHIN_S):
    """Polls until `look` returns something true, and returns it."""
    deadline = asyncio.get_running_loop().time() + within
    while not (value := look()):
        if asyncio.get_running_loop().time() > deadline:
            raise AssertionError(f"not within {within} s: {what}")
        await asyncio.sleep(0.01)
    return value


def blocking(function, *given):
    """Calls the application while the clients go on."""
    return asyncio.to_thread(functools.partial(function, *given))


async def connect(token=None, apikey=ENV["ANON_TOKEN"], **options):
    """A connected client, of the user whose token is given."""
    client = AsyncRealtimeClient(URL, apikey, auto_reconnect=True, initial_backoff=0.2, max_retries=50, **options)
    await client.connect()
    if not since("2.4.0"):
        # Newer versions listen by themselves.
        client.listening = asyncio.create_task(client.listen())
    if token:
        await client.set_auth(token)
    return client


def config(key="", private=False):
    return {"config": {"broadcast": {"ack": True, "self": False}, "presence": {"key": key, "enabled": True}, "private": private}}


async def subscribed(channel, reached="SUBSCRIBED"):
    """Subscribes; every state that the library reports, and its error."""
    states = []
    await channel.subscribe(lambda state, error: states.append((state.value, str(error or ""))))
    await until(lambda: states, f"answer to the join of {channel.topic}")
    equal(states[0][0], reached)
    channel.states = states
    return channel


def payload_of(message):
    """A broadcast's payload: some versions hand over the whole message."""
    return message["payload"] if "payload" in message else message


async def receives(client, topic, send=None, **more):
    """Joins, and has DATA sent; it has to arrive once and as it was."""
    channel = client.channel(topic, config(**more))
    said, end = [], []
    channel.on_broadcast("said", lambda message: said.append(payload_of(message)))
    channel.on_broadcast("end", end.append)
    await subscribed(channel)

    async def again():
        said.clear()
        end.clear()
        for event, payload in (("said", DATA), ("end", {})):
            await (send(event, payload) if send else blocking(broadcast, topic, event, payload))
        await until(lambda: end, f"the broadcast after the one on {topic}")
        equal(said, [DATA])

    channel.again, channel.said = again, said
    await again()
    return channel


async def check_broadcast():
    ann = (await connect()).channel("chat", config())
    at_ann = []
    ann.on_broadcast("said", lambda message: at_ann.append(payload_of(message)))
    await subscribed(ann)
    await receives(await connect(), "chat", ann.send_broadcast)
    await blocking(broadcast, "chat", "said", DATA)
    await until(lambda: at_ann, "a broadcast to the sender")
    equal(at_ann, [DATA])  # the one over HTTP, and none of her own


async def check_published():
    await receives(await connect(), "news")


async def check_sent_over_http():
    unjoined = (await connect()).channel("posted", config())
    await receives(await connect(), "posted", unjoined.http_send)


async def check_presence():
    first, second = await connect(), await connect()
    ann, bob = first.channel("room", config("ann")), second.channel("room", config("bob"))
    joined, left = [], []
    ann.on_presence_sync(lambda: None)
    ann.on_presence_join(lambda key, current, new: joined.append((key, new[0].get("at"))))
    ann.on_presence_leave(lambda key, current, gone: left.append((key, gone[0].get("at"))))
    bob.on_presence_sync(lambda: None)
    await subscribed(ann)
    await subscribed(bob)
    await ann.track({"at": "home"})
    await until(lambda: sorted(ann.presence_state()) == ["ann"], "ann sees herself")
    await bob.track({"at": "work"})
    await until(lambda: ("bob", "work") in joined, "bob comes")
    equal(sorted(ann.presence_state()), ["ann", "bob"])
    await bob.untrack()
    await until(lambda: ("bob", "work") in left, "bob goes")
    await until(lambda: sorted(ann.presence_state()) == ["ann"], "ann is alone")


async def check_private():
    ann, bob, eve = [await connect(ENV[f"{name}_TOKEN"]) for name in ("ANN", "BOB", "EVE")]
    writer = await subscribed(ann.channel("team", config(private=True)))
    await receives(bob, "team", writer.send_broadcast, private=True)
    at_ann = []
    writer.on_broadcast("said", at_ann.append)
    await subscribed(eve.channel("team", config(private=True)), "CHANNEL_ERROR")
    # Bob may read and not write: what he sends reaches nobody.
    await bob.channels["realtime:team"].send_broadcast("said", DATA)
    await receives(await connect(ENV["EVE_TOKEN"]), "team")
    equal(at_ann, [])


async def check_changes():
    numbers = iter((1_000, 5_000))

    async def follow(token):
        channel = (await connect(token)).channel("todos", config())
        changes, notices = [], []
        channel.on_postgres_changes("*", lambda change: changes.append(change["data"]), schema="public", table="todos")
        if hasattr(channel, "on_system"):
            channel.on_system(notices.append)
        await subscribed(channel)
        if hasattr(channel, "on_system"):
            await until(lambda: any("Subscribed to PostgreSQL" in str(notice) for notice in notices), "Subscribed to PostgreSQL", RECONNECT_S)
            return changes
        for number in range(next(numbers), 10_000):  # without a notice only a change shows that changes come
            rows = ", ".join(f"({number}{digit}, '{ENV[owner]}')" for digit, owner in enumerate(("ANN_ID", "BOB_ID")))
            await blocking(ask, "/sql", f"insert into todos (id, owner) values {rows} on conflict do nothing")
            await asyncio.sleep(0.1)
            if changes:
                break
        return changes

    ann, bob = await follow(ENV["ANN_TOKEN"]), await follow(ENV["BOB_TOKEN"])
    await blocking(ask, "/sql", f"""insert into todos (id, owner, title) values (1, '{ENV['ANN_ID']}', 'Grüße 7351'), (2, '{ENV['BOB_ID']}', 'end');
        update todos set done = true where id = 1; delete from todos where id = 1""")
    kind = lambda change: getattr(change["type"], "value", change["type"])  # noqa: E731
    mine = lambda changes: [c for c in changes if abs((c.get("record") or c["old_record"])["id"]) < 1_000]  # noqa: E731
    for changes in (ann, bob):
        await until(lambda: any(kind(change) == "DELETE" for change in changes), "the deletion, whose key all are told")
    equal([kind(change) for change in mine(ann)], ["INSERT", "UPDATE", "DELETE"])
    equal(mine(ann)[0]["record"], {"id": 1, "owner": ENV["ANN_ID"], "title": "Grüße 7351", "done": False})
    equal([(kind(change), (change.get("record") or {}).get("id")) for change in mine(bob)], [("INSERT", 2), ("DELETE", None)])


async def check_leave():
    client = await connect()
    left = await receives(client, "left")
    late = []
    left.on_broadcast("late", late.append)
    await left.unsubscribe()
    # Joined after that: once it is, Baton has read that the other was left. The oldest versions do not notice the answer, and the
    # newest drop what still comes, so Baton is asked as well.
    other = await receives(client, "barrier")
    equal(await blocking(ask, "/occupied?channel=left"), {"occupied": False})
    await blocking(broadcast, "left", "late", DATA)
    await other.again()
    equal(late, [])


async def check_refused():
    client = await connect()
    # `set_auth` would look at the token itself: it expires on its way.
    client.access_token = ENV["EXPIRED_TOKEN"]
    channel = client.channel("shut", {**config(), "access_token": ENV["EXPIRED_TOKEN"]})
    await subscribed(channel, "CHANNEL_ERROR")
    assert "expired" in channel.states[0][1].lower(), channel.states
    # The socket opens, so that the program is told the reason where it looks.
    stranger = await connect(apikey="nobody")
    channel = await subscribed(stranger.channel("shut", config()), "CHANNEL_ERROR")
    assert "JWT" in channel.states[0][1], channel.states


async def check_reconnect():
    client = await connect()
    channel = await receives(client, "lasting")
    connection = client._ws_connection if since("2.4.0") else None
    await blocking(ask, "/crash")
    if since("2.7.0") and not since("2.30.0"):
        # They connect again, and in doing so end the task that would join again.
        await until(lambda: client._ws_connection not in (None, connection), "a new connection", RECONNECT_S)
        await receives(client, "again")
        return
    deadline = asyncio.get_running_loop().time() + RECONNECT_S
    while True:
        try:
            await channel.again()
            return
        except Exception:  # noqa: BLE001: not back yet
            if asyncio.get_running_loop().time() > deadline:
                raise
            await asyncio.sleep(0.5)


CHECKS = {
    "broadcast": check_broadcast,
    "published": check_published,
    "sent over HTTP": check_sent_over_http,
    "presence": check_presence,
    "private": check_private,
    "changes": check_changes,
    "leave": check_leave,
    "refused": check_refused,
    "reconnect": check_reconnect,
}


async def main():
    for name, check in CHECKS.items():
        if name == "sent over HTTP" and not hasattr(__import__("realtime").AsyncRealtimeChannel, "http_send"):
            lacks(name, "comes with 2.30.0")
            continue
        try:
            await asyncio.wait_for(check(), 2 * RECONNECT_S)
            report(name)
        except BaseException as error:  # noqa: BLE001: every failure is reported
            report(name, error)


asyncio.run(main(), debug=False)
finish()
