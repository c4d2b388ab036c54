"""Supabase's client `realtime` 1, which joins with nothing and only listens: what it can do of today's protocol."""

import asyncio

from checks import DATA, ENV, WITHIN_S, broadcast, equal, finish, lacks, report, use

use("realtime")
from realtime.connection import Socket  # noqa: E402

URL = f"{ENV['BATON_URL'].replace('http', 'ws')}/realtime/v1/websocket?vsn=1.0.0&apikey="


async def until(look, what, within=WITHIN_S):
    deadline = asyncio.get_running_loop().time() + within
    while not (value := look()):
        if asyncio.get_running_loop().time() > deadline:
            raise AssertionError(f"not within {within} s: {what}")
        await asyncio.sleep(0.01)
    return value


async def connect(apikey=ENV["ANON_TOKEN"]):
    socket = Socket(URL + apikey, auto_reconnect=True)
    await socket._connect()
    socket.listening = asyncio.create_task(socket._listen())
    return socket


async def joined(socket, topic):
    """Joins; what comes, by event. The library drops the answer, so the first broadcast shows that it has joined."""
    channel = socket.set_channel(f"realtime:{topic}")
    heard = []
    channel.on("broadcast", heard.append)
    await channel._join()

    async def again():
        while not any(message["event"] == "ready" for message in heard):
            await asyncio.to_thread(broadcast, topic, "ready", {})
            await asyncio.sleep(0.1)
        heard.clear()
        for event, payload in (("said", DATA), ("end", {})):
            await asyncio.to_thread(broadcast, topic, event, payload)
        await until(lambda: any(message["event"] == "end" for message in heard), f"the broadcast after the one on {topic}")
        equal([message["payload"] for message in heard if message["event"] == "said"], [DATA])

    return again


async def published():
    await asyncio.wait_for((await joined(await connect(), "news"))(), WITHIN_S)


async def main():
    for name, check in (("published", published),):
        try:
            await check()
            report(name)
        except BaseException as error:  # noqa: BLE001: every failure is reported
            report(name, error)


lacks("broadcast", "it sends nothing but joins and heartbeats")
lacks("sent over HTTP", "comes with 2.30.0")
lacks("presence", "comes with 2.0.0")
lacks("private", "comes with 2.0.0")
lacks("changes", "its own are of a protocol that Supabase's server has given up")
lacks("leave", "it has none")
lacks("reconnect", "it tries once and at once, while the server is still away")
lacks("refused", "it drops the answer to a join")
asyncio.run(main())
finish()
