import { inject } from 'vitest';

/**
 * The emulator all files of this test run share, started when the first one asks. Null where it is absent, which is a
 * failure in CI: there the Firestore suites must not pass by not running.
 */
export async function sharedEmulator(): Promise<string | null> {
  const reply = await fetch(inject('emulatorDesk'));
  const { host, error } = (await reply.json()) as { host: string | null; error?: string };
  if (error) throw new Error(error);
  if (host === null && process.env.CI) throw new Error('CI without the Firestore emulator: set FIRESTORE_EMULATOR_JAR');
  return host;
}

let projects = 0;

/** A project nobody else uses: the emulator keeps projects apart, so a fresh one is a fresh database. */
export const freshProject = (): string => `plaza-${process.pid}-${Date.now().toString(36)}-${++projects}`;
