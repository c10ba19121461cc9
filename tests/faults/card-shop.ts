import { setTimeout as pause } from 'node:timers/promises';
import { openPaymentFile } from '#services/card-gateway/demo/payment-file.ts';
import { demoFolder } from '#services/card-gateway/demo-secret.ts';
import type { ToldPayment } from '#tests/support/gateway-customer.ts';
import { type Buyer, holdCart, payByCard, placeOrder, readPayment, saveCart } from '#tests/support/purchase.ts';
import { freePort } from '#tests/support/server.ts';
import { copyOf, insistentShopper, openShop, type Shop, worldAfterSweep } from './shop-under-fault.ts';

const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 50;
/** The interval of a buyer's status checks in milliseconds; a shorter one would exceed the limit. */
const POLL_MS = 600;

export const QTY = 2;
type Press = { readonly status: number; readonly reference: string | null };

/**
 * Opens a shop with its demo gateway in one process, and a buyer with an order to pay by card. When a request fails
 * because the process died, its caller starts the process again and repeats the request. The buyer, the gateway and the
 * operator do the same.
 */
export async function openCardShop(stocked: Shop, at?: string) {
  const [web, gateway] = await Promise.all([freePort(), freePort()]);
  const own = copyOf(stocked, { web, gateway });
  const shopper = insistentShopper(own, await openShop(own, at));
  const [buyer, productId] = [own.buyers[0], own.productIds[0]];
  if (!buyer || !productId) throw new Error('the shop is empty');
  const orderId = await orderOf(shopper, buyer, productId);
  const { payments, tell, untilTold, hasWithheld } = bankOf(shopper, gateway);

  const paymentState = () =>
    shopper.ask(async (client) => JSON.parse((await readPayment(client, buyer, orderId)).body) as PaymentShown);

  /** Waits for deaths: each request notices a death and starts the process again. */
  const untilDeaths = (count: number) =>
    until(async () => {
      await payments();
      return shopper.deaths() >= count;
    });

  return {
    productId,
    deaths: shopper.deaths,
    payments,
    tell,
    async press(): Promise<Press> {
      const { status, body } = await shopper.ask((client) => payByCard(client, buyer, orderId));
      const { orderReference = null } = JSON.parse(body) as { orderReference?: string };
      return { status, reference: orderReference };
    },
    untilTold,
    untilStarted: () => until(async () => (await paymentState()).orderReference !== null, POLL_MS),
    untilPaid: () => until(async () => (await paymentState()).payState === 'paid', POLL_MS),
    /** Reads the payment until a read hangs on a request to the silent gateway. */
    untilLookHangs: () => {
      let isLooking = false;
      const look = async () => {
        isLooking = true;
        await paymentState().catch(() => undefined);
        isLooking = false;
      };
      return until(async () => {
        if (!isLooking) void look();
        return hasWithheld();
      }, POLL_MS);
    },
    /** Resolves when a request of ours hangs at the silent gateway. */
    untilCallHangs: () => until(hasWithheld),
    /** Kills the process now and starts it again. */
    async kill(): Promise<void> {
      const before = shopper.deaths();
      process.kill(shopper.server().pid, 'SIGKILL');
      await untilDeaths(before + 1);
    },
    /** Resolves when the process has died of its fault and was started again. */
    untilKilled: () => untilDeaths(1),
    /** Stops the shop and returns what is left once everything was followed up. */
    async finish(aheadMinutes?: readonly number[]) {
      await shopper.close();
      return followedUp(own, aheadMinutes);
    },
    async close(): Promise<void> {
      await shopper.close();
      own.close();
    },
  };
}
export type CardShop = Awaited<ReturnType<typeof openCardShop>>;

/** Returns the gateway beside a server that may die during any request. The request is then repeated. */
export function bankOf(shopper: ReturnType<typeof insistentShopper>, port: number) {
  const bank = `http://127.0.0.1:${port}`;
  const payments = () =>
    shopper.ask(async () => {
      const reply = await fetch(bank);
      return ((await reply.json()) as { payments: ToldPayment[] }).payments;
    });
  const tell = (order: object) =>
    shopper.ask(async () => {
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch(`${bank}/__control`, { method: 'POST', headers, body: JSON.stringify(order) });
      return reply.text();
    });
  return {
    payments,
    /** Returns whether the gateway has received a request to which it will not respond. */
    hasWithheld: () =>
      shopper.ask(async () => {
        const { notes } = (await (await fetch(`${bank}/__log`)).json()) as { notes: { event: string }[] };
        return notes.some(({ event }) => event === 'answer.withheld');
      }),
    /** Instructs the gateway. */
    tell,
    /**
     * Resolves when the gateway has our accept for every callback. It repeats callbacks at once, not after its usual
     * delay.
     */
    untilTold: () =>
      until(async () => {
        await tell({ do: 'flush' });
        return (await payments()).every(({ news }) => news.every(({ state }) => state === 'accepted'));
      }),
  };
}

/** Returns what the gateway holds and what the shop has recorded, after everything was followed up. */
export async function followedUp(shop: Shop, aheadMinutes?: readonly number[]) {
  const world = await worldAfterSweep(shop, aheadMinutes);
  const file = await openPaymentFile(demoFolder(shop.folder));
  await file.close();
  return { held: file.payments, world };
}

type PaymentShown = { readonly payState: string; readonly orderReference: string | null };

async function orderOf(shopper: ReturnType<typeof insistentShopper>, buyer: Buyer, id: string): Promise<string> {
  await shopper.ask((client) => saveCart(client, buyer, [{ id, qty: QTY }]));
  await shopper.ask((client) => holdCart(client, buyer));
  const placed = await shopper.ask((client) => placeOrder(client, buyer));
  return (JSON.parse(placed.body) as { order: { id: string } }).order.id;
}

async function until(isSo: () => Promise<boolean>, everyMs = LOOK_AGAIN_MS): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('it never came to that');
    await pause(everyMs);
  }
}
