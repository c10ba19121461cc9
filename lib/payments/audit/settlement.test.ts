import { beforeAll, describe, expect, it } from 'vitest';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { makePayout } from '#lib/store/vendors/payouts.ts';
import { releaseDue } from '#lib/store/vendors/settlement-release.ts';
import { asUser } from '#tests/support/context.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { readMoney } from '#tests/support/world.ts';
import { auditMoney, type MoneyWorld } from './audit.ts';

let sound: MoneyWorld;
beforeAll(async () => {
  const ctx = await payingShopper({ vars: { STORE_RETURN_DAYS: '0' } });
  const admin = await asUser(ctx, { role: 'admin' });
  const { id } = await placeOrder(ctx);
  await payByCredit(ctx, id);
  await changeOrderStatus(admin, id, { status: 'completed' });
  await releaseDue(ctx);
  const { settlements } = await readMoney(ctx.data);
  const settlementIds = settlements.map((row) => row.id);
  await makePayout(admin, { vendorId: TEST_VENDOR_ID, settlementIds, bankReference: 'test' });
  sound = await readMoney(ctx.data);
});

type Rows<T> = readonly { readonly id: string; readonly data: T }[];
const patched = <T extends object>(rows: Rows<T>, patch: Partial<T>): Rows<T> =>
  rows.map(({ id, data }) => ({ id, data: { ...data, ...patch } }));
const without = (kind: string): Partial<MoneyWorld> => ({
  entries: sound.entries.filter(({ data }) => data.kind !== kind),
});
const invariants = (broken: Partial<MoneyWorld>) =>
  auditMoney({ ...sound, ...broken }).map(({ invariant }) => invariant);

describe('auditMoney on settlements and payouts', () => {
  it('returns no findings for correct books', () => {
    expect(invariants({})).toEqual([]);
  });

  it('reports a missing release entry and a missing payout entry', () => {
    expect(invariants(without('release'))).toContain('SI6');
    expect(invariants(without('payout'))).toContain('SI6');
  });

  it('reports a payout without its row', () => {
    expect(invariants({ payouts: [] })).toContain('SI4');
  });

  it('reports a payout whose amount differs from its settlements and its entry', () => {
    expect(invariants({ payouts: patched(sound.payouts, { amountMinor: 1 }) })).toContain('SI6');
  });

  it.each([
    { payoutId: null },
    { payoutId: 'pay_other' },
    { releaseAt: null },
    { overpaid: true },
    { state: 'payable' as const },
    { vendorId: 'vnd_other' },
  ])('reports a settlement with %j', (patch) => {
    expect(invariants({ settlements: patched(sound.settlements, patch) })).toContain('SI6');
  });

  it('reports one settlement in two payouts', () => {
    const again = sound.payouts.map(({ data }) => ({ id: 'pay_again', data }));
    expect(invariants({ payouts: [...sound.payouts, ...again] })).toContain('SI6');
  });

  it('reports a fee that the journal does not have', () => {
    const attempts = sound.attempts.map(({ id, data }) => ({
      id,
      data: { ...data, processor: 'cardgw' as const, processor_payload: { feeMinor: 5 } },
    }));
    expect(invariants({ attempts })).toContain('SI4');
  });
});
