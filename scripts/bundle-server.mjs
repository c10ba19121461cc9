// Bundles the server process and its route files: a thousand files of ours and of a few libraries become three
// hundred. Node then starts in half the time (docs/decisions/0023). Folders stay as in the sources, so that one rule
// about the file tree holds for both.
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';
import { bundle } from './server-process.mjs';

/** Libraries that consist of many small files of plain code. All others stay where npm installed them. */
const inside = ['zod', 'jose', '@oxc-project/runtime'];
const isOurs = (id) => /^[#./]/.test(id);
const isInside = (id) => inside.some((name) => id === name || id.startsWith(`${name}/`));

const folder = join(import.meta.dirname, '..', bundle);
// The server process, its threads for mails and pictures, and the routes.
const threads = ['mail', 'picture', 'image'].map((name) => `services/run/${name}-worker.ts`);
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
    // The brackets in a route's name mark the parameters of its address.
    sanitizeFileName: false,
    sourcemap: true,
  },
});

// A route under another name would never be called. The framework would serve it instead, at four times the cost.
const missing = entries.filter((file) => !existsSync(join(folder, file.replace(/\.ts$/, '.mjs'))));
if (missing.length > 0) throw new Error(`not bundled under their own names: ${missing.join(', ')}`);
