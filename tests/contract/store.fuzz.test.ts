import { describe, expect, it } from 'vitest';
import { openFirestore } from '#services/database/firestore.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { fuzzCollections } from '#tests/support/fuzz-collections.ts';
import { fuzzSeeds } from '#tests/support/fuzz-seeds.ts';
import { BEGIN, contentsOf, describeStep, moments, play, randomStep, type Step } from '#tests/support/fuzz-steps.ts';
import { randomSet } from '#tests/support/fuzz-writes.ts';
import { randomFrom } from '#tests/support/random.ts';
import { freshProject, sharedEmulator } from '#tests/support/shared-emulator.ts';

const STEPS = 50;
const FIRST_DOCUMENTS = 60;

const host = await sharedEmulator();

async function openBoth(host: string) {
  const clock = { now: BEGIN };
  const options = { collections: fuzzCollections, now: () => new Date(clock.now), log: () => {} };
  const sqlite = openSqlite({ path: ':memory:', ...options });
  const firestore = await openFirestore({ projectId: freshProject(), emulatorHost: host, watches: false, ...options });
  return { clock, sqlite, firestore, close: () => Promise.all([sqlite.close(), firestore.close()]) };
}

/** Returns the steps of a seed: first some documents, then random steps. */
function playOf(seed: number): Step[] {
  const random = randomFrom(seed);
  const writes = Array.from({ length: FIRST_DOCUMENTS }, () => randomSet(random, moments));
  return [{ kind: 'batch', writes }, ...Array.from({ length: STEPS }, () => randomStep(random))];
}

describe.skipIf(host === null)('SQLite and Firestore, given the same random steps', () => {
  it.each(fuzzSeeds())('agree on every document, order and failure: FUZZ_SEED=%i', async (seed) => {
    const { clock, sqlite, firestore, close } = await openBoth(host ?? '');
    try {
      for (const [at, step] of playOf(seed).entries()) {
        if (step.kind === 'wait') clock.now += step.ms;
        const [expected, found] = await Promise.all([sqlite, firestore].map((store) => play(store, step)));
        expect(found, `step ${at} of seed ${seed}: ${describeStep(step)}`).toEqual(expected);
      }
      expect(await contentsOf(firestore)).toEqual(await contentsOf(sqlite));
    } finally {
      await close();
    }
  });
});
