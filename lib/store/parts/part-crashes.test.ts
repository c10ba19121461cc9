import { afterEach, describe, expect, it } from 'vitest';
import { armFault } from '#lib/core/fault.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { PartRefunds } from '#lib/payments/collections.ts';
import { partRefundIdOf } from '#lib/payments/refunds/part-refund-topic.ts';
import { reconcilePartRefunds, refundPartByCard } from '#lib/payments/refunds/refund-part-by-card.ts';
import { auditOrders } from '#lib/store/audit/order.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { saidOf } from '#tests/support/attempts.ts';
import type { TestContext } from '#tests/support/context.ts';
import { placeOrder, startCard } from '#tests/support/paying.ts';
import { scriptedGateway } from '#tests/support/scripted-gateway.ts';
import { buyOfBoth, partOf, RIVAL_ID, sharedShop } from '#tests/support/shared-order.ts';
import { everyRow, readWorld } from '#tests/support/world.ts';
import { refusePart } from './refuse-part.ts';

afterEach(() => armFault({ FAULT_MODE: 'throw' }));

const rivals = { vendorId: RIVAL_ID, isOther: false };
const because = { code: 'out_of_stock', reason: 'The last vase broke' } as const;

async function findings({ data }: TestContext) {
  const world = await readWorld(data);
  return [...auditStock(world), ...auditOrders(world), ...auditMoney(world)];
}

describe('a crash around a refused part', () => {
  it('C19 after the refusal: a repeat responds, and nothing happens twice', async () => {
    const { buyer, rival } = await sharedShop();
    const id = await buyOfBoth(buyer);
    armFault({ FAULT_AT: 'part.after_refuse', FAULT_MODE: 'throw' });

    await expect(refusePart(rival, rivals, id, because)).rejects.toThrow('part.after_refuse');
    const repeated = await refusePart(rival, rivals, id, because);

    expect(repeated.part).toMatchObject({ state: 'refused', refund: { state: 'done', amountMinor: 10_000 } });
    expect(await everyRow(buyer.data, PartRefunds)).toHaveLength(1);
    expect(await findings(buyer)).toEqual([]);
  });

  it('C20 after the gateway’s answer: the check of the payment finds the one refund', async () => {
    const bank = scriptedGateway();
    const { buyer, rival } = await sharedShop({ vars: { PAYMENT_CARD_REFUND: 'true' }, cardGateway: bank.gateway });
    const { id } = await placeOrder(buyer, { mug: 2, vase: 1 });
    const attempt = await startCard(buyer, id);
    const { orderReference } = attempt;
    bank.hold(attempt);
    await applyPaymentResult(buyer, orderReference, saidOf(attempt, 'Approved'));
    await refusePart(rival, rivals, id, because);
    armFault({ FAULT_AT: 'refund.after_gateway_call', FAULT_MODE: 'throw' });

    await expect(refundPartByCard(buyer, partRefundIdOf(id, RIVAL_ID))).rejects.toThrow('refund.after_gateway_call');
    expect((await partOf(buyer, id, RIVAL_ID)).refund?.state).toBe('pending');
    buyer.clock.advance(2 * MINUTE_MS);
    await reconcilePartRefunds(buyer);

    expect((await partOf(buyer, id, RIVAL_ID)).refund).toEqual({ state: 'done', amountMinor: 10_000, way: 'card' });
    expect(bank.calls.filter(({ verb }) => verb === 'refund')).toHaveLength(1);
    expect(await findings(buyer)).toEqual([]);
  });
});
