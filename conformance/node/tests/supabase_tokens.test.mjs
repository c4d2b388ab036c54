/** Keys, tokens and their revocation with unmodified realtime-js, against sets of keys that are really published. */
import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { createHmac, createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../harness/server.mjs';
import { makeAuthority } from '../harness/certificate.mjs';
import { namedKey, publish, signedWith } from '../harness/keys.mjs';
import { sdk } from '../harness/pusher_client.mjs';
import { connecting as connectingTo } from '../harness/supabase_connecting.mjs';
import { QUIET_MS, sleep, until, within } from '../harness/waiting.mjs';
import {
  JWT_SECRET, LIBRARIES, broadcasts, endClients, subscribed, supabaseClient, token,
} from '../harness/supabase_client.mjs';

const VERSIONS = Object.keys(LIBRARIES);
const PUBLISHABLE = 'sb_publishable_0123456789abcdefghij';
const SECRET_KEY = 'sb_secret_0123456789abcdefghij';

afterEach(endClients);

/** The status with which a connection is answered, 101 where it opens and a channel can be joined, and the reason of a refusal. */
function connecting(server, apikey, headers = {}) {
  const query = apikey === undefined ? '' : `&apikey=${apikey}`;
  return connectingTo(server, `/realtime/v1/websocket?vsn=2.0.0${query}`, headers);
}

/** Broadcasts over HTTP with these headers; the status. */
async function broadcasting(server, headers, topic = 'http', isPrivate = false) {
  const answer = await fetch(`${server.url}/realtime/v1/api/broadcast/${topic}/events/e?private=${isPrivate}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });
  await answer.text();
  return answer.status;
}

/** A client whose channels use `accessToken`, which need not be the one that it connects with. */
function clientWith(server, accessToken, options) {
  const client = supabaseClient(server, options);
  client.setAuth(accessToken);
  return client;
}

/** What becomes of a channel, from its subscription on. */
function states(channel) {
  const seen = [];
  channel.on('system', {}, ({ status, message }) => seen.push(['system', status, message]));
  channel.subscribe((status, error) => seen.push([status, error?.message]));
  return seen;
}

const joined = (seen) => until(() => seen.some(([status]) => status === 'SUBSCRIBED'), 'subscription', 10_000);

test('a disabled app admits nobody and broadcasts nothing', async () => {
  const apps = [{ jwt_secret: JWT_SECRET, api_keys: [PUBLISHABLE, SECRET_KEY], enabled: false }];
  const server = await startServer({ apps });
  try {
    for (const key of [PUBLISHABLE, SECRET_KEY]) {
      assert.equal(await broadcasting(server, { apikey: key }), 403);
      assert.notEqual((await connecting(server, key)).status, 101);
    }
  } finally {
    await server.stop();
  }
});

describe('keys that a project publishes', () => {
  const algorithms = ['RS256', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'];
  const keys = algorithms.map((alg) => namedKey(`key of ${alg}`, alg));
  let place;
  let server;
  before(async () => {
    place = await publish(keys);
    server = await startServer({ apps: [{ jwt_secret: JWT_SECRET, jwks_url: place.url }] });
  });
  after(async () => {
    await server?.stop();
    await place?.stop();
  });

  algorithms.forEach((alg, n) => {
    test(`${alg}: a user connects, joins and is heard, also over HTTP`, async () => {
      const own = keys[n].token({ sub: 'ann' });
      const channel = clientWith(server, own, { apikey: own }).channel(`by ${alg}`);
      const heard = broadcasts(channel, 'e');
      await subscribed(channel);
      const other = clientWith(server, own, { vsn: '1.0.0' }).channel(`by ${alg}`);
      await subscribed(other);
      await other.send({ type: 'broadcast', event: 'e', payload: { n: 1 } });
      assert.deepEqual((await heard.next()).payload, { n: 1 });
      assert.equal(await broadcasting(server, { authorization: `Bearer ${own}` }, encodeURIComponent(`by ${alg}`)), 202);
      await heard.next();
    });

    test(`${alg}: a token that is expired, spoilt or of another key is refused at each door`, async () => {
      const [, , spoilt] = keys[n].token().split('.');
      const message = keys[n].token({ role: 'service_role' }).split('.').slice(0, 2).join('.');
      for (const [wrong, reason] of [
        [keys[n].token({ seconds: -3 }), /Token has expired/],
        [`${message}.${spoilt}`, /Failed to validate JWT signature/],
        [`${message}.`, /Failed to validate JWT signature/],
        [keys[n].token({ header: { kid: keys[(n + 1) % keys.length].jwk.kid } }), /Failed to validate JWT signature/],
      ]) {
        const [status, error] = await connecting(server, wrong);
        assert.equal(status, 401);
        assert.match(error, reason);
        await assert.rejects(subscribed(clientWith(server, wrong).channel('refused')), reason);
        assert.equal(await broadcasting(server, { authorization: `Bearer ${wrong}` }), 401);
      }
    });
  });

  for (const version of VERSIONS) {
    test(`realtime-js ${version} shows why a key is not accepted, and not that a transport failed`, async () => {
      const foreign = token({ secret: 'the secret of another project, long enough' });
      const seen = states(supabaseClient(server, { version, apikey: foreign }).channel('shown'));
      await until(() => seen.some(([, text]) => /JwtSignatureError: Failed to validate JWT signature/.test(text)), 'the reason', 10_000);
      assert.ok(!seen.some(([status]) => status === 'SUBSCRIBED'), JSON.stringify(seen));
    });
  }

  test('what everybody can read signs nothing', async () => {
    const { jwk } = keys[0];
    const spki = createPublicKey({ key: jwk, format: 'jwk' });
    const claims = { role: 'service_role', exp: Math.floor(Date.now() / 1000) + 60 };
    const forms = ['spki', 'pkcs1'].flatMap((type) => [
      spki.export({ type, format: 'pem' }),
      spki.export({ type, format: 'der' }),
    ]);
    for (const secret of [...forms, jwk.n, Buffer.from(jwk.n, 'base64url'), JSON.stringify(jwk), '']) {
      for (const header of [{ alg: 'HS256', kid: jwk.kid }, { alg: 'HS256' }]) {
        assert.deepEqual(await connecting(server, signedWith('HS256', secret, header, claims)), [
          401, 'Failed to validate JWT signature',
        ]);
      }
    }
  });

  test('a new token that is bad ends the channel, and the library joins again with a good one', async () => {
    for (const vsn of VERSIONS) {
      const client = clientWith(server, keys[3].token(), { vsn });
      const seen = states(client.channel(`renewed ${vsn}`));
      await joined(seen);
      client.setAuth(keys[3].token({ seconds: -1 }));
      await until(() => seen.some(([what]) => what === 'CHANNEL_ERROR'), 'the end');
      const told = seen.find(([what]) => what === 'system');
      assert.equal(told[1], 'error');
      assert.match(told[2], /^Token has expired \d+ seconds ago$/);
      client.setAuth(keys[4].token());
      await until(() => seen.at(-1)[0] === 'SUBSCRIBED', 'joined again', 10_000);
    }
  });

  test('a channel hears nothing once its token has ended, and its connection lives on', async () => {
    const client = clientWith(server, keys[5].token({ seconds: 5 }));
    const short = client.channel('short');
    const [heard, seen] = [broadcasts(short, 'e'), states(short)];
    await joined(seen);
    const long = clientWith(server, keys[5].token()).channel('short');
    await subscribed(long);
    await long.send({ type: 'broadcast', event: 'e', payload: { early: true } });
    await heard.next();
    await until(() => seen.some(([, , message]) => /^Token has expired/.test(message)), 'the end of the token', 15_000);
    await long.send({ type: 'broadcast', event: 'e', payload: { late: true } });
    await sleep(QUIET_MS);
    assert.equal(heard.length, 0);
    assert.ok(client.isConnected());
  });
});

describe('rotation', () => {
  let place;
  let server;
  const [first, second, third] = ['first', 'second', 'third'].map((kid) => namedKey(kid, 'ES256'));
  before(async () => {
    place = await publish([first]);
    server = await startServer({ apps: [{ jwt_secret: JWT_SECRET, jwks_url: place.url }] });
  });
  after(async () => {
    await server?.stop();
    await place?.stop();
  });

  test('a new key serves at once, nobody is dropped, and made-up names fetch nothing more', async () => {
    const clients = VERSIONS.map((vsn) => clientWith(server, first.token({ sub: vsn }), { vsn }));
    const channels = clients.map((client) => client.channel('rotation'));
    const heard = channels.map((channel) => broadcasts(channel, 'e'));
    const seen = channels.map(states);
    await Promise.all(seen.map(joined));
    assert.equal(place.asked, 1);

    place.answer = [second]; // the first is gone altogether
    // The one is renewed on a channel, at the same time another joins and a third connects by the new key.
    clients[0].setAuth(second.token({ sub: VERSIONS[0] }));
    const newcomer = clientWith(server, second.token()).channel('rotation');
    const [, answer] = await Promise.all([subscribed(newcomer), connecting(server, second.token())]);
    assert.deepEqual(answer, [101]);
    assert.equal(await broadcasting(server, { authorization: `Bearer ${second.token()}` }), 202);
    assert.equal(place.asked, 2, 'one fetch for all of them');
    await newcomer.send({ type: 'broadcast', event: 'e', payload: { n: 2 } });
    for (const messages of heard) assert.deepEqual((await messages.next()).payload, { n: 2 });
    for (const history of seen) assert.deepEqual(history.map(([what]) => what), ['SUBSCRIBED'], 'none was ended');

    // What the first key signed is no longer taken, though it was good a moment ago.
    assert.match((await connecting(server, first.token()))[1], /key ID \(kid\) "first"/);

    // Strangers make names up: nothing is fetched for them within 30 s, and they wait for nothing.
    place.answer = [second, third];
    const began = Date.now();
    const strangers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => connecting(server, third.token({ header: { kid: `made up ${n}` } }))),
    );
    assert.ok(strangers.every(([status]) => status === 401));
    await assert.rejects(subscribed(clientWith(server, third.token()).channel('x')), /key ID \(kid\) "third"/);
    assert.equal(await broadcasting(server, { authorization: `Bearer ${third.token()}` }), 401);
    assert.ok(Date.now() - began < 3_000);
    assert.equal(place.asked, 2);
  });

  test('the metrics count the fetches', async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    assert.match(text, /^baton_jwks_fetches_total 2$/m);
    assert.match(text, /^baton_jwks_fetches_failed_total 0$/m);
  });
});

describe('a place that fails', () => {
  let server;
  let place;
  const key = namedKey('only', 'EdDSA');
  afterEach(async () => {
    await server?.stop();
    await place?.stop();
  });

  test('while nothing is answered, newcomers wait for it and others do not', async () => {
    let answer;
    place = await publish();
    place.answer = (response) => (answer = () => response.end(JSON.stringify({ keys: [key.jwk] })));
    server = await startServer({ apps: [{ jwt_secret: JWT_SECRET, jwks_url: place.url }], settings: { loops: 1 } });
    await until(() => place.asked === 1, 'the first fetch');
    const client = clientWith(server, key.token());
    const waiting = client.channel('waiting');
    const seen = states(waiting);
    let status;
    connecting(server, key.token()).then((answered) => (status = answered));
    const other = supabaseClient(server).channel('other');
    await subscribed(other);
    assert.equal(await broadcasting(server, { authorization: `Bearer ${token()}` }), 202);
    await sleep(QUIET_MS);
    assert.deepEqual([seen, status], [[], undefined]);
    answer();
    await joined(seen);
    await until(() => status, 'the connection');
    assert.deepEqual(status, [101]);
  });

  test('one that never answers is given up, and who waited is refused', async () => {
    place = await publish();
    place.answer = () => {};
    server = await startServer({ apps: [{ jwt_secret: JWT_SECRET, jwks_url: place.url }] });
    const began = Date.now();
    assert.match((await connecting(server, key.token()))[1], /key ID \(kid\) "only"/);
    assert.ok(Date.now() - began < 8_000);
    await until(() => /jwks_url: the fetch failed; the present keys stay valid.*within 5 s/.test(server.log()), 'a line in the log');
  });

  const wrong = {
    'an error': (response) => response.writeHead(500).end(),
    'a page': (response) => response.end('<html>'),
    'no keys that serve': (response) => response.end(JSON.stringify({ keys: [{ kty: 'oct', k: 'x' }] })),
    'too much': (response) => response.end(JSON.stringify({ keys: [key.jwk], more: 'x'.repeat(256 * 1024) })),
    'half an answer': (response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('{"keys":[');
      setTimeout(() => response.destroy(), 50);
    },
  };
  for (const [name, answer] of Object.entries(wrong)) {
    test(`${name}: the keys that are there stay`, async () => {
      place = await publish([key]);
      server = await startServer({ apps: [{ jwt_secret: JWT_SECRET, jwks_url: place.url }] });
      assert.deepEqual(await connecting(server, key.token()), [101]);
      place.answer = answer;
      assert.equal((await connecting(server, key.token({ header: { kid: 'new' } })))[0], 401);
      assert.equal(place.asked, 2);
      await until(() => /the fetch failed; the present keys stay valid/.test(server.log()), 'a line in the log');
      assert.deepEqual(await connecting(server, key.token()), [101]);
      // It is asked again by itself, and what is right then counts.
      const other = namedKey('other', 'RS256');
      place.answer = [other];
      await until(async () => (await connecting(server, other.token()))[0] === 101, 'the new key', 8_000);
      assert.equal((await connecting(server, key.token()))[0], 401);
    });
  }

  test('a redirect is not followed', async () => {
    const elsewhere = await publish([key]);
    place = await publish();
    place.answer = (response) => response.writeHead(302, { location: elsewhere.url }).end();
    server = await startServer({ apps: [{ jwt_secret: JWT_SECRET, jwks_url: place.url }] });
    assert.equal((await connecting(server, key.token()))[0], 401);
    assert.equal(elsewhere.asked, 0);
    await until(() => /302 Found, to .*set jwks_url to where the keys are/.test(server.log()), 'a line in the log');
    await elsewhere.stop();
  });

  test('a secret that is published is no secret', async () => {
    place = await publish();
    const secret = Buffer.from('a secret that everybody can fetch from there');
    const oct = { kty: 'oct', kid: 'oct', alg: 'HS256', k: secret.toString('base64url') };
    place.answer = (response) => response.end(JSON.stringify({ keys: [key.jwk, oct] }));
    server = await startServer({ apps: [{ jwt_secret: JWT_SECRET, jwks_url: place.url }] });
    assert.deepEqual(await connecting(server, key.token()), [101]);
    const claims = { role: 'service_role', exp: Math.floor(Date.now() / 1000) + 60 };
    for (const header of [{ alg: 'HS256', kid: 'oct' }, { alg: 'HS256' }]) {
      assert.equal((await connecting(server, signedWith('HS256', secret, header, claims)))[0], 401);
    }
    await until(() => /a key is passed over.*is a secret/.test(server.log()), 'a line in the log');
  });
});

test('with TLS the place must be who it says, by an authority that the system trusts', async () => {
  const key = namedKey('k', 'ES256');
  const [trusted, other] = [makeAuthority(), makeAuthority()];
  const [place, imposter] = [await publish([key], trusted), await publish([key], other)];
  const trustedBefore = process.env.SSL_CERT_FILE;
  process.env.SSL_CERT_FILE = trusted.ca; // of the servers that are started here
  try {
    for (const [url, status, reason] of [
      [place.url, 101],
      [place.url.replace('127.0.0.1', 'localhost'), 101],
      [imposter.url, 401, /cannot be reached: invalid peer certificate/],
      [place.url.replace('127.0.0.1', '127.0.0.2'), 401, /cannot be reached/],
      [place.url.replace('https', 'http'), 401, /the answer cannot be read/],
    ]) {
      const server = await startServer({ apps: [{ jwks_url: url }] });
      try {
        assert.equal((await connecting(server, key.token()))[0], status, url);
        if (reason) await until(() => reason.test(server.log()), `${reason} in the log`);
      } finally {
        await server.stop();
      }
    }
    assert.equal(imposter.asked, 0);
  } finally {
    if (trustedBefore === undefined) delete process.env.SSL_CERT_FILE;
    else process.env.SSL_CERT_FILE = trustedBefore;
    await Promise.all([place.stop(), imposter.stop()]);
    for (const authority of [trusted, other]) authority.remove();
  }
});

test('a file of keys is read again when it changes, and a bad one changes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'baton-keys-'));
  const file = join(folder, 'jwks.json');
  const [before_, after_] = ['before', 'after'].map((kid) => namedKey(kid, 'ES384'));
  const write = (...keys) => writeFileSync(file, JSON.stringify({ keys: keys.map((key) => key.jwk) }));
  write(before_);
  const server = await startServer({ apps: [{ jwks_file: file }] });
  try {
    assert.deepEqual(await connecting(server, before_.token()), [101]);
    assert.equal((await connecting(server, after_.token()))[0], 401);
    writeFileSync(file, '{"keys":');
    await until(() => /jwks_file: the keys that are there stay/.test(server.log()), 'a line in the log', 8_000);
    assert.deepEqual(await connecting(server, before_.token()), [101]);
    write(after_);
    await until(async () => (await connecting(server, after_.token()))[0] === 101, 'the new key', 8_000);
    assert.equal((await connecting(server, before_.token()))[0], 401);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
});

describe('audience and issuer', () => {
  const key = namedKey('k', 'ES256');
  test('are demanded where they are set', async () => {
    const server = await startServer({
      apps: [{ jwks: JSON.stringify({ keys: [key.jwk] }), jwt_audience: 'authenticated', jwt_issuer: 'https://a.example/auth/v1' }],
    });
    const good = { aud: 'authenticated', iss: 'https://a.example/auth/v1' };
    try {
      for (const [claims, status] of [
        [good, 101],
        [{ ...good, aud: ['x', 'authenticated'] }, 101],
        [{ ...good, aud: 'anon' }, 401],
        [{ ...good, iss: 'https://b.example/auth/v1' }, 401],
        [{ aud: good.aud }, 401],
        [{}, 401],
        [{ ...good, nbf: Date.now() / 1000 + 30 }, 101],
        [{ ...good, nbf: Date.now() / 1000 + 120 }, 401],
        [{ ...good, iat: 'then' }, 401],
        [{ ...good, exp: Date.now() / 1000 + 9.5 }, 101],
        [{ ...good, exp: '9999999999' }, 401],
        [{ ...good, exp: 1e30 }, 401],
      ]) {
        assert.equal((await connecting(server, key.token(claims)))[0], status, JSON.stringify(claims));
      }
    } finally {
      await server.stop();
    }
  });
});

describe('keys of a project', () => {
  let server;
  before(async () => {
    server = await startServer({ apps: [{ jwt_secret: JWT_SECRET, api_keys: [PUBLISHABLE, SECRET_KEY] }] });
  });
  after(() => server?.stop());

  for (const vsn of VERSIONS) {
    test(`serialiser ${vsn}: the publishable key admits every client, to nothing private`, async () => {
      const client = supabaseClient(server, { vsn, apikey: PUBLISHABLE });
      const channel = client.channel('lobby');
      const heard = broadcasts(channel, 'e');
      await subscribed(channel);
      const [other] = [supabaseClient(server, { vsn, apikey: PUBLISHABLE }).channel('lobby')];
      await subscribed(other);
      await other.send({ type: 'broadcast', event: 'e', payload: { n: 1 } });
      await heard.next();
      await assert.rejects(
        subscribed(client.channel('staff', { config: { private: true } })),
        /You do not have permissions to read from this Channel topic: staff/,
      );
    });

    test(`serialiser ${vsn}: as an access token it means the connection's own`, async () => {
      const client = supabaseClient(server, { vsn, apikey: SECRET_KEY });
      client.setAuth(PUBLISHABLE);
      const staff = client.channel('staff', { config: { private: true } });
      const seen = states(staff);
      await joined(seen);
      client.setAuth('sb_secret_of_nobody');
      await sleep(QUIET_MS);
      assert.deepEqual(seen.map(([what]) => what), ['SUBSCRIBED']);
      // A token of a user goes over it.
      const user = clientWith(server, token({ role: 'authenticated' }), { vsn, apikey: SECRET_KEY });
      await assert.rejects(subscribed(user.channel('staff', { config: { private: true } })), /permissions/);
    });
  }

  test('each is taken in the query and in both headers, and others are refused', async () => {
    assert.deepEqual(await connecting(server, PUBLISHABLE), [101]);
    assert.deepEqual(await connecting(server, undefined, { 'x-api-key': SECRET_KEY }), [101]);
    assert.deepEqual(await connecting(server, undefined, { apikey: SECRET_KEY }), [101]);
    assert.deepEqual(await connecting(server, PUBLISHABLE, { 'x-api-key': 'sb_secret_wrong' }), [401, 'Invalid API key']);
    for (const wrong of [`${PUBLISHABLE}x`, PUBLISHABLE.slice(0, -1), 'sb_secret_', 'sb_', SECRET_KEY.toUpperCase()]) {
      assert.equal((await connecting(server, wrong))[0], 401, wrong);
    }
  });

  test('each is taken over HTTP, and only the secret one speaks on private channels', async () => {
    for (const name of ['apikey', 'x-api-key']) {
      assert.equal(await broadcasting(server, { [name]: PUBLISHABLE }), 202);
      assert.equal(await broadcasting(server, { [name]: PUBLISHABLE }, 'staff', true), 403);
      assert.equal(await broadcasting(server, { [name]: SECRET_KEY }, 'staff', true), 202);
    }
    assert.equal(await broadcasting(server, { authorization: `Bearer ${SECRET_KEY}` }, 'staff', true), 202);
    assert.equal(await broadcasting(server, { authorization: 'Bearer sb_secret_wrong', apikey: SECRET_KEY }), 401);
    // supabase-js sends the project's key beside the user's token: the token counts.
    const both = { authorization: `Bearer ${token()}`, apikey: SECRET_KEY };
    assert.equal(await broadcasting(server, both, 'staff', true), 403);
  });

  test('none of them is ever logged', () => assert.doesNotMatch(server.log(), /0123456789abcdefghij/));
});

