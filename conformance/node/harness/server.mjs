/**
 * A server of its own for each test file: the built binary on a free port, with settings written for the test,
 * ended with the test. Nothing in here knows how the server is made; it is started as an operator starts it.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { until } from './waiting.mjs';

const REPOSITORY = resolve(import.meta.dirname, '../../..');

/** Where a built program of this repository lies: in BATON_PROGRAMS, or where the release profile has it. */
export function binary(name) {
  const target = process.env.CARGO_TARGET_DIR ?? join(REPOSITORY, 'target');
  return join(process.env.BATON_PROGRAMS ?? join(target, 'release'), name);
}
/** The server's program. */
export const BINARY = process.env.BATON_BIN ?? binary('baton');

/** How long the server may take until it accepts, and to leave after SIGTERM. */
const START_MS = 10_000;
const STOP_MS = 8_000;

/** The app that a test has unless it declares its own. */
export const DEFAULT_APP = { id: 'app-id', key: 'app-key', secret: 'app-secret' };

/** Servers that are still running: the process's end is theirs. */
const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

/**
 * Starts a server.
 * @param apps     tables of `[[apps]]`; what a table lacks of id, key and secret comes from DEFAULT_APP
 * @param settings keys of the settings file outside of the apps
 * @param listen   address and port; port 0 takes a free one; null: `settings` has it
 * @param args     more arguments for `baton serve`
 * @param tls      what certificate.mjs made: the server speaks TLS with it, and the harness' clients trust it
 */
export async function startServer({ apps = [{}], settings = {}, listen = '127.0.0.1:0', args = [], tls } = {}) {
  if (!existsSync(BINARY)) throw new Error(`${BINARY} is missing: build it with \`cargo build --release\``);
  const declared = apps.map((app) => ({ ...DEFAULT_APP, ...app }));
  const folder = mkdtempSync(join(tmpdir(), 'baton-conformance-'));
  const config = join(folder, 'baton.toml');
  const files = tls ? { tls_certificate: tls.certificate, tls_key: tls.key } : {};
  const write = (settings, apps) => writeFileSync(config, toToml({ ...files, ...settings }, apps));
  write(settings, declared);

  const child = spawn(BINARY, ['serve', ...(listen ? ['--listen', listen] : []), '--config', config, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const log = [];
  const exited = new Promise((done) =>
    // 'close' and not 'exit': its last words may still be in the pipes when it has ended.
    child.on('close', (code, signal) => {
      running.delete(child);
      rmSync(folder, { recursive: true, force: true });
      done({ code, signal });
    }),
  );
  const port = await listeningPort(child, log, exited);

  return {
    host: '127.0.0.1',
    port,
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    /** What a client has to trust; undefined where the server speaks plain HTTP. */
    ca: tls?.ca,
    pid: child.pid,
    /** Its settings file. */
    config,
    child,
    app: declared[0],
    apps: declared,
    exited,
    /** What the server wrote on both outputs. */
    log: () => log.join(''),
    /** Waits for what it logs of something that has happened: a thread of its own writes the log. */
    logged: (pattern) => until(() => pattern.test(log.join('')), `${pattern} in the log`),
    /** Writes other settings into the file, has the server read them, and returns what it logs of that. */
    reload: async ({ apps: other = apps, settings: others = settings } = {}) => {
      const before = log.join('').length;
      write(others, other.map((app) => ({ ...DEFAULT_APP, ...app })));
      child.kill('SIGHUP');
      const told = () => log.join('').slice(before);
      await until(() => /reload: the (new settings are|previous settings remain) in effect.*\n/.test(told()), 'end of the reload');
      return told();
    },
    stop: () => stop(child, exited),
  };
}

/** Waits for the line that says where the server listens. */
function listeningPort(child, log, exited) {
  return new Promise((done, fail) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      fail(new Error(`not listening after ${START_MS} ms:\n${log.join('')}`));
    }, START_MS);
    exited.then(({ code }) => {
      clearTimeout(late);
      fail(new Error(`exit ${code} before listening:\n${log.join('')}`));
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        log.push(text);
        const found = /^listening on https?:\/\/(?:127\.0\.0\.1|0\.0\.0\.0):(\d+)/m.exec(log.join(''));
        if (found) {
          clearTimeout(late);
          done(Number(found[1]));
        }
      });
    }
  });
}

async function stop(child, exited) {
  if (!running.has(child)) return exited;
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  const end = await exited;
  clearTimeout(late);
  return end;
}

/** A value as TOML, which JSON writes as TOML does but for tables. */
function inToml(value) {
  if (Array.isArray(value)) return `[${value.map(inToml).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{ ${Object.entries(value).map(([key, each]) => `${key} = ${inToml(each)}`).join(', ')} }`;
}

/** Settings as TOML. */
function toToml(settings, apps) {
  const lines = (table) => Object.entries(table).map(([key, value]) => `${key} = ${inToml(value)}`);
  const tables = apps.flatMap((app) => ['', '[[apps]]', ...lines(app)]);
  return [...lines(settings), ...tables, ''].join('\n');
}
