import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { auditOrders } from '#lib/store/audit/order.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { isLong } from '#tests/support/form.ts';
import { auditGateway } from '#tests/support/gateway-books.ts';
import { isBuilt } from '#tests/support/server.ts';
import { owed } from '#tests/support/world.ts';
import { type CardShop, openCardShop, QTY } from './card-shop.ts';
import { type Shop, stockShop, sweptOnce } from './shop-under-fault.ts';
import { begin } from './stories.ts';

const STOCK = 5;

const silence = (on: 'pay' | 'api') => ({ do: 'answer', on, fault: 'silence' });
const says = (orderReference: string | null, status = 'Approved') => ({ do: 'say', orderReference, status });
const nextNews = (fault: object) => ({ do: 'news', fault });

type Expected = { readonly inExcess?: number; readonly deaths?: number; readonly sweeps?: readonly number[] };

/** Expects that the order was paid once with its units, and that the gateway has returned the rest of the money. */
async function expectPaidOnce(shop: CardShop, { inExcess = 0, deaths = 1, sweeps }: Expected = {}): Promise<void> {
  expect(shop.deaths()).toBe(deaths);
  const { held, world } = await shop.finish(sweeps);

  expect(world.orders.map(({ data }) => [data.status, data.payState, data.stockState])).toEqual([
    ['paid', 'paid', 'sold'],
  ]);
  expect(world.entries.filter(({ data }) => data.kind === 'capture')).toHaveLength(1);
  const level = world.levels.find(({ id }) => id === shop.productId)?.data;
  expect([level?.onHand, level?.held]).toEqual([STOCK - QTY, 0]);
  const excess = world.attempts.filter(({ data }) => data.excess).map(({ data }) => data.status);
  expect(excess).toEqual(Array.from({ length: inExcess }, () => 'refunded'));
  expect(held.filter(({ status }) => status === 'Refunded')).toHaveLength(inExcess);
  expect(owed(world)).toEqual([]);
  expect(auditGateway(held, world)).toEqual([]);
  expect([...auditMoney(world), ...auditOrders(world), ...auditStock(world)]).toEqual([]);
}

/** Opens two pages of one order at the gateway: the response with the first page was lost. */
async function pressTwice(shop: CardShop): Promise<readonly [string, string]> {
  await shop.tell({ do: 'answer', on: 'pay', fault: 'lost' });
  expect((await shop.press()).status).toBe(503);
  expect((await shop.press()).status).toBe(200);
  const [first, second] = await shop.payments();
  return [first?.orderReference ?? '', second?.orderReference ?? ''];
}

let stocked: Shop;
const opened: CardShop[] = [];
async function open(at?: string): Promise<CardShop> {
  const shop = await openCardShop(stocked, at);
  opened.push(shop);
  return shop;
}

/** The stories of the short form: one for each side of a request at which the process can die. */
const inShort = [
  'C4 at payment.after_gateway_call is booked once when both pages are paid',
  'C17 during the call that opens the page is restarted by the next attempt',
  'C11 at refund.after_gateway_call is settled by one status check',
  'C7 at paid.after_commit is paid when the gateway repeats its callback',
];

/**
 * In three stories a press must wait until an earlier one that died can no longer be at the gateway. They start first,
 * beside all others.
 */
