import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { PartRefunds } from '#lib/payments/collections.ts';
import { refusePart } from '#lib/store/parts/refuse-part.ts';
import { settlePartRefund } from '#lib/store/parts/settle-part-refund.ts';
import { cardShop, soundness } from '#tests/support/part-money.ts';
import { partOf, RIVAL_ID } from '#tests/support/shared-order.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { partRefundIdOf } from './part-refund-topic.ts';
import { reconcilePartRefunds } from './refund-part-by-card.ts';

const rivals = { vendorId: RIVAL_ID, isOther: false };
const because = { code: 'out_of_stock', reason: 'The last vase broke' } as const;
const byCard = { way: 'card', reference: 'Asked once more' } as const;

/** A shop with an order paid by card, whose second part is about to be refused. */
async function refusing() {
  const { shop, bank, id, reference } = await cardShop();
  const { buyer, rival, admin } = shop;
  const refundId = partRefundIdOf(id, RIVAL_ID);
  return {
    shop,
    bank,
    refundedAtGateway: () => bank.payments.get(reference)?.refundedMinor,
    refundsAsked: () => bank.calls.filter(({ verb }) => verb === 'refund').length,
    refuse: async () => {
      await refusePart(rival, rivals, id, because);
      await buyer.drain();
    },
    askAgain: async () => {
      await settlePartRefund(admin, refundId, byCard);
      await buyer.drain();
    },
    settle: (way: 'balance' | 'by_hand' | 'card') => settlePartRefund(admin, refundId, { ...byCard, way }),
    laterMs: async (ms: number) => {
      buyer.clock.advance(ms);
      await reconcilePartRefunds(buyer);
    },
    refund: async () => (await partOf(buyer, id, RIVAL_ID)).refund,
    stored: async () => (await buyer.data.need(PartRefunds, refundId)).data,
  };
}

describe('a refund of a part whose reply was lost', () => {
  it('is not asked for again when the check does not say what was refunded: a person returns it another way', async () => {
    const one = await refusing();
    one.bank.hideRefunds();
    one.bank.loseNextAnswer();
    await one.refuse();
    await one.laterMs(2 * MINUTE_MS);
    expect([(await one.refund())?.state, one.refundedAtGateway()]).toEqual(['failed', 10_000]);

    await expect(one.settle('card')).rejects.toMatchObject({ status: 409, code: 'NotReversible' });
    await one.shop.buyer.drain();

    expect([one.refundsAsked(), one.refundedAtGateway()]).toEqual([1, 10_000]);
    await one.settle('by_hand');
    expect(await one.refund()).toMatchObject({ state: 'done', way: 'by_hand' });
    expect(await soundness(one.shop)).toEqual([]);
  });

  it('is not asked for again either when that happened to the second request, after a refusal of the first', async () => {
    const one = await refusing();
    one.bank.refuseRefunds('1123');
    await one.refuse();
    one.bank.refuseRefunds(null);
    one.bank.hideRefunds();
    one.bank.loseNextAnswer();
    await one.askAgain();
    await one.laterMs(2 * MINUTE_MS);
    expect([(await one.refund())?.state, one.refundedAtGateway()]).toEqual(['failed', 10_000]);

    await expect(one.settle('card')).rejects.toMatchObject({ status: 409, code: 'NotReversible' });

    expect(one.refundsAsked()).toBe(2);
  });

  it('ends as failed after four days in which the gateway did nothing and said nothing', async () => {
    const one = await refusing();
    one.bank.ignoreRefunds();
    await one.refuse();

    for (let hour = 0; hour < 5 * 24; hour++) await one.laterMs(60 * MINUTE_MS);

    expect(await one.refund()).toMatchObject({ state: 'failed', amountMinor: 10_000 });
    expect((await one.stored()).nextCheckAt).toBeNull();
    expect(await soundness(one.shop)).toEqual([]);
  });
});

describe('a refund of a part that the gateway refuses again', () => {
  it('ends as failed, is not repeated by itself, and can be settled another way', async () => {
    const one = await refusing();
    one.bank.refuseRefunds('1123');
    await one.refuse();
    await one.askAgain();

    expect((await one.refund())?.state).toBe('failed');
    await one.laterMs(5 * DAY_MS);
    expect(one.refundsAsked()).toBe(2);
    await one.settle('by_hand');
    expect((await one.refund())?.state).toBe('done');
    expect(await soundness(one.shop)).toEqual([]);
  });

  it('ends as failed also when the first request was lost', async () => {
    const one = await refusing();
    one.bank.ignoreRefunds();
    await one.refuse();
    one.bank.refuseRefunds('1123');
    for (let n = 0; n < 3; n++) await one.laterMs(2 * MINUTE_MS);

    expect((await one.refund())?.state).toBe('failed');
    expect(one.refundsAsked()).toBe(2);
  });

  it('counts as done when a check shows that the request before it was carried out', async () => {
    const one = await refusing();
    one.bank.refuseRefunds('1123');
    await one.refuse();
    const [taken] = one.bank.payments.values();
    if (taken) taken.refundedMinor = 10_000;
    await one.askAgain();

    expect(await one.refund()).toMatchObject({ state: 'done', way: 'card' });
  });
});

describe('a refund of a part beside one of equal size whose result is unclear', () => {
  it('is not taken for that one, and a person decides', async () => {
    const { shop, bank, id } = await cardShop({ PAYMENT_CARD_REFUND: 'true' }, { mug: 1, vase: 1 });
    const { buyer, rival, potter, admin } = shop;
    const later = async () => {
      buyer.clock.advance(2 * MINUTE_MS);
      await reconcilePartRefunds(buyer);
    };
    bank.hideRefunds();
    bank.loseNextAnswer();
    await refusePart(rival, rivals, id, because);
    await buyer.drain();
    await later();
    bank.hideRefunds(false);
    await settlePartRefund(admin, partRefundIdOf(id, RIVAL_ID), { way: 'by_hand', reference: 'IBAN 1' });

    bank.ignoreRefunds();
    await refusePart(potter, { vendorId: TEST_VENDOR_ID, isOther: false }, id, because);
    await buyer.drain();
    await later();

    const [first, second] = [await partOf(buyer, id, RIVAL_ID), await partOf(buyer, id, TEST_VENDOR_ID)];
    expect(second.refund?.amountMinor).toBe(first.refund?.amountMinor);
    expect(second.refund?.state).toBe('failed');
    expect(await soundness(shop)).toEqual([]);
  });
});
