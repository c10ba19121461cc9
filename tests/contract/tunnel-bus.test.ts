import { describe } from 'vitest';
import { openMemoryBus } from '#services/tunnel/memory-bus.ts';
import { openSharedBus } from '#services/tunnel/shared-bus.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { emulatorIsHere } from '#tests/support/emulator.ts';
import { freshProject, sharedEmulator } from '#tests/support/shared-emulator.ts';
import { type BusWorld, tunnelBusContract } from './tunnel-bus.contract.ts';

/** The store's clock runs: rows of a bus are told apart by their time. */
const now = () => new Date();
const ofRows = (ctx: TestContext): BusWorld => {
  const bus = () => openSharedBus({ ...ctx, shards: 2, gathers: true });
  return { ctx, buses: [bus(), bus()] };
};

describe('the memory bus', () =>
  tunnelBusContract(async () => {
    const bus = openMemoryBus();
    return { ctx: await testContext({ now }), buses: [bus, bus] };
  }));

describe('the SQLite bus', () => tunnelBusContract(async () => ofRows(await testContext({ now }))));

describe.runIf(Boolean(process.env.CI) || emulatorIsHere())('the Firestore bus', () =>
  tunnelBusContract(async () => {
    const host = (await sharedEmulator()) ?? '';
    return ofRows(
      await testContext({ now, vars: { FIRESTORE_EMULATOR_HOST: host, FIRESTORE_PROJECT_ID: freshProject() } }),
    );
  }),
);
