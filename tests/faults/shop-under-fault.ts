import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { newId } from '#lib/core/ids.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { startCardDemo } from '#services/run/card-demo.ts';
import { seedDemo } from '#services/run/seed.ts';
import { buildRuntime } from '#services/runtime.ts';
import { makeBuyers } from '#tests/support/buyers.ts';
import { generateCatalog } from '#tests/support/catalog-generator.ts';
import { followUp, workOff } from '#tests/support/follow-up.ts';
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

type Ports = { readonly web: number; readonly gateway: number };

export type Shop = {
  readonly folder: string;
  readonly productIds: readonly string[];
  readonly buyers: readonly Buyer[];
  /** The ports of its server and its card gateway across restarts. Without callbacks, any free ports will do. */
  readonly ports?: Ports;
  close(): void;
};

/**
 * Creates a data folder with a small shop and some buyers; each test works on a copy of it. The demo is already seeded
 * and no work is pending. So a server dies of what its shopper does, and not at its own start.
 */
export async function stockShop({ products = 3, stock = 5, buyers = 2 } = {}): Promise<Shop> {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-faults-'));
  const env = readEnv({
    from: {
      ...fixed,
      ...{ NODE_ENV: 'test', LOG_LEVEL: 'silent', PLAZA_DATA_DIR: folder, PLAZA_DEMO: '1', PLAZA_DEMO_HISTORY: 'off' },
    },
  });
  let minutes = 0;
  const runtime = await buildRuntime(env, { now: () => new Date(Date.now() + minutes * MINUTE_MS) });
  await seedDemo(runtime);
  const { productIds } = await generateCatalog(systemContext(runtime, newId('request')), { products, stock });
  const made = await makeBuyers(runtime, buyers);
  await runtime.drain();
  // Some effects wait for minutes, so that several of a kind become one.
  minutes = 30;
  await runtime.drain();
  await workOff(systemContext(runtime, newId('request')));
  await runtime.data.close();
  return { folder, productIds, buyers: made, close: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Copies the shop into a folder of its own, with its own ports if they are given. */
export function copyOf(shop: Shop, ports?: Ports): Shop {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-faults-'));
  cpSync(shop.folder, folder, { recursive: true });
  return { ...shop, ...(ports && { ports }), folder, close: () => rmSync(folder, { recursive: true, force: true }) };
}

const gatewayVars = ({ ports }: Shop): Readonly<Record<string, string>> =>
  ports ? { CARDGW_DEMO_PORT: String(ports.gateway) } : {};

/** Starts the real server over the shop; `at` names the point where it is killed. */
export async function openShop(shop: Shop, at?: string): Promise<Server> {
  const vars = { ...fixed, ...gatewayVars(shop), PLAZA_DEMO: '1', ...(at ? { FAULT_AT: at, FAULT_MODE: 'kill' } : {}) };
  const server = await startServer(shop.folder, () => vars, shop.ports?.web);
  if (shop.ports) await untilOpen(shop.ports.gateway);
  return server;
}

/** Waits for the demo gateway, which opens a moment after the shop that it calls back. */
async function untilOpen(port: number): Promise<void> {
  for (let left = 6_000; left > 0; left--) {
    if (await fetch(`http://127.0.0.1:${port}/__log`).catch(() => null)) return;
    await pause(10);
  }
  throw new Error('the demo gateway did not open');
}

/**
 * Returns a shopper who repeats unanswered requests. When the server dies during a call, it is restarted without a
 * fault and the call is repeated. Counts the deaths.
 */
export function insistentShopper(shop: Shop, first: Server) {
  let server = first;
  let client = openClient(server.origin, 4);
  let deaths = 0;
  let reviving: Promise<void> | undefined;

  async function startAgain(): Promise<void> {
    await server.ended;
    deaths += 1;
    client.close();
    server = await openShop(shop);
    client = openClient(server.origin, 4);
  }
  /** When several calls die with the server, only one of them starts it again. */
  const revive = (): Promise<void> => {
    reviving ??= startAgain().finally(() => {
      reviving = undefined;
    });
    return reviving;
  };
  return {
    deaths: () => deaths,
    revive,
    server: () => server,
    async ask<R>(call: (with_: typeof client) => Promise<R>): Promise<R> {
      for (;;) {
        const asked = server;
        try {
          return await call(client);
        } catch (error) {
          if (deaths > 3) throw error;
          if (asked === server) await revive();
        }
      }
    },
    async close() {
      client.close();
      await server.close();
    },
  };
}

/** Opens the shop as a separate process would, beside its server or after it. */
export function runtimeOf(shop: Shop, now: () => Date = () => new Date()): Promise<Runtime> {
  const vars = { ...fixed, ...gatewayVars(shop), NODE_ENV: 'test', LOG_LEVEL: 'silent', PLAZA_DATA_DIR: shop.folder };
  return buildRuntime(readEnv({ from: vars }), { now });
}

/** Minutes that outlive every lease, then the checks of a refund whose outcome is unknown. */
const sweptAfter = [5, 20, 40, 80];
/** One turn of all background work. */
export const sweptOnce = sweptAfter.slice(0, 1);

/**
 * Returns the rows after several sweeps. Each sweep's clock is ahead by some minutes, past what was left open. The
 * gateway runs if the shop has one.
 */
export async function worldAfterSweep(shop: Shop, aheadMinutes: readonly number[] = sweptAfter): Promise<World> {
  let minutes = 0;
  const runtime = await runtimeOf(shop, () => new Date(Date.now() + minutes * MINUTE_MS));
  const gateway = shop.ports && (await startCardDemo(runtime));
  for (minutes of aheadMinutes) await followUp(systemContext(runtime, newId('request')));
  const world = await readWorld(runtime.data);
  await gateway?.close();
  await runtime.data.close();
  return world;
}
