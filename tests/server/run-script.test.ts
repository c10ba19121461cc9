import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PATIENCE } from '#tests/support/patience.ts';

// Runs the real script in a folder where every tool is a few lines that record their calls.
const scripts = resolve(import.meta.dirname, '../../scripts');
const tools = {
  next: 'next/dist/bin/next',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
  playwright: 'playwright/cli.js',
  biome: '@biomejs/biome/bin/biome',
  oxlint: 'oxlint/bin/oxlint',
  depcruise: 'dependency-cruiser/bin/dependency-cruiser.mjs',
};
let folder: string;
let started: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plaza-run-'));
  started = [];
  for (const name of ['run.mjs', 'chromium.mjs', 'server-process.mjs'])
    cpSync(join(scripts, name), join(folder, 'scripts', name));
  write('package.json', '{ "type": "module" }');
  write('scripts/bundle-server.mjs', '');
  write('bin/npm', '#!/bin/sh');
  chmodSync(join(folder, 'bin/npm'), 0o755);
  for (const name of Object.keys(tools)) give(name as keyof typeof tools);
  give('next', `if (process.argv[2] === 'build') writeFileSync('.next/BUILD_ID', '');`);
});
afterEach(async () => {
  for (const child of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Installs a tool that records its name and first argument, and then runs `more`. */
const give = (name: keyof typeof tools, more = ''): void =>
  write(join('node_modules', tools[name]), program(name, more));

const program = (name: string, more: string): string => `
  const { appendFileSync, mkdirSync, writeFileSync } = process.getBuiltinModule('fs');
  const say = (word) => appendFileSync('said', '${name} ' + word + '\\n');
  mkdirSync('.next', { recursive: true });
  say(process.argv[2]);
  ${more}`;

/** Runs until a signal comes, records it, and exits in good order. */
const UNTIL_TOLD = `
  const end = (signal) => { say(signal); process.exit(0); };
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, end);
  setTimeout(() => {}, 600_000);
  say('waits');`;

function said(): readonly string[] {
  const file = join(folder, 'said');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

function run(command: string, stdio: 'ignore' | 'pipe' = 'ignore'): ChildProcess {
  const env = {
    PATH: [join(folder, 'bin'), process.env.PATH].join(':'),
    CHROMIUM_PATH: 'chromium',
    NODE_ENV: 'test',
  } as const;
  const child = spawn(process.execPath, [join(folder, 'scripts/run.mjs'), command], {
    stdio: ['ignore', stdio, stdio],
    env,
  });
  started.push(child);
  return child;
}

async function codeOf(child: ChildProcess): Promise<number | null> {
  const [code] = await once(child, 'exit');
  return code;
}

describe('npm test', () => {
  it('checks types against the current routes, even with an earlier build', async () => {
    const first = await codeOf(run('test'));
    const built = said();
    rmSync(join(folder, 'said'));

    const second = await codeOf(run('test'));

    expect([first, second]).toEqual([0, 0]);
    expect(built).toContain('next build');
    // The build has written the types itself.
    expect(built).not.toContain('next typegen');
    expect(said()).not.toContain('next build');
    expect(said().indexOf('next typegen')).toBeGreaterThanOrEqual(0);
    expect(said().indexOf('next typegen')).toBeLessThan(said().indexOf('tsc --noEmit'));
  });

  it.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('passes %s on to all running steps and exits with its code', async (signal, code) => {
    give('next', UNTIL_TOLD);
    give('biome', UNTIL_TOLD);
    const child = run('test');
    await expect.poll(said, PATIENCE).toEqual(expect.arrayContaining(['next waits', 'biome waits']));

    child.kill(signal);

    expect(await codeOf(child)).toBe(code);
    expect(said()).toEqual(expect.arrayContaining([`next ${signal}`, `biome ${signal}`]));
    // Both have exited with 0, and still no further step runs.
    expect(said()).not.toContain('tsc --noEmit');
  });
});

describe('npm start', () => {
  const wordy = (more: string) => `
    if (process.argv[2] === 'build') {
      console.log('Route (app)');
      console.error('a warning of the framework');
      ${more}
    }`;
  /** Runs `npm start` and returns everything that it printed. */
  async function printed(): Promise<{ readonly code: number | null; readonly lines: readonly string[] }> {
    const child = run('start', 'pipe');
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
    const [code] = await once(child, 'close');
    return { code, lines: Buffer.concat(chunks).toString().trim().split('\n') };
  }

  it('reports its first build in a few lines, without Next’s output', async () => {
    give('next', wordy(`writeFileSync('.next/BUILD_ID', '');`));
    write('.next/plaza/services/run/web.mjs', `console.log('the server')`);

    const { code, lines } = await printed();

    expect(code).toBe(0);
    expect(lines).toEqual([
      expect.stringMatching(/^\[run\] installing packages/),
      expect.stringMatching(/^\[run\] building the pages and the server/),
      expect.stringMatching(/^\[run\] built in \d+ s$/),
      'the server',
    ]);
  });

  it('prints Next’s whole output when the build fails', async () => {
    give('next', wordy('process.exit(3);'));

    const { code, lines } = await printed();

    expect(code).toBe(1);
    expect(lines).toEqual(expect.arrayContaining(['Route (app)', 'a warning of the framework']));
    expect(lines.at(-1)).toBe('[run] next build failed (3)');
  });

  it.each([0, 3])('passes SIGTERM on to the server and exits with its code: %i', async (code) => {
    write('.next/plaza/services/run/web.mjs', program('server', UNTIL_TOLD.replace('exit(0)', `exit(${code})`)));
    const child = run('start');
    await expect.poll(said, PATIENCE).toContain('server waits');

    child.kill('SIGTERM');

    expect(await codeOf(child)).toBe(code);
    expect(said().at(-1)).toBe('server SIGTERM');
  });
});
