import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openSqlite } from '#services/database/sqlite.ts';
import { storeContract } from './store.contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'plaza-store-'));
let count = 0;

const world = { now: () => new Date(), log: () => undefined };

storeContract(
  'SQLite in memory',
  async (collections, options) => openSqlite({ ...world, ...options, path: ':memory:', collections }),
  { reopens: false, sweeps: true },
);

storeContract(
  'a SQLite file',
  async (collections, { place, ...options } = {}) => {
    count += 1;
    return openSqlite({ ...world, ...options, path: join(folder, `${place ?? count}.db`), collections });
  },
  { reopens: true, sweeps: true },
);

// Registered last, so it runs after the stores are closed.
afterAll(() => rmSync(folder, { recursive: true }));
