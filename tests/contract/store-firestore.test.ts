import { describe } from 'vitest';
import { openFirestore } from '#services/database/firestore.ts';
import { freshProject, sharedEmulator } from '#tests/support/shared-emulator.ts';
import { storeContract } from './store.contract.ts';

const host = await sharedEmulator();
const world = { now: () => new Date(), log: () => undefined };
const places = new Map<string, string>();

/** Returns the project of a place; without a name, a fresh one. */
function projectOf(place: string | undefined): string {
  if (place === undefined) return freshProject();
  const project = places.get(place) ?? freshProject();
  places.set(place, project);
  return project;
}

describe.skipIf(host === null)('the Firestore driver', () => {
  storeContract(
    'Firestore',
    async (collections, { place, ...options } = {}) =>
      openFirestore({ ...world, ...options, collections, projectId: projectOf(place), emulatorHost: host ?? '' }),
    { reopens: true, sweeps: false },
  );
});
