import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/core/errors.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { PartRefunds } from '#lib/payments/collections.ts';
import { auditOrders } from '#lib/store/audit/order.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { completeOrders } from '#lib/store/orders/order-completion.ts';
import { receiveOwnOrder } from '#lib/store/orders/receive-own-order.ts';
import { eventsOf } from '#lib/store/queries.ts';
import { releaseDue } from '#lib/store/vendors/settlement-release.ts';
import type { TestContext } from '#tests/support/context.ts';
import { payOutAll } from '#tests/support/paying.ts';
import { buyOfBoth, orderOf, partOf, RIVAL_ID, sharedShop } from '#tests/support/shared-order.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { everyRow, readWorld } from '#tests/support/world.ts';
import { shipPart } from './move-part.ts';
import { refundPart } from './refund-part.ts';
import { refusePart } from './refuse-part.ts';

const rivals = { vendorId: RIVAL_ID, isOther: false };
const potters = { vendorId: TEST_VENDOR_ID, isOther: false };
const because = { code: 'out_of_stock', reason: 'The last vase broke' } as const;
const TIMES = 5;

async function expectSound({ data }: TestContext): Promise<void> {
  const world = await readWorld(data);
  expect([...auditStock(world), ...auditOrders(world), ...auditMoney(world)]).toEqual([]);
}

/** Runs all at the same moment. Returns how many succeeded; only refusals of the shop may stop the others. */
async function atOnce(...acts: readonly (() => Promise<unknown>)[]): Promise<number> {
  const done = await Promise.allSettled(acts.map((act) => act()));
  for (const result of done)
    if (result.status === 'rejected' && !(result.reason instanceof AppError && result.reason.status < 500))
      throw result.reason;
  return done.filter(({ status }) => status === 'fulfilled').length;
}

describe('at the same moment', () => {
  it('a part is shipped or refused, never both', async () => {
    for (let n = 0; n < TIMES; n++) {
      const { buyer, rival } = await sharedShop();
      const id = await buyOfBoth(buyer);

      const won = await atOnce(
        () => shipPart(rival, rivals, id, {}),
        () => refusePart(rival, rivals, id, because),
      );

      expect(won).toBe(1);
      await expectSound(buyer);
    }
  });

  it('two refusals return the money once', async () => {
    const { buyer, rival } = await sharedShop();
    const id = await buyOfBoth(buyer);

    await atOnce(...Array.from({ length: TIMES }, () => () => refusePart(rival, rivals, id, because)));

    expect(await everyRow(buyer.data, PartRefunds)).toHaveLength(1);
    await expectSound(buyer);
  });

  it('SI26 a refusal and a cancellation return each unit once', async () => {
    for (let n = 0; n < TIMES; n++) {
      const { buyer, rival, admin } = await sharedShop();
      const id = await buyOfBoth(buyer);

      await atOnce(
        () => refusePart(rival, rivals, id, because),
        () => changeOrderStatus(admin, id, { status: 'canceled' }),
      );

      await expectSound(buyer);
    }
  });

  it('SI26 a refund, a release and a payout leave no settlement that is paid and reversed unseen', async () => {
    for (let n = 0; n < TIMES; n++) {
      const { buyer, potter, rival, admin } = await sharedShop({ vars: { STORE_RETURN_DAYS: '0' } });
      const id = await buyOfBoth(buyer);
      await shipPart(rival, rivals, id, {});
      await receiveOwnOrder(buyer, id, RIVAL_ID);

      await atOnce(
        () => refundPart(admin, id, RIVAL_ID, 'The parcel was lost'),
        () => releaseDue(buyer),
        () => payOutAll(admin),
        () => refusePart(potter, potters, id, because),
      );

      await expectSound(buyer);
    }
  });

  it('the buyer and the process deliver a part once', async () => {
    const { buyer, rival, potter } = await sharedShop();
    const id = await buyOfBoth(buyer);
    await shipPart(rival, rivals, id, {});
    await shipPart(potter, potters, id, {});
    buyer.clock.advance(14 * DAY_MS);

    await atOnce(
      () => receiveOwnOrder(buyer, id, RIVAL_ID),
      () => completeOrders(buyer),
      () => completeOrders(buyer),
    );

    expect(await orderOf(buyer, id)).toMatchObject({ status: 'completed', nextPartDueAt: null });
    expect((await partOf(buyer, id, RIVAL_ID)).state).toBe('delivered');
    const { rows } = await buyer.data.find(eventsOf(id, 100));
    expect(rows.filter(({ data }) => data.kind === 'part_delivered')).toHaveLength(2);
    await expectSound(buyer);
  });
});
