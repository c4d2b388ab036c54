"""realtime-py, unmodified, against a database as `baton pg setup` makes it."""

import asyncio
import logging
import subprocess
import unittest

from harness.postgres import Postgres
from harness.server import BINARY, Server
from harness.tokens import JWT_SECRET, token
from realtime import AsyncRealtimeClient, RealtimeSubscribeStates
from realtime.exceptions import RealtimeHTTPError

WITHIN_S = 5
QUIET_S = 0.15

ANN = "00000000-0000-0000-0000-00000000000a"
BOB = "00000000-0000-0000-0000-00000000000b"
EVE = "00000000-0000-0000-0000-00000000000e"

SETUP = f"""
    create table public.members (member uuid, room text, writes boolean);
    insert into public.members values ('{ANN}', 'team', true), ('{BOB}', 'team', false);
    grant select on public.members to authenticated;
    create policy reading on realtime.messages for select to authenticated using
      (exists (select from public.members where member = auth.uid() and room = realtime.topic()));
    create policy writing on realtime.messages for insert to authenticated with check
      (exists (select from public.members where member = auth.uid() and room = realtime.topic() and writes));
    create table public.todos (id int primary key, owner uuid, title text, done boolean default false, price numeric,
      tags text[], at timestamptz, details jsonb);
    alter table public.todos enable row level security;
    alter table public.todos replica identity full;
    create policy own on public.todos for select to authenticated using ((select auth.uid()) = owner);
    grant select on public.todos to authenticated;
    alter publication supabase_realtime add table public.todos;
"""


def config(private=False, ack=False, own=False, key=""):
    """Parameters of a channel."""
    broadcast = {"ack": ack, "self": own}
    return {"config": {"broadcast": broadcast, "presence": {"key": key, "enabled": False}, "private": private}}


async def until(check, what, within=WITHIN_S):
    """Polls until `check` returns something true, and returns it."""
    deadline = asyncio.get_running_loop().time() + within
    while not (value := check()):
        if asyncio.get_running_loop().time() > deadline:
            raise AssertionError(f"not within {within} s: {what}")
        await asyncio.sleep(0.01)
    return value


class Complaints(logging.Handler):
    """What the library could not read: it logs such messages, and drops them."""

    def __init__(self):
        super().__init__(logging.ERROR)
        self.texts = []

    def emit(self, record):
        text = record.getMessage()
        if "Unrecognized message format" in text:
            self.texts.append(text)


