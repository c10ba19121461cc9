import * as sdk from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { collection } from '#lib/data/collection.ts';
import { openLanes } from '#lib/data/lanes.ts';
import { inc, type Patch } from '#lib/data/patch.ts';
import { updateOf, type Write } from '#lib/data/pending-writes.ts';
import { commit, sendBatch } from './commit.ts';
import { requestDeadlines } from './deadline.ts';
import type { Driver } from './driver.ts';
import { GRPC } from './failures.ts';
import { openGate } from './gate.ts';

type Note = { readonly n: number };
const Notes = collection('notes', { label: 'Note', schema: z.object({ n: z.int() }), indexes: [] });
const change = (patch: Patch<Note>) => [updateOf(Notes, 'a', patch)];

/** Returns a driver whose database rejects the first `times` commits with a status, and counts all commits. */
function refusing(status: number, times: number): { readonly driver: Driver; readonly commits: () => number } {
  let commits = 0;
  const batch = () => ({
    update: () => undefined,
    async commit() {
      commits += 1;
      if (commits <= times) throw Object.assign(new Error(`${status} scripted`), { code: status, details: 'scripted' });
    },
  });
  const database = { batch, collection: () => ({ doc: () => ({}) }) } as unknown as sdk.Firestore;
  const client = { sdk, database, lanes: openLanes(), gate: openGate(), release: async () => undefined };
  const world = { names: new Set([Notes.name]), now: () => new Date(), log: () => undefined };
  const limits = { strictIndexes: false, deadlines: requestDeadlines, silenceMs: 0 };
  const send = (writes: readonly Write[]) => sendBatch(client, writes);
  return { driver: { client, ...world, ...limits, send }, commits: () => commits };
}

describe('commit', () => {
  it.each(['ABORTED', 'CANCELLED'] as const)('retries after %s', async (status) => {
    const { driver, commits } = refusing(GRPC[status], 2);

    await commit(driver, change({ n: 1 }));

    expect(commits()).toBe(3);
  });

  it('does not retry an increment after CANCELLED, because the commit may have happened', async () => {
    const { driver, commits } = refusing(GRPC.CANCELLED, 1);

    await expect(commit(driver, change({ n: inc(1) }))).rejects.toMatchObject({ code: 'UNAVAILABLE' });

    expect(commits()).toBe(1);
  });
});
