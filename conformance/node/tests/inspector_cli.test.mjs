/**
 * The inspector's commands at the terminal: each is run as an operator runs it, against a server with a real client, and must
 * show what happened there.
 */
import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, disconnectAll, pusherClient, refusal, sdk, subscribe } from '../harness/pusher_client.mjs';
import { BINARY, startServer } from '../harness/server.mjs';
import { next, until } from '../harness/waiting.mjs';

const TOKEN = 'a token for operators, of 16 bytes or more';
const READER = 'a token for readers, of 16 bytes or more';
const TWO = [{}, { id: 'other', key: 'other-key', secret: 'other-secret' }];

const folder = mkdtempSync(join(tmpdir(), 'baton-inspector-cli-'));
let server;
before(async () => {
  server = await startServer({ apps: TWO, settings: { inspector_token: TOKEN, inspector_reader_token: READER } });
});
const commands = new Set();
afterEach(() => {
  disconnectAll();
  commands.forEach((child) => child.kill('SIGKILL'));
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts `baton`; what it has printed, and its end. Nothing of this machine's user is read. */
function start(args, { env = {}, input, to = server } = {}) {
  const own = { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8' };
  const url = args.includes('--profile') ? [] : ['--url', to.url];
  const child = spawn(BINARY, [...args, ...url], { env: { ...own, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  commands.add(child);
  child.stdin.end(input);
  const run = { child, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (run[name] += text));
  run.ended = new Promise((done) => child.on('close', (code, signal) => done(commands.delete(child) && { code, signal })));
  return run;
}

/** Runs `baton` to its end as an operator; its output. */
async function baton(args, { status = 0, env = { BATON_INSPECTOR_TOKEN: TOKEN }, ...options } = {}) {
  const run = start(args, { env, ...options });
  const { code } = await run.ended;
  assert.equal(code, status, `${args.join(' ')}: ${run.stdout}${run.stderr}`);
  return status === 0 ? run.stdout : run.stderr;
}

const json = async (args, options) => JSON.parse(await baton([...args, '--json'], options));

/** Starts `baton tail --json`, and waits until the server records for it. */
async function tail(args, { env = { BATON_INSPECTOR_TOKEN: TOKEN }, ...options } = {}) {
  const run = start(['tail', ...args], { env, ...options });
  const { to = server } = options;
  const isWatched = async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const audit = await (await fetch(`${to.url}/inspector/api/audit`, { headers })).json();
    return audit.entries?.some((entry) => entry.action === 'watch' && entry.subject.includes(args[0]));
  };
  await until(isWatched, `a watch for ${args[0]}`);
  return run;
}

const events = (run) => run.stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line));

test('tail shows a publish with how many have received it, and ends well on Ctrl-C', async () => {
  const run = await tail(['tail-a', '--json', '--app', 'app-id']);
  const channel = await subscribe(await connect(server), 'tail-a');
  const arrived = next(channel, 'headline');
  await sdk(server).trigger('tail-a', 'headline', { n: 1 });
  await sdk(server).trigger('tail-b', 'headline', { n: 2 });
  await arrived;
  await until(() => events(run).some((event) => event.type === 'message'), 'the message');
  const [message, ...others] = events(run).filter((event) => event.type === 'message');
  assert.deepEqual([message.channel, message.event, message.data], ['tail-a', 'headline', '{"n":1}']);
  assert.deepEqual([message.subscriptions, message.delivery.received], [1, 1]);
  assert.deepEqual(others, []);
  run.child.kill('SIGINT');
  assert.deepEqual(await run.ended, { code: 0, signal: null });
});

test('tail prints one line for each event, and no control characters of others', async () => {
  const run = await tail(['tail-lines', '--type', 'message', '--app', 'app-id']);
  await sdk(server).trigger('tail-lines', 'e\u001b[2J', 'a\u202e\nb');
  await until(() => run.stdout.includes('\n'), 'a line');
  assert.match(run.stdout, /^\d\d:\d\d:\d\d\.\d{3}  message {9}tail-lines +e\\u\{1b\}\[2J +0\/0  .*a\\u\{202e\}/);
  assert.equal(run.stdout.trim().split('\n').length, 1);
});

test('tail ends when nobody reads it any more, without a further event', async () => {
  const run = await tail(['tail-head', '--app', 'app-id']);
  run.child.stdout.destroy();
  assert.deepEqual(await run.ended, { code: 0, signal: null });
});

test('tail goes on after a restart, and says what is missing', async () => {
  const settings = { inspector_token: TOKEN };
  const first = await startServer({ settings });
  const run = await tail(['tail-again', '--json'], { to: first });
  await first.stop();
  const second = await startServer({ settings, listen: `127.0.0.1:${first.port}` });
  try {
    await until(() => run.stderr.includes('the server restarted; events in between are not here'), 'the note', 10_000);
    await sdk(second).trigger('tail-again', 'e', 'd');
    await until(() => events(run).length > 0, 'the event');
    run.child.kill('SIGTERM');
    assert.deepEqual(await run.ended, { code: 0, signal: null });
  } finally {
    await second.stop();
  }
});

test('publish says how many it was sent to, and why it was nobody', async () => {
  const channel = await subscribe(await connect(server), 'published');
  const arrived = next(channel, 'e');
  assert.equal(await baton(['publish', 'published', 'e', '-', '--app', 'app-id'], { input: '{"n":1}' }), 'Sent to 1 subscription of published.\n');
  assert.deepEqual(await arrived, { n: 1 });
  const none = await baton(['publish', 'nobody-there', 'e', '--app', 'app-id']);
  assert.match(none, /^Sent to 0 subscriptions of nobody-there\.\n.+\n`baton why --channel 'nobody-there'` shows each step\.\n$/);
});

test('channels and connections are listed, shown, and closed', async () => {
  const client = await connect(server);
  const socket = client.connection.socket_id;
  await subscribe(client, 'listed-one');
  await subscribe(client, 'listed-two');
  const { total, channels } = await json(['channels', 'LISTED', '--sort', 'name', '--app', 'app-id']);
  assert.deepEqual([total, channels.map((one) => one.channel)], [2, ['listed-one', 'listed-two']]);
  assert.match(await baton(['channels', 'listed', '--limit', '1', '--app', 'app-id']), /\n1 of 2: /);
  assert.match(await baton(['channel', 'listed-one', '--app', 'app-id']), /^channel {8}listed-one\nclass {10}public\n/);
  assert.match(await baton(['connections', '--channel', 'listed-one', '--app', 'app-id']), new RegExp(`^SOCKET .*\n${socket.replace('.', '\\.')} `));
  assert.match(await baton(['connection', socket]), /\n2 channels:\n {2}listed-/);
  const closed = next(client.connection, 'error');
  assert.equal(await baton(['disconnect', socket]), '1 connection is closed.\n');
  await closed;
  await until(async () => (await baton(['connection', socket])).includes('\nclosed '), 'the end of the connection');
});

test('why and refusals name the step that fails, and the fix', async () => {
  const client = pusherClient(server, { channelAuthorization: { customHandler: (_, done) => done(null, { auth: `app-key:${'0'.repeat(64)}` }) } });
  await next(client.connection, 'connected');
  await refusal(client.subscribe('private-wrong'));
  const [newest] = (await json(['refusals', '--channel', 'private-wrong'])).refusals;
  assert.equal(newest.channel, 'private-wrong');
  assert.match(await baton(['refusals', '--channel', 'private-wrong']), /private-wrong\n {4}.+\n {4}fix: .+\n/);
  const why = await baton(['why', '--channel', 'private-wrong', '--app', 'app-id']);
  assert.match(why, /^.+\n( {2}[✓✗?] .+\n(?: {6}(?:fix: .+|see: https:\/\/github\.com\/.+\/docs\/.+\.md.*)\n)*)+$/u);
  assert.match(await baton(['why', client.connection.socket_id], { env: { BATON_INSPECTOR_TOKEN: TOKEN, LC_ALL: 'C' } }), /^[\x20-\x7e\n]+$/);
});

test('disconnect closes all of a user, and fails where there is nobody', async () => {
  const client = await connect(server, { user: { id: 'ann' } });
  client.signin();
  await until(async () => (await json(['connections', '--user', 'ann', '--app', 'app-id'])).total === 1, 'the sign-in');
  assert.equal(await baton(['disconnect', '--user', 'ann', '--app', 'app-id']), '1 connection is closed.\n');
  await until(async () => (await json(['connections', '--user', 'ann', '--app', 'app-id'])).total === 0, 'the end');
  assert.match(await baton(['disconnect', '--user', 'ann', '--app', 'app-id'], { status: 1 }), /the user 'ann' has no connection/);
  assert.match(await baton(['disconnect', '--user', 'ann', '--app', 'app-id', '--json'], { status: 1 }), /has no connection/);
  assert.match(await baton(['disconnect', '1.1'], { status: 1 }), /no open connection with this socket id/);
});

test('top prints figures for programs, and needs a terminal for its screen', async () => {
  const run = start(['top', '--json'], { env: { BATON_INSPECTOR_TOKEN: TOKEN } });
  await until(() => run.stdout.split('\n').length > 2, 'two lines');
  assert.equal(typeof events(run)[0].server.messages_out, 'number');
  run.child.kill('SIGINT');
  assert.equal((await run.ended).code, 0);
  assert.match(await baton(['top'], { status: 1 }), /draws on a terminal.*`baton stats`/);
});

test('inspector prints a link that signs a browser in, once', async () => {
  const link = new URL((await baton(['inspector'])).trim());
  const body = JSON.stringify({ link: new URLSearchParams(link.hash.slice(1)).get('link') });
  const use = () => fetch(`${server.url}/inspector/api/session`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  assert.deepEqual([(await use()).status, (await use()).status], [200, 401]);
});

describe('signing in', () => {
  test('without a token the app\'s key of the settings is enough, and sees this app alone', async () => {
    const plain = await startServer({ apps: TWO });
    try {
      const options = { to: plain, env: {} };
      await connect(plain);
      const listed = await json(['connections', '--config', plain.config, '--app', 'other'], options);
      assert.deepEqual(listed.connections, []);
      const own = await json(['connections', '--config', plain.config, '--app', 'app-id'], options);
      assert.equal(own.total, 1);
      assert.match(await baton(['connections', '--config', plain.config], { ...options, status: 2 }), /name one by --app/);
    } finally {
      await plain.stop();
    }
  });

  test('a reader changes nothing', async () => {
    const env = { BATON_INSPECTOR_TOKEN: READER };
    assert.match(await baton(['publish', 'a', 'e', '--app', 'app-id'], { env, status: 1 }), /forbids this: /);
    assert.ok((await json(['channels'], { env })).channels);
  });

  test('a profile names server and token, and is refused where others can read it', async () => {
    const file = join(folder, '.config/baton/profiles.toml');
    mkdirSync(join(folder, '.config/baton'), { recursive: true });
    writeFileSync(file, `[here]\nurl = "${server.url}"\ntoken = "${TOKEN}"\n`, { mode: 0o600 });
    const env = { BATON_INSPECTOR_TOKEN: 'of another server' };
    assert.ok((await json(['channels', '--profile', 'here'], { env })).channels);
    chmodSync(file, 0o644);
    assert.match(await baton(['channels', '--profile', 'here'], { env, status: 2 }), new RegExp(`chmod 600 ${file}\n$`));
    chmodSync(file, 0o600);
  });

  test('what is wrong is one line that says what to change', async () => {
    for (const [args, env, status, expected] of [
      [['channels'], { BATON_INSPECTOR_TOKEN: 'wrong' }, 1, /does not accept the token: .*inspector_token/],
      [['channels', '--profile', 'none'], {}, 2, /profiles\.toml .*none/],
      [['stats', '--last', '1w'], {}, 2, /24h/],
      [['tail', '--type', 'message,foo'], {}, 2, /no type "foo"; there are message, subscribe, .*refused\n$/],
      [['refusals', '--cause', 'foo'], {}, 2, /no cause "foo"; there are app, version, .*signature/],
    ]) {
      const said = await baton(args, { env, status });
      assert.match(said, expected);
      assert.equal(said.trim().split('\n').length, 1, said);
    }
    const off = await startServer({ settings: { inspector: false } });
    try {
      assert.match(await baton(['channels', '--token', TOKEN], { to: off, status: 1 }), /inspector/);
    } finally {
      await off.stop();
    }
    assert.match(await baton(['channels', '--token', TOKEN], { to: { url: 'http://127.0.0.1:1' }, status: 1 }), /nothing answers at 127\.0\.0\.1:1/);
  });
});
