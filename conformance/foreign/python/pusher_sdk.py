"""The server SDK `pusher`: what it publishes and signs is seen by a client without a library."""

import base64
import collections.abc
import json

from checks import APP_ID, APP_KEY, APP_SECRET, DATA, ENV, HOST, PORT, Listener, ask, check, equal, finish, lacks, since, use

use("pusher")
# What Python had under these names when the oldest was written.
collections.Sized, collections.Iterable, collections.Mapping = collections.abc.Sized, collections.abc.Iterable, collections.abc.Mapping
import pusher  # noqa: E402


def sdk(secret=APP_SECRET):
    more = {}
    if since("3.0.0"):
        more["encryption_master_key_base64"] = ENV["ENCRYPTION_KEY"]
    elif since("2.0.0"):
        more["encryption_master_key"] = base64.b64decode(ENV["ENCRYPTION_KEY"]).decode()
    return pusher.Pusher(app_id=APP_ID, key=APP_KEY, secret=secret, host=HOST, port=PORT, ssl=False, **more)


server = sdk()


@check("trigger")
def _():
    client = Listener()
    for channel in ("a", "b"):
        client.subscribe(channel)
    server.trigger(["a", "b"], "said", DATA)
    server.trigger("b", "end", {})
    equal(client.next(), ("said", "a", DATA))
    equal(client.next(), ("said", "b", DATA))
    equal(client.next()[0], "end")


@check("batch")
def _():
    client = Listener()
    client.subscribe("batched")
    numbered = [{**DATA, "n": n} for n in range(10)]
    server.trigger_batch([{"channel": "batched", "name": "said", "data": data} for data in numbered])
    for data in numbered:
        equal(client.next()[2], data)


@check("excluded")
def _():
    own, other = Listener(), Listener()
    for client in (own, other):
        client.subscribe("others")
    server.trigger("others", "said", DATA, own.socket_id)
    server.trigger("others", "end", {})
    equal(other.next()[2], DATA)
    equal(own.next()[0], "end")


@check("authorization")
def _():
    client = Listener()
    client.subscribe("private-orders", **server.authenticate("private-orders", client.socket_id))
    member = {"user_id": "ann", "user_info": {"name": "Ann"}}
    signed = server.authenticate("presence-room", client.socket_id, member)
    presence = client.subscribe("presence-room", **signed)["presence"]
    equal(presence, {"count": 1, "ids": ["ann"], "hash": {"ann": {"name": "Ann"}}})
    server.trigger("private-orders", "said", DATA)
    equal(client.next()[2], DATA)


if since("3.3.0"):
    @check("users")
    def _():
        # `terminate_user_connections` asks for a path that no server has.
        client = Listener()
        client.send("pusher:signin", server.authenticate_user(client.socket_id, {"id": "bob"}))
        equal(client.next()[0], "pusher:signin_success")
        server.send_to_user("bob", "said", DATA)
        equal(client.next(), ("said", "#server-to-user-bob", DATA))
else:
    lacks("users", "comes with 3.3.0")

if since("2.0.0"):
    @check("encrypted")
    def _():
        import nacl.secret
        client = Listener()
        signed = server.authenticate("private-encrypted-notes", client.socket_id)
        if isinstance(signed["shared_secret"], bytes):
            signed["shared_secret"] = signed["shared_secret"].decode()
        client.subscribe("private-encrypted-notes", **signed)
        server.trigger("private-encrypted-notes", "said", DATA)
        sealed = {name: base64.b64decode(text) for name, text in client.next()[2].items()}
        box = nacl.secret.SecretBox(base64.b64decode(signed["shared_secret"]))
        equal(json.loads(box.decrypt(sealed["ciphertext"], sealed["nonce"])), DATA)
else:
    lacks("encrypted", "comes with 2.0.0")


@check("queries")
def _():
    client = Listener()
    client.subscribe("queried")
    client.subscribe("presence-queried", **server.authenticate("presence-queried", client.socket_id, {"user_id": "eve"}))
    equal(server.channels_info("presence-q", ["user_count"]), {"channels": {"presence-queried": {"user_count": 1}}})
    equal(server.channel_info("queried", ["subscription_count"]), {"occupied": True, "subscription_count": 1})
    equal(server.users_info("presence-queried"), {"users": [{"id": "eve"}]})


@check("webhooks")
def _():
    Listener().subscribe("hooked")
    report = ask("/webhook/next")
    given = report["key"], report["signature"]
    equal(server.validate_webhook(*given, report["body"])["events"], [{"name": "channel_occupied", "channel": "hooked"}])
    equal(server.validate_webhook(*given, report["body"].replace("hooked", "hacked")), None)
    equal(sdk("guess").validate_webhook(*given, report["body"]), None)


@check("refused")
def _():
    for own, data, error in (
        (sdk("guess"), DATA, pusher.errors.PusherBadAuth),
        # Older versions refuse themselves what is too large.
        (server, "x" * 20_000, pusher.errors.PusherBadStatus if since("3.0.0") else ValueError),
    ):
        try:
            own.trigger("a", "said", data)
        except error:
            continue
        raise AssertionError(f"no {error.__name__}")


finish()