const allStories: Readonly<Record<string, () => Promise<void>>> = {
  'C3 at payment.after_claim is restarted by the next attempt': async () => {
    const shop = await open('payment.after_claim');

    const pressed = await shop.press();
    await shop.tell(says(pressed.reference));
    await shop.untilTold();

    expect(pressed).toMatchObject({ status: 200, reference: expect.stringMatching(/-2$/) });
    expect(await shop.payments()).toHaveLength(1);
    await expectPaidOnce(shop);
  },

  'C4 at payment.after_gateway_call is booked once when both pages are paid': async () => {
    const shop = await open('payment.after_gateway_call');

    const pressed = await shop.press();
    const references = (await shop.payments()).map(({ orderReference }) => orderReference);
    for (const reference of references) await shop.tell(says(reference));
    await shop.untilTold();

    expect(pressed.status).toBe(200);
    expect(references).toHaveLength(2);
    await expectPaidOnce(shop, { inExcess: 1 });
  },

  'C17 during the call that opens the page is restarted by the next attempt': async () => {
    const shop = await open();
    await shop.tell(silence('pay'));
    const pressing = shop.press();
    await shop.untilStarted();

    await shop.kill();
    const { reference } = await pressing;
    await shop.tell(says(reference));
    await shop.untilTold();

    await expectPaidOnce(shop);
  },

  'C5 is paid by a callback that came before the lost reply': async () => {
    const shop = await open('payment.after_gateway_call');
    await shop.tell({ do: 'answer', on: 'pay', fault: 'news_first' });

    const pressed = await shop.press();
    await shop.untilTold();

    expect(pressed.status).toBe(409);
    await expectPaidOnce(shop);
  },

  'C17 during a status poll of the buyer is paid by the next poll': async () => {
    const shop = await open();
    const { reference } = await shop.press();
    await shop.tell(nextNews({ isDropped: true }));
    await shop.tell(says(reference));
    await shop.tell({ ...silence('api'), transactionType: 'CHECK_STATUS' });
    await shop.untilLookHangs();

    await shop.kill();
    await shop.untilPaid();

    await expectPaidOnce(shop);
  },

  'C11 during the refund call is refunded once': async () => {
    const shop = await open();
    const [own, extra] = await pressTwice(shop);
    await shop.tell({ ...silence('api'), transactionType: 'REFUND' });
    for (const reference of [own, extra]) await shop.tell(says(reference));
    await shop.untilTold();
    await shop.untilCallHangs();

    await shop.kill();

    await expectPaidOnce(shop, { inExcess: 1 });
  },

  'C11 at refund.after_gateway_call is settled by one status check': async () => {
    const shop = await open('refund.after_gateway_call');
    const [own, extra] = await pressTwice(shop);
    await shop.tell(says(own));
    await shop.untilTold();
    // The gateway reports the approval but never the refund.
    await shop.tell({ ...nextNews({}), orderReference: extra });
    await shop.tell({ ...nextNews({ isDropped: true }), orderReference: extra });

    await shop.tell(says(extra));
    await shop.untilKilled();

    await expectPaidOnce(shop, { inExcess: 1, sweeps: sweptOnce });
  },

  'C17 during the check of a late approval is paid when the gateway repeats its callback': async () => {
    const shop = await open();
    const { reference } = await shop.press();
    await shop.tell(says(reference, 'Expired'));
    await shop.untilTold();
    await shop.tell({ ...silence('api'), transactionType: 'CHECK_STATUS' });
    await shop.tell(says(reference));
    await shop.untilCallHangs();

    await shop.kill();
    await shop.untilTold();

    await expectPaidOnce(shop);
  },
  ...Object.fromEntries(
    (
      [
        ['C6', 'webhook.after_verify', {}],
        ['C6', 'webhook.before_commit', {}],
        ['C7', 'paid.after_commit', {}],
        ['C14', 'webhook.before_commit', { copies: 4, isParallel: true }],
        ['C14', 'webhook.after_verify:3', { copies: 4, isParallel: true }],
      ] as const
    ).map(([name, at, fault]) => [
      `${name} at ${at} is paid when the gateway repeats its callback`,
      async () => {
        const shop = await open(at);
        const { reference } = await shop.press();
        await shop.tell(nextNews(fault));

        await shop.tell(says(reference));
        await shop.untilPaid();
        await shop.untilTold();

        await expectPaidOnce(shop);
      },
    ]),
  ),
};

const stories = Object.fromEntries(Object.entries(allStories).filter(([name]) => isLong || inShort.includes(name)));

describe.skipIf(!isBuilt)('a card payment on a killed server', () => {
  let ends = new Map<string, Promise<void>>();
  beforeAll(async () => {
    stocked = await stockShop({ stock: STOCK });
    ends = begin(stories, 5);
  });
  afterAll(async () => {
    await Promise.all(opened.map((shop) => shop.close()));
    stocked.close();
  });

  it.each(Object.keys(stories))('%s', (name) => ends.get(name));
});