describe('revocation', () => {
  let server;
  let application;
  before(async () => {
    const second = { id: 'second', key: 'second-key', secret: 'second secret', jwt_secret: `${JWT_SECRET} of the second` };
    server = await startServer({ apps: [{ jwt_secret: JWT_SECRET, revocations: 12 }, second], settings: { loops: 2 } });
    application = sdk(server);
  });
  after(() => server?.stop());

  const revoke = async (mark) => (await application.post({ path: '/tokens/revoke', body: mark })).status;
  const now = () => Math.floor(Date.now() / 1000);
  const earlier = () => now() - 1;

  for (const vsn of VERSIONS) {
    for (const mark of ['sub', 'session_id', 'jti']) {
      test(`serialiser ${vsn}: by ${mark}, channels end, every door is closed, and a new token opens it`, async () => {
        const name = `by ${mark} ${vsn}`;
        const old = token({ role: 'authenticated', iat: earlier(), [mark]: name });
        const clients = Array.from({ length: 4 }, () => clientWith(server, old, { vsn, apikey: token() }));
        const channels = clients.map((client) => client.channel(name));
        const heard = channels.map((channel) => broadcasts(channel, 'e'));
        const seen = channels.map(states);
        const other = clientWith(server, token({ iat: earlier(), [mark]: `not ${name}` }), { vsn }).channel(name);
        const seenByOther = states(other);
        await Promise.all([...seen, seenByOther].map(joined));

        assert.equal(await revoke({ [mark]: name }), 200);
        const revoked = now();
        for (const history of seen) {
          await until(() => history.length > 1, 'the end of the channel');
          assert.deepEqual(history[1], ['system', 'error', 'Token has been revoked']);
          await until(() => history.some(([what]) => what === 'CHANNEL_ERROR'), 'the error');
        }
        assert.deepEqual(seenByOther.map(([what]) => what), ['SUBSCRIBED']);
        await other.send({ type: 'broadcast', event: 'e', payload: {} });
        await sleep(QUIET_MS);
        assert.ok(heard.every((messages) => messages.length === 0));

        assert.deepEqual(await connecting(server, old), [401, 'Token has been revoked']);
        assert.equal(await broadcasting(server, { authorization: `Bearer ${old}` }), 401);
        await assert.rejects(subscribed(clientWith(server, old, { vsn }).channel(name)), /InvalidJWTToken: Token has been revoked/);
        const kept = clientWith(server, token(), { vsn });
        const seenByKept = states(kept.channel(`kept ${name}`));
        await joined(seenByKept);
        kept.setAuth(old);
        await until(() => seenByKept.some(([, , text]) => text === 'Token has been revoked'), 'the refusal of a new token');

        // A user who signs in again, a second later, is let in: the library joins by itself. An issuer that dates tokens ahead
        // would move the moment of the next revocations.
        await until(() => now() > revoked, 'the next second');
        clients.forEach((client) => client.setAuth(token({ role: 'authenticated', iat: now(), [mark]: name })));
        await Promise.all(seen.map((history) => until(() => history.at(-1)[0] === 'SUBSCRIBED', 'joined again', 15_000)));
      });
    }
  }

  test('the connection\'s own token counts as well, and other apps do not', async () => {
    const own = token({ sub: 'own', iat: earlier() });
    const client = supabaseClient(server, { apikey: own });
    const seen = states(client.channel('own'));
    await joined(seen);
    const secondToken = token({ sub: 'own', iat: earlier(), secret: `${JWT_SECRET} of the second` });
    const seenBySecond = states(supabaseClient(server, { apikey: secondToken }).channel('own'));
    await joined(seenBySecond);
    assert.equal(await revoke({ sub: 'own' }), 200);
    await until(() => seen.some(([, , text]) => text === 'Token has been revoked'), 'the end');
    await until(() => seen.some(([, text]) => /InvalidJWTToken: Token has been revoked/.test(text)), 'the refused join', 10_000);
    assert.deepEqual(seenBySecond.map(([what]) => what), ['SUBSCRIBED']);
  });

  test('the call is signed by the app', async () => {
    const post = (query) => fetch(`${server.url}/apps/${server.app.id}/tokens/revoke?${query}`, { method: 'POST', body: '{"sub":"x"}' });
    assert.equal((await post('')).status, 401);
    const query = `auth_key=${server.app.key}&auth_timestamp=${Math.floor(Date.now() / 1000)}&auth_version=1.0&body_md5=x`;
    const forged = createHmac('sha256', 'another').update(`POST\n/apps/${server.app.id}/tokens/revoke\n${query}`).digest('hex');
    assert.equal((await post(`${query}&auth_signature=${forged}`)).status, 401);
    const bearer = { method: 'POST', body: '{"sub":"x"}', headers: { authorization: `Bearer ${token({ role: 'service_role' })}` } };
    assert.equal((await fetch(`${server.url}/apps/${server.app.id}/tokens/revoke`, bearer)).status, 401);
    for (const wrong of [{}, { sub: 'a', jti: 'b' }, { email: 'a' }, { sub: '' }, { sub: 7 }]) {
      await assert.rejects(revoke(wrong), (error) => error.status === 400, JSON.stringify(wrong));
    }
  });

  test('a full table says so and forgets nobody', async () => {
    let left = 20;
    const outcome = () => revoke({ sub: `fill ${left}` }).catch((error) => error.status);
    while (left > 0 && (await outcome()) === 200) left -= 1;
    assert.ok(left > 0, 'it is full before twenty');
    await assert.rejects(revoke({ sub: 'one more' }), (error) => error.status === 503 && /Raise revocations/.test(error.body));
    assert.equal(await revoke({ sub: 'own' }), 200, 'one that is there');
    assert.deepEqual(await connecting(server, token({ sub: 'fill 20', iat: earlier() })), [401, 'Token has been revoked']);
    assert.deepEqual(await connecting(server, token({ sub: 'one more', iat: earlier() })), [101]);
    assert.match(await (await fetch(`${server.url}/metrics`)).text(), /^baton_token_revocations 12$/m);
  });
});

test('the default app takes what Supabase\'s local development signs and gives out', async () => {
  const server = await startServer({ apps: [] });
  try {
    const local = { secret: 'super-secret-jwt-token-with-at-least-32-characters-long' };
    // The key with which its command line signs, in every checkout of it.
    const key = namedKey('b81269f1-21d8-4f2e-b719-c2240a840d90', 'ES256', {
      kty: 'EC',
      crv: 'P-256',
      x: 'M5Sjqn5zwC9Kl1zVfUUGvv9boQjCGd45G8sdopBExB4',
      y: 'P6IXMvA2WYXSHSOMTBH2jsw_9rrzGy89FjPf6oOsIxQ',
      d: 'dIhR8wywJlqlua4y_yMq2SLhlFXDZJBCvFrY1DCHyVU',
    });
    for (const apikey of [
      token(local),
      token({ ...local, role: 'service_role' }),
      key.token(),
      'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH',
      'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz',
    ]) {
      await subscribed(supabaseClient(server, { apikey }).channel('local'));
    }
    assert.equal((await connecting(server, PUBLISHABLE))[0], 401);
  } finally {
    await server.stop();
  }
});
