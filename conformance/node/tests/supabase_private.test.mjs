/** Private channels of unmodified realtime-js, by the policies of a real PostgreSQL. */
import { after, afterEach, before, test } from 'node:test';
import assert from 'node:assert/strict';
import WebSocket from 'ws';
import { startServer } from '../harness/server.mjs';
import { REALTIME } from '../harness/policies.mjs';
import { startPostgres } from '../harness/postgres.mjs';
import { QUIET_MS, sleep, until } from '../harness/waiting.mjs';
import {
  ANN, BOB, EVE, JWT_SECRET, LIBRARIES, broadcasts, endClients, subscribed, supabaseClient, token,
} from '../harness/supabase_client.mjs';


let postgres;
let server;
before(async () => {
  postgres = await startPostgres();
  postgres.sql(`
    ${REALTIME}
    create table public.members (member uuid, room text, writes boolean);
    grant select on public.members to authenticated;
    insert into public.members values ('${ANN}', 'room', true), ('${BOB}', 'room', false);
    create policy reading on realtime.messages for select to authenticated using
      (exists (select from public.members where member = auth.uid() and room = realtime.topic()));
    create policy writing on realtime.messages for insert to authenticated with check
      (exists (select from public.members where member = auth.uid() and room = realtime.topic() and writes)
       and extension = 'broadcast');
  `);
  server = await startServer({ apps: [{ jwt_secret: JWT_SECRET, database_url: postgres.url() }] });
});
afterEach(endClients);
after(async () => {
  await server?.stop();
  await postgres?.stop();
});

