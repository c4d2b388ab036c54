/**
 * The messages of Pusher's protocol as the servers of our own making write them: `event` comes first, and `data` is a
 * string that holds JSON, as Pusher itself sends it.
 */

const message = (event, channel, data) => JSON.stringify({ event, channel, data: JSON.stringify(data) });

export const PONG = '{"event":"pusher:pong","data":"{}"}';

export const established = (socketId) =>
  message('pusher:connection_established', undefined, { socket_id: socketId, activity_timeout: 120 });

export const subscribed = (channel, roster = {}) =>
  message('pusher_internal:subscription_succeeded', channel, roster);

export const memberAdded = (channel, member) => message('pusher_internal:member_added', channel, member);

export const memberRemoved = (channel, { user_id }) =>
  message('pusher_internal:member_removed', channel, { user_id });

/** What subscribers get of a `POST /apps/ID/events`: per channel, the text. */
export function* published({ name, data, channel, channels = [channel] }) {
  for (const each of channels) yield [each, JSON.stringify({ event: name, channel: each, data })];
}

/** Whether clients may send events of their own to a channel. */
export const takesClientEvents = (channel) => /^(private|presence)-/.test(channel);
