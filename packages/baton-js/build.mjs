// Builds the package into a folder: `node build.mjs dist`. `node build.mjs --check` builds into a temporary folder and
// compares it with dist/ byte by byte, so that what is committed is what the source says.
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What a page pays for it. */
const MAX_GZIP_BYTES = 2 * 1024;

process.chdir(import.meta.dirname);

async function buildInto(folder) {
  rmSync(folder, { recursive: true, force: true });
  for (const [format, file] of [['esm', 'index.js'], ['cjs', 'index.cjs']]) {
    const outfile = join(folder, file);
    await build({ entryPoints: ['src/index.ts'], outfile, format, minify: true, target: 'es2020', logLevel: 'warning' });
    const bytes = gzipSync(readFileSync(outfile), { level: 9 }).length;
    console.log(`${file}: ${bytes} bytes compressed`);
    if (bytes > MAX_GZIP_BYTES) throw new Error(`${file} has more than ${MAX_GZIP_BYTES} bytes compressed`);
  }
  execFileSync('node_modules/.bin/tsc', ['--emitDeclarationOnly', '--outDir', folder], { stdio: 'inherit' });
  // Who requires the package gets types of a CommonJS module: they are told apart by the name of their file.
  copyFileSync(join(folder, 'index.d.ts'), join(folder, 'index.d.cts'));
}

if (process.argv[2] === '--check') {
  const folder = mkdtempSync(join(tmpdir(), 'baton-js-'));
  try {
    await buildInto(folder);
    for (const name of readdirSync(folder)) {
      if (!readFileSync(join(folder, name)).equals(readFileSync(join('dist', name)))) {
        throw new Error(`dist/${name} is not what the source builds: run npm run build`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} else {
  await buildInto(process.argv[2] ?? 'dist');
}