test('a login that is stronger than the server needs is reported at start', async () => {
  await until(() => /WARN.* the server's login postgres is a superuser.*`baton pg check` prints the SQL/.test(server.log()), 'a warning');
});

const VERSIONS = Object.keys(LIBRARIES);

async function room(sub, { vsn, name = 'room', role = 'authenticated', config = {} } = {}) {
  const client = supabaseClient(server, { vsn, apikey: token({ role, sub }) });
  await client.setAuth(token({ role, sub })); // libraries send no token of their own before a private join otherwise
  return client.channel(name, { config: { private: true, broadcast: { ack: true }, ...config } });
}

for (const vsn of VERSIONS) {
  test(`serialiser ${vsn}: members hear, and those who may write are heard`, async () => {
    const [ann, bob] = await Promise.all([room(ANN, { vsn }), room(BOB, { vsn })]);
    const [toAnn, toBob] = [broadcasts(ann), broadcasts(bob)];
    await Promise.all([subscribed(ann), subscribed(bob)]);
    assert.equal(await ann.send({ type: 'broadcast', event: 'e', payload: { n: 1 } }), 'ok');
    assert.deepEqual((await toBob.next()).payload, { n: 1 });
    assert.equal(await bob.send({ type: 'broadcast', event: 'e', payload: { n: 2 } }), 'error');
    await sleep(QUIET_MS);
    assert.equal(toAnn.length, 0);
  });

  test(`serialiser ${vsn}: strangers are refused in the words of Supabase`, async () => {
    const eve = await room(EVE, { vsn });
    await assert.rejects(subscribed(eve), /You do not have permissions to read from this Channel topic: room(?!:)/);
    const anon = await room(ANN, { vsn, role: 'anon' });
    await assert.rejects(subscribed(anon), /Channel topic: room(?!:)/);
    const other = await room(ANN, { vsn, name: 'other room' });
    await assert.rejects(subscribed(other), /Channel topic: other room/);
  });
}

test('messages behind a question keep their order', async () => {
  const [ann, bob] = await Promise.all([room(ANN), room(BOB)]);
  const heard = broadcasts(bob);
  await Promise.all([subscribed(ann), subscribed(bob)]);
  await Promise.all(Array.from({ length: 50 }, (_, n) => ann.send({ type: 'broadcast', event: 'e', payload: { n } })));
  for (let n = 0; n < 50; n += 1) assert.equal((await heard.next()).payload.n, n);
});

test('what policies do not allow is not present', async () => {
  const ann = await room(ANN, { config: { presence: { key: 'ann', enabled: true } } });
  await subscribed(ann);
  assert.notEqual(await ann.track({ at: 'home' }), 'ok');
});

test('who is no longer a member is out with the next token', async () => {
  const member = '00000000-0000-0000-0000-00000000000c';
  postgres.sql(`insert into public.members values ('${member}', 'room', true)`);
  const client = supabaseClient(server, { apikey: token({ role: 'authenticated', sub: member }) });
  await client.setAuth(token({ role: 'authenticated', sub: member }));
  const channel = client.channel('room', { config: { private: true } });
  const told = [];
  channel.on('system', {}, (message) => told.push(message.message));
  await subscribed(channel);
  postgres.sql(`delete from public.members where member = '${member}'`);
  await client.setAuth(token({ role: 'authenticated', sub: member, seconds: 1800 }));
  await until(() => told.some((text) => /no longer have permission to read/.test(text)), 'the client is told');
});

test('who is no longer a member is out after a while, hears nothing more, and others stay', async () => {
  const own = await startServer({
    apps: [{ jwt_secret: JWT_SECRET, database_url: postgres.url(), database_slot: 'recheck', private_recheck_s: 1 }],
  });
  try {
    const member = '00000000-0000-0000-0000-00000000000f';
    postgres.sql(`insert into public.members values ('${member}', 'room', true)`);
    const joining = async (sub) => {
      const client = supabaseClient(own, { apikey: token({ role: 'authenticated', sub }) });
      await client.setAuth(token({ role: 'authenticated', sub }));
      const channel = client.channel('room', { config: { private: true, broadcast: { ack: true } } });
      const told = [];
      channel.on('system', {}, (message) => told.push(message.message));
      const heard = broadcasts(channel, 'e');
      await subscribed(channel);
      return { channel, told, heard };
    };
    const [leaving, staying, ann] = await Promise.all([member, BOB, ANN].map(joining));
    await ann.channel.send({ type: 'broadcast', event: 'e', payload: { n: 1 } });
    await Promise.all([leaving.heard.next(), staying.heard.next()]);
    await sleep(1_500);
    assert.deepEqual([leaving.told, staying.told], [[], []], 'it was asked about, and may stay');
    postgres.sql(`delete from public.members where member = '${member}'`);
    await until(() => leaving.told.some((text) => /no longer have permission to read/.test(text)), 'the end');
    assert.equal(await ann.channel.send({ type: 'broadcast', event: 'e', payload: { n: 2 } }), 'ok');
    await staying.heard.next();
    await sleep(1_500); // the library tries to join again
    assert.equal(leaving.heard.length, 0);
    assert.notEqual(leaving.channel.state, 'joined');
    // Clients that may no longer write are found as well.
    postgres.sql(`update public.members set writes = false where member = '${ANN}'`);
    await until(async () => (await ann.channel.send({ type: 'broadcast', event: 'f', payload: {} })) === 'error', 'a refusal');
    assert.deepEqual([staying.told, ann.told], [[], []]);
  } finally {
    postgres.sql(`update public.members set writes = true where member = '${ANN}'`);
    await own.stop();
  }
});

test('the HTTP API asks the same policies', async () => {
  const bob = await room(BOB);
  const heard = broadcasts(bob);
  await subscribed(bob);
  const post = (sub, topics, query = '') =>
    fetch(`${server.url}/realtime/v1/api/broadcast${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token({ role: 'authenticated', sub })}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        messages: topics.map((topic) => ({ topic, event: 'e', payload: { sub }, private: true })),
      }),
    });
  assert.equal((await post(ANN, ['room'])).status, 202);
  assert.deepEqual((await heard.next()).payload, { sub: ANN });
  assert.equal((await post(BOB, ['room'])).status, 202, 'refused in silence, as the original does');
  const told = await (await post(ANN, ['room', 'other room'], '?results=true')).json();
  assert.deepEqual(told.results.map(({ status }) => status), ['ok', 'error']);
  assert.match(told.results[1].response.reason, /You do not have permissions to write to this Channel topic: other room/);
  assert.deepEqual((await heard.next()).payload, { sub: ANN });
  const one = (sub) =>
    fetch(`${server.url}/realtime/v1/api/broadcast/room/events/e?private=true`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token({ role: 'authenticated', sub })}`, 'content-type': 'application/json' },
      body: '{}',
    });
  assert.deepEqual([(await one(ANN)).status, (await one(BOB)).status], [202, 403]);
});

