import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serverEnvironment } from '#scripts/server-process.mjs';
import { freePort } from '#tests/support/server.ts';

const READY_WITHIN_MS = 60_000;
const ROWS = 30;

const layout = `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}`;
const page = `import { headers } from 'next/headers';
export default async function Page() {
  await headers();
  const rows = Array.from({ length: ${ROWS} }, (_, n) => ({ id: n, title: 'Product ' + n, price: n * 100 }));
  return <main><h1>Products</h1><ul>{rows.map(({ id, title, price }) => (
    <li key={id}><article><h2><a href={'/products/' + id}>{title}</a></h2><p>{price}</p></article></li>
  ))}</ul></main>;
}`;

export type BarePage = { readonly origin: string; readonly pid: number; close(): Promise<void> };

/** Builds and starts a site of the framework alone: one dynamic page of thirty rows, without a line of this product. */
export async function openBarePage(): Promise<BarePage> {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-bare-'));
  mkdirSync(join(folder, 'app'));
  writeFileSync(join(folder, 'app/layout.js'), layout);
  writeFileSync(join(folder, 'app/page.js'), page);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const next = resolve('node_modules/next/dist/bin/next');
  const env = { ...process.env, NODE_ENV: 'production' } as const;
  // The other bundler refuses packages behind a link.
  execFileSync(process.execPath, [next, 'build', '--webpack', folder], { env, stdio: 'pipe' });
  const port = await freePort();
  const args = [next, 'start', folder, '--hostname', '127.0.0.1', '--port', String(port)];
  const child = spawn(process.execPath, args, { env: { ...serverEnvironment, ...env }, stdio: 'ignore' });
  const close = async () => {
    const ended = new Promise((resolved) => child.once('exit', resolved));
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const origin = `http://127.0.0.1:${port}`;
  try {
    await untilOpen(origin, child);
  } catch (error) {
    await close();
    throw error;
  }
  return { origin, pid: child.pid ?? 0, close };
}

async function untilOpen(origin: string, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline && child.exitCode === null; ) {
    const isOpen = await fetch(origin).then(
      (reply) => reply.ok,
      () => false,
    );
    if (isOpen) return;
    await pause(50);
  }
  throw new Error('the bare page did not start');
}
