/** Reverse proxies in front of a server, with the settings that its documentation prints (docs/operate.md). */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { until } from './waiting.mjs';

/** Where tools/need unpacks what the machine does not have. */
const UNPACKED = resolve(import.meta.dirname, '../../../.cache/proxies');

/** What each is started with, to pass everything on from `port` to the server's. */
export const PROXIES = {
  nginx: {
    program: 'usr/sbin/nginx',
    configuration: (port, to, folder) => `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
      http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
        map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
        server { listen 127.0.0.1:${port}; location / {
          proxy_pass http://127.0.0.1:${to}; proxy_http_version 1.1; proxy_read_timeout 300s;
          proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade; } } }`,
    arguments: (folder) => ['-c', join(folder, 'configuration'), '-p', folder, '-e', join(folder, 'error.log')],
  },
  /** As it is without any setting for streams: HTTP/1.0 to the server, and buffers. */
  plainNginx: {
    program: 'usr/sbin/nginx',
    configuration: (port, to, folder) => `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
      http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
        server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${to}; } } }`,
    arguments: (folder) => ['-c', join(folder, 'configuration'), '-p', folder, '-e', join(folder, 'error.log')],
  },
  haproxy: {
    program: 'usr/sbin/haproxy',
    configuration: (port, to) => `global
  maxconn 200

defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h

frontend all
  bind 127.0.0.1:${port}
  default_backend baton

backend baton
  server one 127.0.0.1:${to}
`,
    arguments: (folder) => ['-db', '-f', join(folder, 'configuration')],
  },
};

/** Starts one in front of a port of this machine; resolves once it accepts. */
export async function startProxy(name, to) {
  const { program, configuration, arguments: args } = PROXIES[name];
  const folder = mkdtempSync(join(tmpdir(), 'baton-proxy-'));
  const port = await freePort();
  writeFileSync(join(folder, 'configuration'), configuration(port, to, folder));
  const unpacked = join(UNPACKED, program);
  const child = spawn(existsSync(unpacked) ? unpacked : program.split('/').at(-1), args(folder), {
    stdio: 'ignore',
    env: { ...process.env, LD_LIBRARY_PATH: libraries() },
  });
  const ended = new Promise((done) => child.on('close', done));
  const accepts = () =>
    new Promise((done) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('connect', () => done(true) || socket.destroy()).on('error', () => done(false));
    });
  await until(accepts, `${name} to accept`, 10_000);
  return {
    port,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What unpacked programs need beside them. */
function libraries() {
  const all = join(UNPACKED, 'usr/lib');
  const folders = existsSync(all) ? readdirSync(all).filter((name) => name.endsWith('-linux-gnu')) : [];
  return folders.map((name) => join(all, name)).join(':');
}

async function freePort() {
  const listener = createServer().listen(0, '127.0.0.1');
  await until(() => listener.listening, 'a port');
  const { port } = listener.address();
  await new Promise((done) => listener.close(done));
  return port;
}
