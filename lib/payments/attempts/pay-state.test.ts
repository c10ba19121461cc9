import { describe, expect, it } from 'vitest';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import type { AttemptStatus } from '#lib/payments/values.ts';
import { payStateOf } from './pay-state.ts';

type Attempt = Pick<LedgerRow, 'status' | 'refundState' | 'excess'>;
const attempt = (status: AttemptStatus, about: Partial<Attempt> = {}): Attempt => ({
  status,
  refundState: 'none',
  excess: false,
  ...about,
});
const extra = (status: AttemptStatus) => attempt(status, { excess: true, refundState: 'pending' });

describe('payStateOf', () => {
  it.each([
    ['unpaid', []],
    ['unpaid', [attempt('expired'), attempt('declined'), attempt('superseded'), attempt('voided')]],
    ['pending', [attempt('superseded'), attempt('created')]],
    ['pending', [attempt('pending')]],
    ['authorized', [attempt('pending'), attempt('authorized')]],
    ['suspicious', [attempt('pending'), attempt('suspicious')]],
    ['paid', [attempt('suspicious'), attempt('paid')]],
    ['paid', [attempt('paid', { refundState: 'failed' })]],
    ['refund_pending', [attempt('paid', { refundState: 'pending' }), attempt('pending')]],
    ['refunded', [attempt('refunded', { refundState: 'done' })]],
    ['refund_pending', [attempt('expired'), extra('paid')]],
    ['refunded', [extra('refunded')]],
  ] as const)('returns %s for the attempts in case %#', (expected, attempts) => {
    expect(payStateOf(attempts)).toBe(expected);
  });

  it('returns paid while or after a second payment is refunded', () => {
    expect(payStateOf([attempt('paid'), extra('paid')])).toBe('paid');
    expect(payStateOf([attempt('paid'), extra('refunded')])).toBe('paid');
  });

  it('returns pending for an open attempt after an earlier late payment was refunded', () => {
    expect(payStateOf([extra('refunded'), attempt('pending')])).toBe('pending');
  });
});