class Realtime(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.postgres = Postgres()
        cls.addClassCleanup(cls.postgres.stop)
        command = [BINARY, "pg", "setup", "--database", cls.postgres.url(), "--role", "baton"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        cls.postgres.sql(SETUP)
        cls.server = cls.serve()
        cls.addClassCleanup(lambda: cls.server.stop())
        logging.getLogger("realtime").propagate = False

    @classmethod
    def serve(cls, **options):
        app = {"jwt_secret": JWT_SECRET, "database_url": cls.postgres.url("baton")}
        return Server(apps=(app | options.pop("app", {}),), **options)

    async def asyncSetUp(self):
        self.clients = []
        self.complaints = Complaints()
        logging.getLogger("realtime").addHandler(self.complaints)

    async def asyncTearDown(self):
        for client in self.clients:
            await client.close()
        logging.getLogger("realtime").removeHandler(self.complaints)
        self.postgres.sql("truncate public.todos")
        self.assertEqual(self.complaints.texts, [], "the library understands whatever it is sent")

    def client(self, apikey=None, server=None, **options):
        server = server or self.server
        url = f"http://{server.host}:{server.port}/realtime/v1"
        client = AsyncRealtimeClient(url, apikey or token(), initial_backoff=0.1, **options)
        self.clients.append(client)
        return client

    async def member(self, sub, name="team", private=True, **options):
        """A channel of somebody who has signed in."""
        client = self.client()
        await client.set_auth(token(role="authenticated", sub=sub))
        return client.channel(name, config(private=private, **options))

    async def subscribed(self, channel):
        """Subscribes; every state that the library tells."""
        states = []
        await channel.subscribe(lambda state, error: states.append((state, str(error or ""))))
        self.assertEqual(states[-1][0], RealtimeSubscribeStates.SUBSCRIBED, states)
        return states

    def heard(self, channel, event="*"):
        heard = []
        channel.on_broadcast(event, heard.append)
        return heard

    async def following(self, channel):
        """Subscribes, and waits until changes come."""
        told = []
        channel.on_system(told.append)
        await self.subscribed(channel)
        await until(lambda: any(notice.extension == "postgres_changes" for notice in told), "Subscribed to PostgreSQL", 10)

    async def test_a_broadcast_arrives_as_it_was_said_and_at_its_sender_where_it_asks(self):
        own = self.client().channel("room", config(own=True, ack=True))
        other = self.client().channel("room", config())
        echo, heard = self.heard(own), self.heard(other, "say")
        await self.subscribed(own)
        await self.subscribed(other)
        payload = {"text": "ü \"\\ \u2028", "list": [None, True, {}], "number": 1.5}
        await own.send_broadcast("say", payload)
        for messages in (echo, heard):
            message = await until(lambda: messages and messages[0], "the broadcast")
            self.assertEqual((message["event"], message["payload"]), ("say", payload))
        await other.send_broadcast("say", {})
        await until(lambda: len(echo) == 2, "the other's broadcast")
        await asyncio.sleep(QUIET_S)
        self.assertEqual(len(heard), 1, "who does not ask for it does not hear itself")

    async def test_an_answer_comes_for_a_broadcast_where_it_is_asked_for(self):
        channel = self.client().channel("acks", config(ack=True))
        await self.subscribed(channel)
        for event, status in (("e", "ok"), ("pusher:reserved", "error")):
            push = await channel.push("broadcast", {"type": "broadcast", "event": event, "payload": {}})
            await until(lambda: push.received_resp, f"the answer to {event}")
            self.assertEqual(push.received_resp[0].value, status)

    async def test_members_come_change_and_go(self):
        ann, bob = (self.client().channel("presence", config(key=key)) for key in ("ann", "bob"))
        seen, synced = [], []
        ann.on_presence_sync(lambda: synced.append(sorted(ann.presence_state())))
        ann.on_presence_join(lambda key, current, new: seen.append(("join", key, new[0].get("at"))))
        ann.on_presence_leave(lambda key, current, left: seen.append(("leave", key, left[0].get("at"))))
        bob.on_presence_sync(lambda: None)
        await self.subscribed(ann)
        await ann.track({"at": "home"})
        await until(lambda: synced and synced[-1] == ["ann"], "ann sees herself")
        await self.subscribed(bob)
        await until(lambda: "ann" in bob.presence_state(), "bob has the state")
        await bob.track({"at": "work"})
        await until(lambda: ("join", "bob", "work") in seen, "bob comes")
        await bob.track({"at": "lunch"})
        await until(lambda: ("join", "bob", "lunch") in seen, "bob changes")
        await bob.untrack()
        await until(lambda: seen[-1] == ("leave", "bob", "lunch"), "bob goes")
        await until(lambda: synced[-1] == ["ann"], "ann is alone")

    async def test_private_channels_ask_the_policies(self):
        ann, bob = await self.member(ANN, ack=True), await self.member(BOB, ack=True)
        from_ann, from_bob = self.heard(bob), self.heard(ann)
        await self.subscribed(ann)
        await self.subscribed(bob)
        await ann.send_broadcast("e", {"n": 1})
        await until(lambda: from_ann, "the broadcast")
        push = await bob.push("broadcast", {"type": "broadcast", "event": "e", "payload": {}})
        await until(lambda: push.received_resp, "the answer")
        self.assertEqual(push.received_resp[0].value, "error")
        self.assertEqual(from_bob, [])
        states = []
        eve = await self.member(EVE)
        await eve.subscribe(lambda state, error: states.append((state, str(error))))
        self.assertEqual(states[0][0], RealtimeSubscribeStates.CHANNEL_ERROR)
        self.assertIn("You do not have permissions to read from this Channel topic: team", states[0][1])

    async def test_changes_come_to_whom_the_rows_belong(self):
        todos = {"schema": "public", "table": "todos"}
        all_of_ann, done, of_bob = [], [], []
        ann = await self.member(ANN, "todos", private=False)
        ann.on_postgres_changes("*", all_of_ann.append, **todos)
        ann.on_postgres_changes("UPDATE", done.append, filter="done=eq.true", **todos)
        bob = await self.member(BOB, "todos", private=False)
        bob.on_postgres_changes("INSERT", of_bob.append, filter="id=in.(2,3)", select=["title"], **todos)
        await self.following(ann)
        await self.following(bob)
        self.postgres.sql(f"""insert into todos values (1, '{ANN}', 'a "b"', false, 1.50, '{{x,"y z"}}',
            '2026-01-01 00:00:00.12+00', '{{"b": [1, null]}}');
            insert into todos (id, owner, title) values (2, '{BOB}', 'c'), (4, '{BOB}', 'd')""")
        self.postgres.sql("update todos set done = true")
        self.postgres.sql("delete from todos")
        await until(lambda: len(all_of_ann) == 5 and of_bob, "the changes")
        await asyncio.sleep(QUIET_S)
        kinds = [change["data"]["type"] for change in all_of_ann]
        # As at Supabase, policies are not asked about rows that are gone: their keys come to all.
        self.assertEqual([kind.value for kind in kinds], ["INSERT", "UPDATE", "DELETE", "DELETE", "DELETE"])
        self.assertEqual([change["data"]["old_record"] for change in all_of_ann[2:]], [{"id": n} for n in (1, 2, 4)])
        self.assertEqual(all_of_ann[0]["data"]["record"], {
            "id": 1, "owner": ANN, "title": 'a "b"', "done": False, "price": 1.5, "tags": ["x", "y z"],
            "at": "2026-01-01T00:00:00.12+00:00", "details": {"b": [1, None]},
        })
        self.assertEqual([change["data"]["record"]["id"] for change in done], [1])
        self.assertEqual([change["data"]["record"] for change in of_bob], [{"id": 2, "title": "c"}])

    async def test_a_request_that_cannot_be_served_is_told(self):
        channel = await self.member(ANN, "wrong", private=False)
        channel.on_postgres_changes("*", lambda change: None, schema="public", table="todos", filter="nothing=eq.1")
        states = []
        await channel.subscribe(lambda state, error: states.append((state, str(error))))
        await until(lambda: any("nothing" in text for _, text in states), "the refusal", 10)

    async def test_a_token_that_is_refreshed_keeps_the_channel(self):
        client = self.client()
        await client.set_auth(token(role="authenticated", sub=ANN, seconds=5))
        channel = client.channel("team", config(private=True))
        heard = self.heard(channel)
        states = await self.subscribed(channel)
        await client.set_auth(token(role="authenticated", sub=ANN))
        await asyncio.sleep(5.5)
        self.assertEqual([state.value for state, _ in states], ["SUBSCRIBED"])
        self.postgres.sql("select realtime.send('{\"n\": 1}', 'told', 'team')")
        message = await until(lambda: heard and heard[0], "what the database sends")
        self.assertEqual((message["event"], message["payload"]["n"]), ("told", 1))
        self.assertEqual(message["meta"]["id"], message["payload"]["id"])

    async def test_a_token_that_ends_fails_the_channel_and_the_next_one_brings_it_back(self):
        client = self.client()
        await client.set_auth(token(role="authenticated", sub=ANN, seconds=5))
        channel = client.channel("team", config(private=True))
        states = await self.subscribed(channel)
        await until(lambda: states[-1][0] == RealtimeSubscribeStates.CHANNEL_ERROR, "the end of the token", 15)
        await client.set_auth(token(role="authenticated", sub=ANN))
        await until(lambda: states[-1][0] == RealtimeSubscribeStates.SUBSCRIBED, "joined again", 15)
        self.assertTrue(channel.is_joined)

    async def test_channels_are_joined_again_after_the_server_restarts(self):
        first = self.serve(app={"database_slot": "restarts"})
        self.addCleanup(first.stop)
        client = self.client(server=first, max_retries=50)
        await client.set_auth(token(role="authenticated", sub=ANN))
        channel = client.channel("restarts", config(key="ann"))
        changes, heard, ready = [], self.heard(channel), []
        channel.on_postgres_changes("INSERT", changes.append, schema="public", table="todos")
        channel.on_presence_sync(lambda: None)
        channel.on_system(lambda notice: ready.append(notice) if notice.extension == "postgres_changes" else None)
        states = await self.subscribed(channel)
        await until(lambda: ready, "changes come", 10)
        self.postgres.sql(f"insert into todos (id, owner) values (1, '{ANN}')")
        await until(lambda: changes, "a change")
        await asyncio.to_thread(first.stop)
        again = await asyncio.to_thread(lambda: self.serve(app={"database_slot": "restarts"}, port=first.port))
        self.addCleanup(again.stop)
        await until(lambda: channel.is_joined and len(ready) == 2, "joined again", 20)
        self.assertEqual(states[-1][0], RealtimeSubscribeStates.SUBSCRIBED)
        self.postgres.sql(f"insert into todos (id, owner) values (2, '{ANN}')")
        await until(lambda: changes[-1]["data"]["record"]["id"] == 2, "a change after the restart")
        self.assertEqual([change["data"]["record"]["id"] for change in changes], [1, 2])
        await channel.track({"back": True})
        await until(lambda: "ann" in channel.presence_state(), "present again")
        sender = self.client(server=again).channel("restarts", config())
        await self.subscribed(sender)
        await sender.send_broadcast("e", {"n": 1})
        await until(lambda: heard, "a broadcast after the restart")
        await client.close()

    async def test_http_sends_without_a_subscription(self):
        receiver = self.client().channel("http", config())
        heard = self.heard(receiver)
        await self.subscribed(receiver)
        await self.client().channel("http", config()).http_send("a/b ü", {"n": 1})
        message = await until(lambda: heard and heard[0], "the broadcast")
        self.assertEqual((message["event"], message["payload"]), ("a/b ü", {"n": 1}))
        await (await self.member(ANN)).http_send("e", {})
        with self.assertRaisesRegex(RealtimeHTTPError, "Unauthorized"):
            await (await self.member(BOB)).http_send("e", {})

    async def test_who_leaves_may_come_again(self):
        client = self.client()
        channel = client.channel("again", config())
        await self.subscribed(channel)
        await channel.unsubscribe()
        await until(lambda: channel.topic not in client.channels, "the channel is left")
        again = client.channel("again", config())
        heard = self.heard(again)
        await self.subscribed(again)
        await self.client().channel("again", config()).http_send("e", {"n": 1})
        await until(lambda: heard, "a broadcast")


if __name__ == "__main__":
    unittest.main(verbosity=2)
