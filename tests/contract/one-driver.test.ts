import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshProject, sharedEmulator } from '#tests/support/shared-emulator.ts';

const host = await sharedEmulator();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plaza-driver-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns the modules that a whole runtime of this environment loads, in a separate process. */
async function modulesOf(vars: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const worker = join(import.meta.dirname, '../support/loading-worker.ts');
  const child = spawn(process.execPath, [worker], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PLAZA_DATA_DIR: join(folder, 'data'),
      ...vars,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(code).toBe(0);
  return JSON.parse(said) as string[];
}

const sqlite = /^node:sqlite$|\/services\/(database|search)\/sqlite(\/|\.ts|-fts)/;
const firestore = /\/node_modules\/(firebase-admin|@google-cloud)\/|\/services\/(database|search)\/firestore/;

describe('a process', () => {
  it('loads only the SQLite driver when nothing is configured', async () => {
    const modules = await modulesOf({});

    expect(modules).toContain('node:sqlite');
    expect(modules.filter((url) => firestore.test(url))).toEqual([]);
  });

  it.skipIf(host === null)('loads only the Firestore driver when it is configured', async () => {
    const keys = `k1:${Buffer.alloc(32, 1).toString('base64')}`;
    const modules = await modulesOf({
      FIRESTORE_EMULATOR_HOST: host ?? '',
      FIRESTORE_PROJECT_ID: freshProject(),
      SESSION_KEYS: keys,
      SETTINGS_ENCRYPTION_KEYS: keys,
    });

    expect(modules.some((url) => firestore.test(url))).toBe(true);
    expect(modules.filter((url) => sqlite.test(url))).toEqual([]);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});
