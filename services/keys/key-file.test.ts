import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EnvProblem, readEnv } from '#lib/core/env/env.ts';
import { openKeys } from '#services/keys/key-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plaza-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const envOf = (vars: Record<string, string> = {}) =>
  readEnv({ from: { NODE_ENV: 'test', PLAZA_DATA_DIR: join(folder, 'data'), ...vars } });

describe('openKeys', () => {
  it('creates keys at the first start and reuses them at the next', () => {
    const first = openKeys(envOf());
    const second = openKeys(envOf());

    expect(first.session[0]?.key.byteLength).toBe(32);
    expect(first.session).not.toEqual(first.settings);
    expect(second).toEqual(first);
  });

  it('makes the key file accessible to the owner alone, and leaves no other file', () => {
    openKeys(envOf());

    expect(statSync(join(folder, 'data', 'keys.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'data'))).toEqual(['keys.json']);
  });

  it('uses the key rings of the environment and then touches no file', () => {
    const ring = `k9:${Buffer.alloc(32, 7).toString('base64')}`;

    const keys = openKeys(envOf({ SESSION_KEYS: ring, SETTINGS_ENCRYPTION_KEYS: ring }));

    expect(keys.session[0]?.kid).toBe('k9');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('throws with the variable and the way back when the file is damaged or its keys are too weak', () => {
    openKeys(envOf());
    const path = join(folder, 'data', 'keys.json');
    chmodSync(path, 0o600);
    const weak = JSON.stringify({ SESSION_KEYS: 'k1:c2hvcnQ=', SETTINGS_ENCRYPTION_KEYS: 'k1:c2hvcnQ=' });

    for (const text of ['{', '{}', weak]) {
      writeFileSync(path, text);
      expect(() => openKeys(envOf())).toThrow(EnvProblem);
      expect(() => openKeys(envOf())).toThrow(/PLAZA_DATA_DIR.*keys\.json is damaged.*npm run restore -- FROM/);
    }
  });

  it('reports an unreadable file as unreadable, not as damaged', () => {
    mkdirSync(join(folder, 'data', 'keys.json'), { recursive: true });

    expect(() => openKeys(envOf())).toThrow(/cannot be read or written; make the folder writable/);
  });

  it('restricts a key file that an earlier version left readable by others', () => {
    openKeys(envOf());
    const path = join(folder, 'data', 'keys.json');
    chmodSync(path, 0o644);

    openKeys(envOf());

    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});
