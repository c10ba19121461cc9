import en from '#lib/i18n/console/en/payments.json' with { type: 'json' };
import { fill } from '#lib/i18n/fill.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { payOrderByCard } from '#lib/payments/cards/pay-order-by-card.ts';
import { ownEvidence } from '#lib/payments/cards/query-gateway.ts';
import { PartRefunds, PaymentTransactions } from '#lib/payments/collections.ts';
import { partRefundIdOf } from '#lib/payments/refunds/part-refund-topic.ts';
import { refusePart } from '#lib/store/parts/refuse-part.ts';
import { makePerson, openShopOf, order, type Person, sell } from '#tests/support/browser.ts';
import { looks } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';

/** Has a buyer pay a seller by card and the seller refuse it. Returns the payment and the refund, which is owed. */
async function owedRefund(buyer: Person, name: string) {
  const { ctx } = buyer;
  const seller = await makePerson(ctx);
  const vendorId = await openShopOf(seller, name);
  const { id } = await order(buyer, [{ id: await sell(ctx, `Jug of ${name}`, 5, 15_000, vendorId), qty: 1 }]);
  const { orderReference } = await payOrderByCard(ctx, { orderId: id });
  const { data: attempt } = await ctx.data.need(PaymentTransactions, orderReference);
  const approved = ownEvidence(attempt, { status: 'Approved', reasonCode: '1100' });
  await applyPaymentResult(ctx, orderReference, approved);
  await refusePart(seller.ctx, { vendorId, isOther: false }, id, { code: 'out_of_stock', reason: 'It broke' });
  return { orderReference, refundId: partRefundIdOf(id, vendorId) };
}

test(
  'an admin finds an owed refund among what needs attention, and settles it once',
  looks,
  async ({ page, world, signInAs }) => {
    const buyer = await makePerson(world);
    const { orderReference, refundId } = await owedRefund(buyer, 'Kiln that owes');
    await signInAs({ role: 'admin' });
    await page.goto('/admin/payments?attention=part_owed');
    const row = page.getByRole('row').filter({ hasText: orderReference });
    await expect(row).toContainText('Kiln that owes');
    await expect(row).toContainText('₴150');
    await expectSound(page, 'admin-part-refunds');
    await page.setViewportSize({ width: 1440, height: 900 });

    const number = { number: orderReference };
    await row.getByRole('button', { name: fill(en.settleOf, number, 'en'), exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Settle the refund of ₴150', exact: true });
    await expect(dialog.getByRole('radio')).toHaveCount(2);
    await dialog.getByRole('radio', { name: en.way_balance }).check();
    await dialog.getByRole('button', { name: en.settleDone, exact: true }).click();
    const reference = dialog.getByRole('textbox', { name: en.reference });
    await expect(reference).toBeFocused();
    await expect(reference).toHaveAccessibleDescription(new RegExp(en.referenceNeeded));
    await expectSound(page, 'admin-part-settle');
    await page.setViewportSize({ width: 1440, height: 900 });
    await reference.fill('Agreed by phone');
    await reference.press('Enter');

    await expect(row).toHaveCount(0);
    expect((await world.data.need(PartRefunds, refundId)).data).toMatchObject({
      ...{ state: 'done', way: 'balance', balanceMinor: 15_000, reference: 'Agreed by phone' },
    });
  },
);
