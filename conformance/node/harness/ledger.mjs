/**
 * What was published and what arrived, as lines that the `baton-ledger` checker reads: it finds lost, doubled,
 * reordered and invented messages, and its own tests plant each of these faults.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binary } from './server.mjs';

export class Ledger {
  constructor() {
    this.lines = [];
    this.counts = new Map();
  }

  /** The next message of `publisher`: its text, and a function to call with whether it was acknowledged. */
  message(publisher, channel) {
    const n = this.counts.get(publisher) ?? 0;
    this.counts.set(publisher, n + 1);
    const line = { t: 'publish', channel, publisher, n, uuid: randomUUID(), acked: false };
    this.lines.push(line);
    return { data: line.uuid, settle: (acked) => (line.acked = acked) };
  }

  subscribed(client, channel) {
    this.lines.push({ t: 'subscribe', client, channel });
  }

  delivered(client, channel, uuid) {
    this.lines.push({ t: 'deliver', client, channel, uuid });
  }

  unsubscribed(client, channel) {
    this.lines.push({ t: 'unsubscribe', client, channel });
  }

  /** The uuids that `client` got in `channel`, in order. */
  deliveries(client, channel) {
    return this.lines
      .filter((line) => line.t === 'deliver' && line.client === client && line.channel === channel)
      .map(({ uuid }) => uuid);
  }

  /** Runs the checker: its exit status and what it says; undefined where it was not built. */
  check() {
    const checker = binary('baton-ledger');
    if (!existsSync(checker)) return undefined;
    const folder = mkdtempSync(join(tmpdir(), 'baton-ledger-'));
    const file = join(folder, 'ledger.jsonl');
    writeFileSync(file, this.lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { status, stdout, stderr } = spawnSync(checker, [file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    return { status, text: stdout + stderr };
  }
}
