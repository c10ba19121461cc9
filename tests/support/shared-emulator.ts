import { inject } from 'vitest';

/**
 * Returns the host of the emulator that all files of this test run share; the first request starts it. Returns null
 * where it is absent. In CI it throws instead: there the Firestore suites must not pass by not running.
 */
export async function sharedEmulator(): Promise<string | null> {
  const reply = await fetch(inject('emulatorDesk'));
  const { host, error } = (await reply.json()) as { host: string | null; error?: string };
  if (error) throw new Error(error);
  if (host === null && process.env.CI) throw new Error('CI without the Firestore emulator: set FIRESTORE_EMULATOR_JAR');
  return host;
}

let projects = 0;

/** Returns a project id that no other test uses. The emulator keeps projects apart, so this is a fresh database. */
export const freshProject = (): string => `plaza-${process.pid}-${Date.now().toString(36)}-${++projects}`;
