import type { World } from '#tests/bench/store/world.ts';
import type { Client } from '#tests/support/http-client.ts';
import type { Buyer } from '#tests/support/purchase.ts';
import type { Server } from '#tests/support/server.ts';
import { type Answers, takeAnswers } from './aborts.ts';
import { type Outcome, shop } from './shopper.ts';

export const BUYERS = 40;
export const FEW = 20;
/** Finished purchases after which a server is killed. */
const KILLED_AFTER = 5;

export type Shop = { readonly world: World; readonly servers: readonly Server[]; readonly clients: readonly Client[] };

/** The result of a round. `sold` and `drift` come from the database, not from the responses. */
export type Round = Answers & {
  readonly outcomes: readonly Outcome[];
  readonly sold: number;
  /** Differences between counters and rows, and between sold units and captures. 0 when all sums are right. */
  readonly drift: number;
};

type Wish = { readonly buyer: Buyer; readonly productId: string };

const wishes = (world: World, productIds: readonly string[]): Wish[] =>
  Array.from({ length: BUYERS }, (_, n) => ({
    buyer: world.nextBuyer(),
    productId: productIds[n % productIds.length] ?? '',
  }));

/** Counts sold units and captures in the database. */
async function countSales(world: World, wanted: readonly Wish[]): Promise<Pick<Round, 'sold' | 'drift'>> {
  let [sold, drift] = [0, 0];
  for (const productId of new Set(wanted.map((wish) => wish.productId))) {
    const product = await world.soldOf(productId);
    sold += product.sold;
    drift += product.drift;
  }
  let captures = 0;
  for (const { buyer } of wanted) captures += (await world.ordersAndCaptures(buyer.userId)).captures;
  return { sold, drift: drift + Math.abs(captures - sold) };
}

/** Runs forty purchases at once, spread evenly over the servers. */
async function buyTogether({ world, servers, clients }: Shop, wanted: readonly Wish[]): Promise<Round> {
  await takeAnswers(servers, world.folder);
  const at = (n: number) => clients[n % clients.length] as Client;
  const outcomes = await Promise.all(
    wanted.map(({ buyer, productId }, n) => shop(at(n), at(n + 1), buyer, [{ id: productId, qty: 1 }])),
  );
  const answers = await takeAnswers(servers, world.folder);
  return { ...answers, outcomes, ...(await countSales(world, wanted)) };
}

const putOnSale = async (world: World, products: number, units: number): Promise<string[]> => {
  const ids: string[] = [];
  while (ids.length < products) ids.push(await world.sellFew(units));
  return ids;
};

/** Forty buyers buy one unit each of forty products. */
export const buyMany = async (running: Shop): Promise<Round> =>
  buyTogether(running, wishes(running.world, await putOnSale(running.world, BUYERS, 1)));

/** Forty buyers compete for the twenty units of one product. */
export const buyFew = async (running: Shop): Promise<Round> =>
  buyTogether(running, wishes(running.world, await putOnSale(running.world, 1, FEW)));

/** Forty buyers buy forty products while the last server is killed. */
export async function buyBesideKill({ world, servers, clients }: Shop): Promise<Round> {
  const [killed, living] = [servers.at(-1), servers.slice(0, -1)];
  const wanted = wishes(world, await putOnSale(world, BUYERS, 1));
  await takeAnswers(living, world.folder);
  let through = 0;
  const outcomes = await Promise.all(
    wanted.map(async ({ buyer, productId }, n) => {
      const [first, otherwise] = [clients[n % clients.length], clients[n % living.length]] as [Client, Client];
      const outcome = await shop(first, otherwise, buyer, [{ id: productId, qty: 1 }]);
      through += 1;
      if (through === KILLED_AFTER && killed) process.kill(killed.pid, 'SIGKILL');
      return outcome;
    }),
  );
  const answers = await takeAnswers(living, world.folder);
  return { ...answers, outcomes, ...(await countSales(world, wanted)) };
}
