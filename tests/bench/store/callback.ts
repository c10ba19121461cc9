import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '#tests/support/http-client.ts';
import { readPayment } from '#tests/support/purchase.ts';
import type { Bank } from './bank.ts';
import { type CardOrder, callBack, startOrders } from './card-orders.ts';
import { patient } from './patient.ts';
import type { Report } from './report.ts';
import type { World } from './world.ts';

const RUNS = 10;
const COPIES = 50;
const VENDORS = 3;
const LOOKS_PER_SERVER = 20;
/** After this time the shop asks the gateway on behalf of a waiting buyer, and the response races with the callback. */
const ASKED_AFTER_MS = 5_500;

/** Sends one callback many times at once, through every server, while the buyer reads the status of the payment. */
export async function runCallback(world: World, clients: readonly Client[], bank: Bank, report: Report) {
  const [first] = clients;
  if (!first) throw new Error('no server is there to be called');
  const orders = await startOrders(world, first, RUNS, VENDORS);
  const [bodies] = await Promise.all([bank.approve(orders.map(({ reference }) => reference)), pause(ASKED_AFTER_MS)]);
  const since = Date.now();

  const runs: Run[] = [];
  for (const [place, order] of orders.entries())
    runs.push(await storm(world, clients, bank, { order, body: bodies[place] ?? '', afterMs: place }));

  const asked = (await bank.askedSince(since)).size;
  const each = (figure: (run: Run) => number) => [...new Set(runs.map(figure))].join('/');
  const sum = (figure: (run: Run) => number) => runs.reduce((all, run) => all + figure(run), 0);
  const fine = runs.every(
    ({ captures, settlements, accepts, odd, isPaid }) =>
      captures === 1 && settlements === VENDORS && accepts === COPIES && odd === 0 && isPaid,
  );
  report.line(
    `callback x${COPIES}`,
    `captures=${each((run) => run.captures)} settlements=${each((run) => run.settlements)} ` +
      `accepts=${each((run) => run.accepts)} runs=${RUNS} looks=${sum((run) => run.looks)} asked=${asked} ` +
      `odd-answers=${sum((run) => run.odd)} busy-answers=${sum((run) => run.busy)} processes=${clients.length}`,
    // A race without any status request to the gateway beside its callbacks would prove too little.
    fine && asked > 0 ? 'PASS' : 'FAIL',
    runs,
  );
}

type Run = Awaited<ReturnType<typeof storm>>;
type Told = {
  readonly order: CardOrder;
  readonly body: string;
  /** The delay after the first status read. It differs between runs, so that each meets the read at another step. */
  readonly afterMs: number;
};

async function storm(world: World, clients: readonly Client[], bank: Bank, { order, body, afterMs }: Told) {
  const { buyer, orderId, reference } = order;
  let [busy, looks, odd] = [0, 0, 0];
  let isTold = false;
  const asking = clients.map((client) =>
    patient(client, () => {
      busy += 1;
    }),
  );
  const watch = async (client: Client) => {
    for (let left = LOOKS_PER_SERVER; left > 0 && !isTold; left--) {
      const { status } = await readPayment(client, buyer, orderId);
      looks += 1;
      if (status !== 200) odd += 1;
    }
  };
  const tell = async () => {
    const copies = Array.from({ length: COPIES }, (_, n) => callBack(asking[n % asking.length] as Client, body));
    const replies = await Promise.all(copies);
    isTold = true;
    return replies;
  };
  const watching = asking.map(watch);
  await pause(afterMs);
  const replies = await tell();
  await Promise.all(watching);

  const accepts = replies.filter((reply) => reply.status === 200 && bank.isAccept(reply.body, reference)).length;
  const { captures, settlements, isPaid } = await world.saleOf(orderId);
  return { captures, settlements, isPaid, accepts, looks, busy, odd: odd + COPIES - accepts };
}
