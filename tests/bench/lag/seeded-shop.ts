import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '#lib/core/env/env.ts';
import { allCollections } from '#services/collections.ts';
import { buildRuntime } from '#services/runtime.ts';
import { openFiller } from './filler.ts';
import { recordPurchase } from './purchase.ts';
import { type Counts, seedShop } from './seed.ts';

/** Raised when the seeded rows change. */
const VERSION = 1;
const DATABASE = 'plaza.db';
const NOTES = 'seeded.json';

/** How a shop was seeded: the variables under which its rows were made, and how many rows the audit recomputes. */
type Notes = { readonly vars: Readonly<Record<string, string>>; readonly audited: number };

/** The data folder of a seeded shop. */
export type SeededShop = Notes & { readonly folder: string };

const newKey = () => `bench:${randomBytes(32).toString('base64')}`;

/**
 * Makes a data folder with the rows of a shop of these counts. Seeding a large shop takes minutes, so its database is
 * kept in the temporary folder of the system. The next run of the same size copies it; nothing removes it.
 */
export async function openSeededShop(counts: Counts): Promise<SeededShop> {
  const kept = join(tmpdir(), `plaza-bench-seed-${VERSION}-${Object.values(counts).join('-')}`);
  if (!existsSync(kept)) await seedInto(kept, counts);
  const folder = mkdtempSync(join(tmpdir(), 'plaza-bench-'));
  copyFileSync(join(kept, DATABASE), join(folder, DATABASE));
  return { folder, ...(JSON.parse(readFileSync(join(kept, NOTES), 'utf8')) as Notes) };
}

/** Seeds under another name first, so that an interrupted seeding is never taken for a complete one. */
async function seedInto(kept: string, counts: Counts): Promise<void> {
  const making = `${kept}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  const vars = {
    SESSION_KEYS: newKey(),
    SETTINGS_ENCRYPTION_KEYS: newKey(),
    CRON_SECRET: randomBytes(32).toString('hex'),
    PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'UAH,EUR,USD',
    STORE_FX_RATES: 'EUR:48.20,USD:41.50',
  };
  await makeTables(making, vars);
  const purchases = {
    new: await recordPurchase(vars, 'new'),
    paid: await recordPurchase(vars, 'paid'),
    shipped: await recordPurchase(vars, 'shipped'),
    completed: await recordPurchase(vars, 'completed'),
  };
  const filler = openFiller(join(making, DATABASE), allCollections);
  const audited = await seedShop({ data: filler, now: new Date() }, counts, purchases);
  filler.close();
  writeFileSync(join(making, NOTES), JSON.stringify({ vars, audited } satisfies Notes), { mode: 0o600 });
  renameSync(making, kept);
}

async function makeTables(folder: string, vars: Readonly<Record<string, string>>): Promise<void> {
  const world = await buildRuntime(benchEnv(folder, vars));
  await world.data.close();
}

/** Returns the environment of a runtime beside the server. */
export const benchEnv = (folder: string, vars: Readonly<Record<string, string>>) =>
  readEnv({ from: { ...vars, PLAZA_DATA_DIR: folder, NODE_ENV: 'development', LOG_LEVEL: 'error' } });
