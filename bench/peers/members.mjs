/**
 * Who is in the presence channels of a server of our own making: users counted by their connections, as Pusher's
 * protocol wants it. A user with three tabs joins once and leaves once.
 */

/** Per channel, per user id: `{info, connections}`. */
const channels = new Map();

/** Counts one more connection of a user; whether it is the user's first in this channel. */
export function join(channel, { user_id, user_info }) {
  const id = String(user_id);
  let users = channels.get(channel);
  if (!users) channels.set(channel, (users = new Map()));
  const user = users.get(id);
  if (user) {
    user.connections++;
    return false;
  }
  users.set(id, { info: user_info ?? null, connections: 1 });
  return true;
}

/** Counts one connection less; whether it was the user's last in this channel. */
export function leave(channel, { user_id }) {
  const id = String(user_id);
  const users = channels.get(channel);
  const user = users?.get(id);
  if (!user || --user.connections > 0) return false;
  users.delete(id);
  if (users.size === 0) channels.delete(channel);
  return true;
}

/** The data of `subscription_succeeded`: all members of a channel. */
export function roster(channel) {
  const users = channels.get(channel) ?? new Map();
  const hash = {};
  for (const [id, { info }] of users) hash[id] = info;
  return { presence: { count: users.size, ids: [...users.keys()], hash } };
}
