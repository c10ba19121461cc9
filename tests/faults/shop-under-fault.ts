import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemContext } from '#lib/core/context.ts';
import { readEnv } from '#lib/core/env.ts';
import { newId } from '#lib/core/ids.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { seedDemo } from '#services/run/seed.ts';
import { buildRuntime } from '#services/runtime.ts';
import { makeBuyers } from '#tests/support/buyers.ts';
import { generateCatalog } from '#tests/support/catalog-generator.ts';
import { openClient } from '#tests/support/http-client.ts';
import type { Buyer } from '#tests/support/purchase.ts';
import { type Server, startServer } from '#tests/support/server.ts';
import { readWorld, type World } from '#tests/support/world.ts';

const key = (letter: string) => `test:${Buffer.from(letter.repeat(32)).toString('base64')}`;
const fixed = {
  SESSION_KEYS: key('s'),
  SETTINGS_ENCRYPTION_KEYS: key('e'),
  PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'UAH',
  LOG_LEVEL: 'info',
};

export type Shop = {
  readonly folder: string;
  readonly productIds: readonly string[];
  readonly buyers: readonly Buyer[];
  close(): void;
};

/**
 * A data folder with a small shop and some buyers, made once; a test works on a copy of it. The demo is in it already and
 * nothing waits to be done, so that a server dies of what its shopper does and not of its own start.
 */
export async function stockShop({ products = 3, stock = 5, buyers = 2 } = {}): Promise<Shop> {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-faults-'));
  const env = readEnv({
    from: { ...fixed, NODE_ENV: 'test', LOG_LEVEL: 'silent', PLAZA_DATA_DIR: folder, PLAZA_DEMO: '1' },
  });
  const runtime = await buildRuntime(env);
  await seedDemo(runtime);
  const { productIds } = await generateCatalog(systemContext(runtime, newId('request')), { products, stock });
  const made = await makeBuyers(runtime, buyers);
  await runtime.drain();
  await runtime.data.close();
  return { folder, productIds, buyers: made, close: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The same shop in a folder of its own. */
export function copyOf(shop: Shop): Shop {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-faults-'));
  cpSync(shop.folder, folder, { recursive: true });
  return { ...shop, folder, close: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts the real server over the shop; `at` names the point where it is to be killed. */
export const openShop = (shop: Shop, at?: string): Promise<Server> =>
  startServer(shop.folder, () => ({
    ...fixed,
    PLAZA_DEMO: '1',
    ...(at ? { FAULT_AT: at, FAULT_MODE: 'kill' } : {}),
  }));

/**
 * A shopper who repeats what was not answered: when the server dies under a call, it is started again whole and asked
 * the same once more. Counts the deaths.
 */
export function insistentShopper(shop: Shop, first: Server) {
  let server = first;
  let client = openClient(server.origin, 4);
  let deaths = 0;

  const revive = async () => {
    await server.ended;
    deaths += 1;
    client.close();
    server = await openShop(shop);
    client = openClient(server.origin, 4);
  };
  return {
    deaths: () => deaths,
    revive,
    server: () => server,
    async ask<R>(call: (with_: typeof client) => Promise<R>): Promise<R> {
      for (;;) {
        try {
          return await call(client);
        } catch (error) {
          if (deaths > 3) throw error;
          await revive();
        }
      }
    },
    async close() {
      client.close();
      await server.close();
    },
  };
}

/** The rows after one sweep with a clock that has outlived every lease, and what performing the leftovers took. */
export async function worldAfterSweep(shop: Shop): Promise<World> {
  const env = readEnv({ from: { ...fixed, NODE_ENV: 'test', LOG_LEVEL: 'silent', PLAZA_DATA_DIR: shop.folder } });
  const later = () => new Date(Date.now() + 5 * MINUTE_MS);
  const runtime = await buildRuntime(env, { now: later });
  await runtime.drain();
  const world = await readWorld(runtime.data);
  await runtime.data.close();
  return world;
}
