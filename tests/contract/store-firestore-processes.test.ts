import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { from } from '#lib/data/query.ts';
import type { Store } from '#lib/data/store.ts';
import { openFirestore } from '#services/database/firestore.ts';
import { isLong } from '#tests/support/form.ts';
import { freshProject, sharedEmulator } from '#tests/support/shared-emulator.ts';
import { openWorkers, type Workers } from '#tests/support/workers.ts';
import { Accounts, Claims, contractCollections } from './store/things.ts';

const host = await sharedEmulator();

describe.skipIf(host === null)('several processes on one Firestore', () => {
  let store: Store;
  let workers: Workers;

  beforeEach(async () => {
    const projectId = freshProject();
    const emulatorHost = host ?? '';
    workers = openWorkers(`firestore:${emulatorHost}/${projectId}`);
    store = await openFirestore({
      projectId,
      emulatorHost,
      collections: contractCollections,
      now: () => new Date(),
      log: () => undefined,
    });
  });
  afterEach(async () => {
    await workers.end();
    await store.close();
  });

  it.runIf(isLong)('sell each unit once, with a lane in each, and no sale fails', async () => {
    await store.set(Accounts, 'stock', { balance: 60 });

    const results = await workers.answers<{ units: number[]; failures: string[] }>('buy', 25);

    const units = results.flatMap((result) => result.units);
    expect(results.flatMap((result) => result.failures)).toEqual([]);
    expect(units.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
    expect((await store.need(Accounts, 'stock')).data.balance).toBe(0);
  });

  it('see a document that another process has just added to a query they have read', async () => {
    const results = await workers.answers<{ isMine: boolean }>('claim', 0);

    expect(results.filter((result) => result.isMine)).toHaveLength(1);
    expect(await store.count(from(Claims).where('slot', '==', 'noon'))).toBe(1);
  });
});
