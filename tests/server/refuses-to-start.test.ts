import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serverArguments } from '#scripts/server-process.mjs';
import { isBuilt } from '#tests/support/server.ts';

const root = resolve(import.meta.dirname, '../..');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plaza-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the real process with only PATH from this machine's environment. */
function start(vars: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, serverArguments, {
    cwd: root,
    encoding: 'utf8',
    timeout: 110_000,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PLAZA_DATA_DIR: folder, ...vars },
  });
  return { status, said: stderr.trim().split('\n'), stdout };
}

describe.skipIf(!isBuilt)('the server process', () => {
  it.each([
    ['APP_ORIGIN', {}],
    ['PORT', { PLAZA_DEMO: '1', PORT: 'many' }],
    ['CRON_SECRET', { PLAZA_DEMO: '1', CRON_SECRET: 'short' }],
    ['HOST', { PLAZA_DEMO: '1', HOST: '0.0.0.0' }],
    [
      'SESSION_KEYS, SETTINGS_ENCRYPTION_KEYS, and FILES_BUCKET are missing',
      { APP_ORIGIN: 'https://shop.example', FIRESTORE_PROJECT_ID: 'plaza' },
    ],
    ['SMTP_HOST and SMTP_FROM', { APP_ORIGIN: 'https://shop.example', SMTP_HOST: 'mail.example' }],
  ])('exits with code 1 and one line that names %s', (name, vars) => {
    const { status, said, stdout } = start(vars);

    expect(status).toBe(1);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(new RegExp(`^plaza cannot start: ${name}`));
    expect(stdout).toBe('');
  });

  it('exits the same way when its folder cannot hold a database', () => {
    const inTheWay = join(folder, 'file');
    writeFileSync(inTheWay, '');

    const { status, said } = start({ PLAZA_DEMO: '1', PLAZA_DATA_DIR: join(inTheWay, 'data') });

    expect(status).toBe(1);
    expect(said.join('\n')).toMatch(/^plaza cannot start: .*file\/data/);
    expect(said).toHaveLength(1);
  });
});