test('a database that is down is told, and clients come in when it is back', async () => {
  await postgres.halt();
  const ann = await room(ANN, { name: 'room' });
  const states = [];
  ann.subscribe((status, error) => states.push(`${status} ${error?.message ?? ''}`));
  // What was decided a moment ago is still believed, so somebody else asks.
  const bob = await room('00000000-0000-0000-0000-00000000000d');
  bob.subscribe((status, error) => states.push(`bob ${status} ${error?.message ?? ''}`));
  await until(() => states.some((state) => /bob CHANNEL_ERROR .*unable to connect to the project database/.test(state)), 'refused');
  await postgres.start();
  postgres.sql(`insert into public.members values ('00000000-0000-0000-0000-00000000000d', 'room', true)`);
  // The library waits 10 s between attempts in the end.
  await until(() => states.some((state) => state.startsWith('bob SUBSCRIBED')), 'in again', 60_000);
});

test('policies see the headers that the settings name, however a client comes', async () => {
  postgres.sql(`create policy office on realtime.messages to anon using (realtime.topic() = 'office' and
    current_setting('request.headers')::json ->> 'x-forwarded-for' = '10.0.0.1, 10.0.0.2'
    and current_setting('request.headers')::json ->> 'x-other' is null)`);
  const office = await startServer({
    apps: [{ jwt_secret: JWT_SECRET, database_url: postgres.url(), database_slot: 'office', policy_headers: ['X-Forwarded-For'] }],
  });
  const [inside, outside] = ['10.0.0.1, 10.0.0.2', '10.9.9.9'].map((from) => ({ 'x-forwarded-for': from, 'x-other': 'passed over' }));
  const join = (headers) => {
    class WithHeaders extends WebSocket {
      constructor(url, protocols) {
        super(url, protocols, { headers });
      }
    }
    return supabaseClient(office, { transport: WithHeaders }).channel('office', { config: { private: true, broadcast: { ack: true } } });
  };
  const room = join(inside);
  const heard = broadcasts(room);
  await subscribed(room);
  await assert.rejects(subscribed(join(outside)), /You do not have permissions to read from this Channel topic/);
  await assert.rejects(subscribed(join({})), /You do not have permissions/);

  const send = (headers) => fetch(`${office.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ topic: 'office', event: 'e', payload: { headers }, private: true }] }),
  });
  assert.equal((await send(outside)).status, 202);
  assert.equal((await send(inside)).status, 202);
  assert.deepEqual((await heard.next()).payload, { headers: inside }, 'and nothing of who is outside');

  const poll = async (headers) => {
    const at = `${office.url}/realtime/v1/longpoll?vsn=2.0.0&apikey=${token()}`;
    const { token: session } = await (await fetch(at, { headers })).json();
    const body = JSON.stringify(['1', '1', 'realtime:office', 'phx_join', { config: { private: true } }]);
    await fetch(`${at}&token=${session}`, { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body });
    const { messages } = await (await fetch(`${at}&token=${session}`)).json();
    return JSON.parse(messages[0])[4].status;
  };
  assert.deepEqual([await poll(inside), await poll(outside)], ['ok', 'error']);
  await office.stop();
});
