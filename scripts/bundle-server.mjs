// Bundles the server process and the route files it answers from: a thousand files of ours and of a few libraries become
// three hundred, which Node starts from in half the time (docs/decisions/0023). Folders stay as they are in the sources, so
// that one rule of the file tree holds for both.
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';
import { bundle } from './server-process.mjs';

/** Libraries of many small files that are no more than code. All others stay where npm put them. */
const inside = ['zod', 'jose', '@oxc-project/runtime'];
const isOurs = (id) => /^[#./]/.test(id);
const isInside = (id) => inside.some((name) => id === name || id.startsWith(`${name}/`));

const folder = join(import.meta.dirname, '..', bundle);
// The server process, the threads in which it reads mails and draws pictures, and the routes.
const threads = ['services/run/mail-worker.ts', 'services/run/picture-worker.ts'];
const entries = ['services/run/web.ts', ...threads, ...globSync('app/api/**/route.ts')];
await build({
  input: Object.fromEntries(entries.map((file) => [file.replace(/\.ts$/, ''), `./${file}`])),
  platform: 'node',
  external: (id) => !isOurs(id) && !isInside(id),
  transform: { target: 'node24' },
  logLevel: 'warn',
  output: {
    dir: folder,
    format: 'esm',
    cleanDir: true,
    entryFileNames: '[name].mjs',
    chunkFileNames: 'chunks/[name]-[hash].mjs',
    // The brackets in the name of a route say what of its address is named.
    sanitizeFileName: false,
    sourcemap: true,
  },
});

// A route under another name would never be asked, and the framework would serve it in its place, at four times the cost.
const missing = entries.filter((file) => !existsSync(join(folder, file.replace(/\.ts$/, '.mjs'))));
if (missing.length > 0) throw new Error(`not bundled under their own names: ${missing.join(', ')}`);
