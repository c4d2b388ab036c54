/** What a publisher sent arrives byte for byte. */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../harness/server.mjs';
import { connect, disconnectAll, subscribe } from '../harness/pusher_client.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { next } from '../harness/waiting.mjs';
import { api, publish } from '../harness/signed_http.mjs';

let server;
before(async () => {
  server = await startServer();
});
after(async () => {
  disconnectAll();
  endAll();
  await server.stop();
});

const payloads = {
  'a big integer': '{"id":12345678901234567890123}',
  'a long fraction': '{"x":0.1000000000000000055511151231257827}',
  'an exponent': '1.0E+2',
  'key order': '{"z":1,"a":2,"m":3}',
  'a duplicate key': '{"a":1,"a":2}',
  blanks: ' { "a" : [ 1 , 2 ] } ',
  'escapes of JSON inside': '{"path":"C:\\\\dir","quote":"\\"","tab":"\\t","u":"\\u00e9\\/"}',
  'text that is no JSON': 'just text',
  'an empty text': '',
  'characters of four bytes': '{"e":"🎺👩‍👩‍👧"}',
  'line separators': '\u2028\u2029',
  'control characters': '\u0001\u001f\u007f',
  'a text of a text': '"\\"quoted\\""',
};

describe('published by HTTP', () => {
  for (const [what, data] of Object.entries(payloads)) {
    test(what, async () => {
      const client = await RawClient.connect(server);
      await client.subscribe('bytes');
      await publish(server, 'bytes', 'e', data);
      assert.equal((await client.event('e')).data, data);
    });
  }

  test('the very escapes of the publisher, where the literal is spliced', async () => {
    const client = await RawClient.connect(server);
    await client.subscribe('literal');
    const literal = '"\\u007b\\u0022a\\u0022:\\u002f\\/1\\u007d"';
    await api(server, 'POST', '/events', { body: `{"name":"e","channels":["literal"],"data":${literal}}` });
    const { text, data } = await client.event('e');
    assert.equal(data, '{"a"://1}');
    assert.ok(text.includes(literal), text);
  });

  test('a name with quotation marks and line breaks stays one name', async () => {
    const client = await RawClient.connect(server);
    await client.subscribe('names');
    const name = 'a "b"\n\u0000é\\';
    const { status, text } = await publish(server, 'names', name, 'd');
    if (status === 200) assert.equal((await client.event(name)).data, 'd');
    else assert.equal(status, 400, text);
  });

  test('a lone surrogate is refused or harmless', async () => {
    const client = await RawClient.connect(server);
    await client.subscribe('surrogate');
    const { status } = await api(server, 'POST', '/events', {
      body: '{"name":"e","channels":["surrogate"],"data":"\\ud800"}',
    });
    assert.ok([200, 400].includes(status), String(status));
    await client.settle();
  });
});

test('pusher-js gets what JSON.parse makes of it, and the text where it is none', async () => {
  const client = await connect(server);
  const channel = await subscribe(client, 'decoded');
  for (const [data, expected] of [
    ['{"a":[1,{"b":null}]}', { a: [1, { b: null }] }],
    ['just text', 'just text'],
    ['"text"', 'text'],
    ['17', 17],
  ]) {
    const event = next(channel, 'e');
    await publish(server, 'decoded', 'e', data);
    assert.deepEqual(await event, expected);
  }
});
