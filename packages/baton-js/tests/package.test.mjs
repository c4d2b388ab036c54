/** What is published: its size, and that it can be imported and required. How it behaves is tested in conformance/node. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';

const MAX_GZIP_BYTES = 2 * 1024;
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url)));

for (const file of ['index.js', 'index.cjs']) {
  test(`${file} has at most ${MAX_GZIP_BYTES} bytes compressed`, () => {
    const bytes = gzipSync(readFileSync(new URL(`../dist/${file}`, import.meta.url)), { level: 9 }).length;
    assert.ok(bytes <= MAX_GZIP_BYTES, `${bytes} bytes`);
  });
}

test('it can be imported and required by its name', async () => {
  const imported = await import('baton-js');
  const required = createRequire(import.meta.url)('baton-js');
  assert.deepEqual([Object.keys(imported), Object.keys(required)], [['withRecovery'], ['withRecovery']]);
});

test('it depends on nothing', () => {
  assert.deepEqual([manifest.dependencies, manifest.peerDependencies], [undefined, undefined]);
});
