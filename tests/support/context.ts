import { afterAll } from 'vitest';
import { UserEmails, Users } from '#lib/auth/collections.ts';
import type { User } from '#lib/auth/schemas/user.ts';
import { type Context, systemContext, type UserContext } from '#lib/context/context.ts';
import type { Log, LogLevel } from '#lib/context/ports/log.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { type Env, readEnv } from '#lib/core/env/env.ts';
import { hashOf, newId } from '#lib/core/ids.ts';
import type { Store } from '#lib/data/store.ts';
import { allCollections } from '#services/collections.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { sqliteHandleOf } from '#services/database/sqlite-handle.ts';
import { buildRuntime } from '#services/runtime.ts';
import { openClock, type TestClock } from '#tests/support/clock.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { userRow } from '#tests/support/platform-rows.ts';
import { freshProject, sharedEmulator } from '#tests/support/shared-emulator.ts';

export type LogLine = { readonly level: LogLevel; readonly event: string; readonly facts: Record<string, unknown> };

/** What a test holds beside the world itself: a clock to move, and the log lines so far. */
export type Handles = { readonly clock: TestClock; readonly lines: LogLine[] };
export type TestRuntime = Runtime & Handles;
export type TestContext = Context & Handles;

/** Replaced parts of the world, and environment variables that override those of tests. */
export type Overrides = Partial<Runtime> & { readonly vars?: Readonly<Record<string, string>> };

const testKey = (letter: string) => `test:${Buffer.from(letter.repeat(32)).toString('base64')}`;

/** Returns the environment of tests: fixed keys, and nothing from this machine. */
export const testEnv = (vars: Readonly<Record<string, string>> = {}): Env =>
  readEnv({
    from: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SESSION_KEYS: testKey('s'),
      SETTINGS_ENCRYPTION_KEYS: testKey('e'),
      CRON_SECRET: 'cron-secret-of-tests-0123456789abcdef',
      STORE_FX_RATES: 'EUR:48.20,USD:41.50',
      ...vars,
    },
  });

/** An empty database, made once: its several hundred tables and indexes take longer to create than most tests run. */
let blank: Uint8Array | undefined;

const opened: Store[] = [];
afterAll(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
});

/**
 * Opens a fresh world through the real composition root. The store is in-memory SQLite, or with TEST_DRIVER=firestore a
 * separate project on the emulator. The clock stands still, and `lines` keeps the log. The world accepts no cards
 * unless a test passes a gateway.
 */
export async function testRuntime({ vars = {}, ...overrides }: Overrides = {}): Promise<TestRuntime> {
  const clock = openClock();
  const lines: LogLine[] = [];
  const log: Log = (level, event, facts = {}) => {
    lines.push({ level, event, facts });
  };
  const env = overrides.env ?? testEnv({ ...(await driverVars()), ...vars });
  const now = overrides.now ?? clock.now;
  const data =
    env.FIRESTORE_PROJECT_ID === undefined
      ? { data: openSqlite({ path: ':memory:', image: blank, collections: allCollections, now, log }) }
      : {};
  const runtime = await buildRuntime(env, {
    now,
    log,
    cardGateway: null,
    files: openMemoryFiles(),
    ...data,
    ...overrides,
  });
  // A test may pass a store of its own. That store may be a file, which is created differently, and may hold rows.
  if (!overrides.data) blank ??= sqliteHandleOf(runtime.data)?.database.serialize();
  opened.push(runtime.data);
  return { ...runtime, clock, lines };
}

/** Returns a context without a signed-in user, over a fresh world. */
export async function testContext(overrides: Overrides = {}): Promise<TestContext> {
  const runtime = await testRuntime(overrides);
  return { ...runtime, ...systemContext(runtime, newId('request')) };
}

/** Creates a user and returns the same world with that user signed in. */
export async function asUser<C extends Context>(ctx: C, patch: Partial<User> = {}): Promise<C & UserContext> {
  const id = newId('user');
  const user = userRow(id, ctx.now().toISOString(), patch);
  await ctx.data.batch((write) => {
    write.create(Users, id, user);
    write.create(UserEmails, hashOf(user.emailKey), { userId: id });
  });
  return { ...ctx, via: 'session', user: { ...user, id } };
}

async function driverVars(): Promise<Record<string, string>> {
  if (process.env.TEST_DRIVER !== 'firestore') return {};
  const host = await sharedEmulator();
  if (host === null) throw new Error('TEST_DRIVER=firestore needs the emulator: set FIRESTORE_EMULATOR_JAR');
  return { FIRESTORE_EMULATOR_HOST: host, FIRESTORE_PROJECT_ID: freshProject() };
}
