import { describe, expect, it } from 'vitest';
import { Users } from '#lib/auth/collections.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { getAttempt } from '#lib/payments/attempts/ledger.ts';
import { Callbacks } from '#lib/payments/collections.ts';
import { reversePayment } from '#lib/payments/refunds/reverse-payment.ts';
import { Vendors } from '#lib/store/collections.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { releaseDue } from '#lib/store/vendors/settlement-release.ts';
import { saidOf, testCallback } from '#tests/support/attempts.ts';
import { type CardShop, cardShop, startAtGateway } from '#tests/support/card.ts';
import { asUser } from '#tests/support/context.ts';
import { payOutAll } from '#tests/support/paying.ts';
import { readPaymentStory } from './payment-story.ts';
import { namesInStory } from './story-names.ts';

const story = async ({ ctx }: CardShop, orderReference: string) =>
  readPaymentStory(ctx, await getAttempt(ctx, orderReference));

/** Runs a sale by card from its callback to the payout of its vendor, and back again. */
async function wholeLife() {
  const shop = await cardShop({ vars: { STORE_RETURN_DAYS: '0', PAYMENT_CARD_REFUND: 'true' } });
  const { ctx, gateway } = shop;
  const admin = await asUser(ctx, { role: 'admin' });
  const row = await startAtGateway(shop);
  const later = () => ctx.clock.advance(1_000);
  later();
  const said = saidOf(row, 'Approved', { inboxId: 'callback-1' });
  const raw = `{"orderReference":"${row.orderReference}","cardPan":"5168123412345977","clientName":"Olena"}`;
  const receivedAt = ctx.now().toISOString();
  const callback = testCallback({
    orderReference: row.orderReference,
    evidence: said,
    state: 'received',
    raw,
    receivedAt,
  });
  await ctx.data.set(Callbacks, 'callback-1', callback);
  gateway.say(row.orderReference, 'Approved');
  await applyPaymentResult(ctx, row.orderReference, said);
  later();
  await changeOrderStatus(admin, row.orderId ?? '', { status: 'completed' });
  later();
  await releaseDue(ctx);
  later();
  await payOutAll(admin);
  later();
  await reversePayment(admin, row.orderReference, 'a complaint');
  await ctx.drain();
  return { shop, row };
}

describe('readPaymentStory', () => {
  it('returns the steps of every book in chronological order', async () => {
    const { shop, row } = await wholeLife();

    const steps = await story(shop, row.orderReference);

    expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).toSorted());
    expect(new Set(steps.map(({ kind }) => kind))).toEqual(
      new Set(['act', 'callback', 'statement', 'event', 'entry', 'settlement', 'effect']),
    );
    const entries = steps.flatMap((step) => (step.kind === 'entry' ? [step] : []));
    expect(entries.map(({ entry }) => entry.kind)).toEqual(['capture', 'release', 'payout', 'refund']);
    for (const { postings } of entries) expect(postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0);
    const effects = steps.flatMap((step) => (step.kind === 'effect' ? [step.effect.topic] : []));
    expect(new Set(effects)).toEqual(new Set(['order.mail', 'payments.refund']));
    const acts = steps.flatMap((step) => (step.kind === 'act' ? [step.act] : []));
    expect(acts).toMatchObject([{ action: 'payment.reversed', reason: 'a complaint' }]);
  });

  it('places the callback before its statement and the statement before its journal entry', async () => {
    const { shop, row } = await wholeLife();

    const steps = await story(shop, row.orderReference);

    const kinds = steps.map(({ kind }) => kind);
    const at = (kind: (typeof kinds)[number]) => kinds.indexOf(kind);
    expect(at('callback')).toBeLessThan(at('statement'));
    expect(at('statement')).toBeLessThan(at('entry'));
  });

  it('returns neither the card number nor the payer’s name', async () => {
    const { shop, row } = await wholeLife();

    const text = JSON.stringify(await story(shop, row.orderReference));

    expect(text).toContain('****5977');
    expect(text).not.toContain('5168123412345977');
    expect(text).not.toContain('Olena');
  });

  it('returns only event and effect steps for an attempt without a result', async () => {
    const shop = await cardShop();
    const row = await startAtGateway(shop);

    const steps = await story(shop, row.orderReference);

    expect(new Set(steps.map(({ kind }) => kind))).toEqual(new Set(['event', 'effect']));
  });
});

describe('namesInStory', () => {
  it('returns the present names of admins and sellers, and nothing for an account that is gone', async () => {
    const { shop, row } = await wholeLife();
    const { data } = shop.ctx;
    const steps = await story(shop, row.orderReference);
    const [adminId] = steps.flatMap((step) => (step.kind === 'act' ? (step.act.actorId ?? []) : []));
    const [vendorId] = steps.flatMap((step) => (step.kind === 'settlement' ? step.settlement.vendorId : []));
    await data.update(Users, adminId ?? '', { name: 'Iryna' });
    await data.update(Vendors, vendorId ?? '', { name: 'Potters' });

    const names = await namesInStory(shop.ctx, steps);
    await data.tx(async (t) => t.delete(Users, adminId ?? ''));
    const later = await namesInStory(shop.ctx, steps);

    expect([names.get(adminId ?? ''), names.get(vendorId ?? '')]).toEqual(['Iryna', 'Potters']);
    expect([later.has(adminId ?? ''), later.get(vendorId ?? '')]).toEqual([false, 'Potters']);
  });
});
