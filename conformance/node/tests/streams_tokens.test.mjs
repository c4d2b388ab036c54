/** Streams of events by tokens, whose rights are the policies of a real PostgreSQL. */
import { after, afterEach, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { connect as connectHttp2 } from 'node:http2';
import { namedKey, publish } from '../harness/keys.mjs';
import { endStreams, openStream, signedTarget } from '../harness/event_stream.mjs';
import { REALTIME } from '../harness/policies.mjs';
import { startPostgres } from '../harness/postgres.mjs';
import { sdk } from '../harness/pusher_client.mjs';
import { startServer } from '../harness/server.mjs';
import { ANN, BOB, EVE, JWT_SECRET, broadcasts, endClients, subscribed, supabaseClient, token } from '../harness/supabase_client.mjs';
import { until } from '../harness/waiting.mjs';

let postgres;
let server;
let application;
before(async () => {
  postgres = await startPostgres();
  postgres.sql(`
    ${REALTIME}
    create table public.members (member uuid, room text);
    grant select on public.members to authenticated;
    insert into public.members values ('${ANN}', 'room'), ('${BOB}', 'room'), ('${ANN}', 'other');
    create policy reading on realtime.messages for select to authenticated using
      (exists (select from public.members where member = auth.uid() and room = realtime.topic()));
    create policy writing on realtime.messages for insert to authenticated with check (true);
    create policy office on realtime.messages for select to anon using
      (realtime.topic() = 'office' and current_setting('request.headers')::json ->> 'x-desk' = '7');
  `);
  server = await startServer({
    settings: { access_log: 'all' },
    apps: [{
      jwt_secret: JWT_SECRET, database_url: postgres.url(), recovery: true, private_recheck_s: 1, policy_headers: ['X-Desk'],
    }],
  });
  application = sdk(server);
});
afterEach(() => {
  endStreams();
  endClients();
});
after(async () => {
  await server?.stop();
  await postgres?.stop();
});

const of = (channel) => `/apps/${server.app.id}/channels/${channel}/events`;
const member = (sub, more = {}) => token({ role: 'authenticated', sub, ...more });
const stream = (target, bearer, headers = {}) =>
  openStream(server, target, { headers: { ...(bearer && { authorization: `Bearer ${bearer}` }), ...headers } });
const begun = async (target, bearer, headers) => {
  const one = await stream(target, bearer, headers);
  await until(() => one.lastId(), `the place of ${target} in ${one.status} ${one.text}`);
  return one;
};
/** Why a stream ended that had begun. */
const reason = async (one) => {
  await one.ended;
  return one.messages().find(({ event }) => event === 'baton:error')?.data.error;
};

test('members have what is published in any protocol, by a header and by a parameter', async () => {
  const [byHeader, byParameter] = [await begun(of('private-room'), member(ANN)), await begun(`${of('private-room')}?token=${member(BOB)}`)];
  await application.trigger('private-room', 'number', 1);
  const client = supabaseClient(server, { apikey: member(ANN) });
  await client.setAuth(member(ANN));
  const channel = client.channel('room', { config: { private: true, broadcast: { ack: true } } });
  broadcasts(channel);
  await subscribed(channel);
  assert.equal(await channel.send({ type: 'broadcast', event: 'said', payload: { n: 2 } }), 'ok');
  for (const one of [byHeader, byParameter]) {
    const [first, second] = await one.received(2);
    assert.deepEqual([first.data.data, second.data.event, JSON.parse(second.data.data)], ['1', 'said', { n: 2 }]);
  }
});

test('strangers have nothing of a private channel, and nothing of the others of their stream', async () => {
  assert.match(await reason(await stream(of('private-room'), member(EVE))), /gives no right to read channel private-room/);
  assert.match(await reason(await stream(of('private-room'), token())), /gives no right/);
  const both = await stream(`/apps/${server.app.id}/events?channels=private-other,private-room`, member(BOB));
  await application.trigger('private-room', 'number', 1);
  assert.match(await reason(both), /gives no right to read channel private-other/);
  assert.equal(both.messages().length, 1);
});

test('a token that does not hold is refused before the stream begins, and so are channels that tokens do not open', async () => {
  for (const [bearer, target, why] of [
    ['nonsense', of('private-room'), /not a valid JWT/],
    [member(ANN, { secret: 'another secret of the same length as ours' }), of('private-room'), /signature/],
    [member(ANN, { seconds: -10 }), of('private-room'), /Token has expired/],
    [member(ANN), of('presence-room'), /needs a signature: tokens give a right to public and private channels alone/],
    [member(ANN), of('%23server-to-user-1'), /needs a signature/],
    [undefined, of('room'), /needs a token in Authorization: Bearer, or a signature/],
  ]) {
    const refused = await stream(target, bearer);
    assert.equal(refused.status, 401, target);
    assert.match(await refused.ended, why);
  }
});

test('any token that holds opens public channels, and one of the service role all', async () => {
  const open = await begun(`/apps/${server.app.id}/events?channels=room,another`, token());
  const all = await begun(of('private-hidden'), token({ role: 'service_role' }));
  await application.trigger('room', 'number', 1);
  await application.trigger('private-hidden', 'number', 2);
  assert.deepEqual([(await open.received(1))[0].data.data, (await all.received(1))[0].data.data], ['1', '2']);
});

test('policies see the headers that the settings name, also over HTTP/2', async () => {
  const inside = await begun(of('private-office'), token(), { 'x-desk': '7' });
  assert.equal(inside.status, 200);
  assert.match(await reason(await stream(of('private-office'), token(), { 'x-desk': '8' })), /gives no right/);
  const session = connectHttp2(server.url);
  try {
    const read = async (desk) => {
      const sent = session.request({ ':path': of('private-office'), authorization: `Bearer ${token()}`, 'x-desk': desk });
      let text = '';
      sent.setEncoding('utf8').on('data', (piece) => (text += piece));
      await until(() => /^id: |gives no right/m.test(text), 'a beginning');
      return text;
    };
    assert.match(await read('7'), /^id: /m);
    assert.match(await read('8'), /gives no right/);
  } finally {
    session.close();
    session.destroy();
  }
});

test('a stream ends with its token, with its revocation, and with its right', async () => {
  const leaver = '00000000-0000-0000-0000-00000000000c';
  postgres.sql(`insert into public.members values ('${leaver}', 'room')`);
  const short = await begun(of('private-room'), member(ANN, { seconds: 2 }));
  const revoked = await begun(of('private-room'), member(ANN, { session_id: 'one' }));
  const leaving = await begun(`/apps/${server.app.id}/events?channels=room,private-room`, member(leaver));
  const staying = await begun(of('private-room'), member(BOB, { session_id: 'two' }));
  assert.equal((await application.post({ path: '/tokens/revoke', body: { session_id: 'one' } })).status, 200);
  assert.match(await reason(revoked), /Token has been revoked/);
  postgres.sql(`delete from public.members where member = '${leaver}'`);
  assert.match(await reason(leaving), /gives no right to read channel private-room/);
  assert.match(await reason(short), /Token has expired/);
  await application.trigger('private-room', 'number', 1);
  assert.equal((await staying.received(1))[0].data.data, '1');
});

test('a key that is published later is waited for', async () => {
  const [first, second] = [namedKey('first', 'ES256'), namedKey('second', 'ES256')];
  const keys = await publish([first]);
  const own = await startServer({ apps: [{ jwks_url: keys.url, event_streams: 'signed' }] });
  try {
    keys.answer = [first, second];
    const bearer = second.token({ role: 'anon' });
    const target = `/apps/${own.app.id}/channels/x/events`;
    const one = await openStream(own, target, { headers: { authorization: `Bearer ${bearer}` } });
    await until(() => one.lastId(), `the place in ${one.status} ${one.text}`);
  } finally {
    endStreams();
    await own.stop();
    keys.stop();
  }
});

test('the history of a channel is for who may read it: a poll pages through it', async () => {
  const place = await begun(of('private-room'), member(ANN));
  const id = place.lastId();
  for (const number of [1, 2, 3]) await application.trigger('private-room', 'number', number);
  const page = async (bearer) => {
    const one = await stream(`${of('private-room')}?wait=0&last_event_id=${id}`, bearer);
    await one.ended;
    return one.lines();
  };
  const [standing, ...events] = await page(member(BOB));
  assert.deepEqual([standing.recovered, events.map(({ data }) => data)], [true, ['1', '2', '3']]);
  const [refused, ...rest] = await page(member(EVE));
  assert.match(refused.error, /gives no right/);
  assert.deepEqual(rest, []);
});

test('a signature stands before a token, and no token is in the log', async () => {
  const signed = await openStream(server, signedTarget(server, of('presence-room'), { token: 'nonsense' }));
  assert.equal(signed.status, 200);
  const bearer = member(ANN);
  (await begun(`${of('private-room')}?token=${bearer}`)).end();
  (await begun(of('private-room'), bearer)).end();
  const lines = () => server.log().split('\n').filter((line) => line.includes('private-room/events'));
  await until(() => lines().length >= 2, 'lines of the requests');
  assert.ok(!server.log().includes(bearer.split('.')[2]));
});
