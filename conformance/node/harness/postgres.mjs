/**
 * A PostgreSQL of a test file's own: in a new directory, reached by a Unix socket in it, and gone with the file. It is run
 * as the user `postgres` where the tests run as root, since it refuses root.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BINARY } from './server.mjs';
import { sleep } from './waiting.mjs';

/** How long it may take to start on a busy machine. */
const START_MS = 60_000;

const DEBIAN = '/usr/lib/postgresql/15/bin';
const program = (name) => (existsSync(join(DEBIAN, name)) ? join(DEBIAN, name) : name);

/** Servers that are still running: the process's end is theirs. */
const running = new Set();
process.on('exit', () => running.forEach(end));

/** The user and group to become; nothing where this is not root. */
function unprivileged() {
  if (process.getuid() !== 0) return {};
  const id = (option) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Starts a server; `settings` are further ones of its own, such as `max_slot_wal_keep_size=1MB`. */
export async function startPostgres({ settings = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'baton-pg-'));
  const user = unprivileged();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const options = { cwd: '/', ...user };
  const data = join(folder, 'data');
  execFileSync(
    program('initdb'),
    ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', '--pgdata', data],
    { ...options, stdio: 'pipe' },
  );
  const given = ['wal_level=logical', 'fsync=off', 'listen_addresses=', ...settings];
  const server = {
    folder,
    /** A URL of a database, for the superuser unless told. */
    url: (database = 'postgres', user = 'postgres') => `postgresql:///${database}?host=${folder}&user=${user}`,
    /** A URL for the role that `setUp` has made. */
    serverUrl: () => server.url('postgres', 'baton'),
    /** Makes ready what `baton pg setup` makes ready, with a role for the server. */
    setUp: () =>
      execFileSync(BINARY, ['pg', 'setup', '--database', server.url(), '--role', 'baton'], { stdio: 'pipe' }),
    /** Runs statements as the superuser; what they print. */
    sql: (text, database = 'postgres') =>
      execFileSync(
        program('psql'),
        ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-U', 'postgres', '-h', folder, '-d', database, '-c', text],
        { ...options, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
      ).trimEnd(),
    /** The same while the test goes on; settles when they are done. */
    sqlLater: (text, database = 'postgres') =>
      promisify(execFile)(
        program('psql'),
        ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-U', 'postgres', '-h', folder, '-d', database, '-c', text],
        options,
      ),
    start: async () => {
      const log = openSync(join(folder, 'log'), 'a');
      const args = ['-D', data, '-k', folder, ...given.flatMap((setting) => ['-c', setting])];
      server.child = spawn(program('postgres'), args, { ...options, stdio: ['ignore', log, log] });
      running.add(server);
      const deadline = Date.now() + START_MS;
      for (;;) {
        try {
          server.sql('select');
          return;
        } catch (error) {
          if (Date.now() > deadline) throw error;
          await sleep(50);
        }
      }
    },
    /** Stops it at once, as a crash would; its data stay. */
    halt: async () => {
      const ended = new Promise((done) => server.child.once('exit', done));
      server.child.kill('SIGQUIT');
      await ended;
      running.delete(server);
    },
    stop: async () => {
      await server.halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

function end(server) {
  server.child.kill('SIGQUIT');
  rmSync(server.folder, { recursive: true, force: true });
}
