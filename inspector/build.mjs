// Builds the pages into a folder: `node build.mjs dist`. `node build.mjs --check` builds into a temporary folder and
// compares it with dist/ byte by byte, so that what is committed is what the sources say.
import { build } from 'esbuild';
import { cpSync, mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

// The server holds the files in its binary. All of them together, compressed, have to stay below this.
const MAX_GZIP_BYTES = 150 * 1024;

const LICENSES = [
  ['Preact', 'preact/LICENSE'],
  ['@preact/signals', '@preact/signals/LICENSE'],
  ['@preact/signals-core', '@preact/signals-core/LICENSE'],
  ['uPlot', 'uplot/LICENSE'],
];

process.chdir(import.meta.dirname);

async function buildInto(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: { app: 'src/main.tsx' },
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    target: ['chrome123', 'firefox121', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
  });
  cpSync('src/index.html', join(folder, 'index.html'));
  cpSync('src/icon.svg', join(folder, 'icon.svg'));
  const texts = LICENSES.map(([name, file]) => `${name}\n\n${readFileSync(join('node_modules', file), 'utf8').trim()}\n`);
  writeFileSync(join(folder, 'LICENSES.txt'), `app.js and app.css contain parts of these libraries.\n\n${texts.join('\n---\n\n')}`);
  const js = readFileSync(join(folder, 'app.js'), 'utf8');
  writeFileSync(join(folder, 'app.js'), `/* Libraries and their licences: LICENSES.txt */\n${js}`);
}

function sizes(folder) {
  let total = 0;
  for (const name of readdirSync(folder).sort()) {
    const bytes = readFileSync(join(folder, name));
    const small = gzipSync(bytes, { level: 9 }).length;
    total += small;
    console.log(`${name.padEnd(14)} ${String(bytes.length).padStart(7)} bytes, ${String(small).padStart(6)} compressed`);
  }
  console.log(`${'together'.padEnd(14)} ${' '.repeat(15)}${String(total).padStart(7)} compressed`);
  if (total > MAX_GZIP_BYTES) throw new Error(`dist/ is larger than ${MAX_GZIP_BYTES} bytes`);
}

if (process.argv[2] === '--check') {
  const folder = mkdtempSync(join(tmpdir(), 'inspector-'));
  try {
    await buildInto(folder);
    const built = readdirSync(folder).sort();
    const kept = readdirSync('dist').sort();
    const differ = [...new Set([...built, ...kept])].filter(
      (name) =>
        !built.includes(name) ||
        !kept.includes(name) ||
        !readFileSync(join(folder, name)).equals(readFileSync(join('dist', name))),
    );
    if (differ.length > 0) {
      console.error(`dist/ is not what the sources build: ${differ.join(', ')}. Run \`npm run build\` and commit dist/.`);
      process.exitCode = 1;
    } else {
      sizes(folder);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} else {
  await buildInto(process.argv[2] ?? 'dist');
  sizes(process.argv[2] ?? 'dist');
}
