/**
 * A network between clients and a server that breaks when it is told to.
 */
import { connect, createServer } from 'node:net';
import { once } from 'node:events';

/** What becomes of the connections that are open. */
export const BREAKS = {
  /** Both ends get a reset. */
  reset: ({ client, server }) => {
    client.resetAndDestroy();
    server.resetAndDestroy();
  },
  /** Nothing passes any more, and neither end learns of it: both are still open. */
  silence: ({ client, server }) => {
    for (const socket of [client, server]) {
      socket.unpipe();
      socket.pause();
    }
  },
  /** The client is gone, and the server does not learn of it. */
  half: ({ client, server }) => {
    client.unpipe();
    server.unpipe();
    server.pause();
    client.resetAndDestroy();
  },
};

/** Starts one in front of a port of this machine; it is where clients connect to. */
export async function startBreakingProxy(port) {
  const pairs = new Set();
  const listener = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    const pair = { client, server };
    pairs.add(pair);
    for (const [from, to] of [[client, server], [server, client]]) {
      from.setNoDelay(true);
      from.pipe(to);
      from.on('error', () => {});
      from.on('close', () => {
        // Of a half that is gone the other is told, unless the break is that it is not.
        if (!pair.isBroken) to.destroy();
        if (client.destroyed && server.destroyed) pairs.delete(pair);
      });
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    host: '127.0.0.1',
    port: listener.address().port,
    /** Breaks every open connection; returns how many. */
    breakAll: (how) => {
      const open = [...pairs].filter((pair) => !pair.isBroken);
      open.forEach((pair) => {
        pair.isBroken = true;
        how(pair);
      });
      return open.length;
    },
    stop: () => {
      listener.close();
      pairs.forEach(({ client, server }) => [client, server].forEach((socket) => socket.destroy()));
    },
  };
}
