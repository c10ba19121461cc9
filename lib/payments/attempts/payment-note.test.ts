import { describe, expect, it } from 'vitest';
import { failureOf } from './failures.ts';
import { moneyBackOf, paymentNoteOf } from './payment-note.ts';

type Attempt = Parameters<typeof paymentNoteOf>[1][number];

const now = new Date('2026-03-01T10:00:00.000Z');
const page = (about: Partial<Attempt> = {}): Attempt => ({
  status: 'pending',
  excess: false,
  failure: null,
  processor: 'cardgw',
  paymentUrl: 'https://bank.test/page',
  expiresAt: '2026-03-01T10:20:00.000Z',
  version: 1,
  refundState: 'none',
  amountMinor: 15_000,
  currency: 'UAH',
  ...about,
});
const sum = { to: 'cardgw', amountMinor: 15_000, currency: 'UAH' };

describe('paymentNoteOf', () => {
  it('returns null for an order without attempts and for a paid order', () => {
    expect(paymentNoteOf({ status: 'new', payState: 'unpaid' }, [], now)).toBeNull();
    expect(
      paymentNoteOf(
        { status: 'new', payState: 'paid' },
        [page({ status: 'superseded' }), page({ status: 'paid' })],
        now,
      ),
    ).toBeNull();
  });

  it('returns the end of an open payment page, or null within its last minutes', () => {
    expect(paymentNoteOf({ status: 'new', payState: 'pending' }, [page()], now)).toEqual({
      kind: 'asking',
      until: '2026-03-01T10:20:00.000Z',
    });
    expect(
      paymentNoteOf({ status: 'new', payState: 'pending' }, [page({ expiresAt: '2026-03-01T10:05:00.000Z' })], now),
    ).toEqual({
      kind: 'asking',
      until: null,
    });
  });

  it('returns no_page when the gateway gave no page, and asking while the request runs', () => {
    const created = { status: 'created', paymentUrl: null } as const;

    expect(paymentNoteOf({ status: 'new', payState: 'pending' }, [page({ ...created, version: 1 })], now)).toEqual({
      kind: 'no_page',
    });
    expect(paymentNoteOf({ status: 'new', payState: 'pending' }, [page({ ...created, version: 0 })], now)).toEqual({
      kind: 'asking',
      until: null,
    });
  });

  it.each([
    ['while its page is still open', 'pending', 'pending'],
    ['after its page is closed', 'unpaid', 'declined'],
  ] as const)('returns the failure code of a decline %s', (_, payState, status) => {
    expect(paymentNoteOf({ status: 'new', payState }, [page({ status, failure: failureOf('1104') })], now)).toEqual({
      kind: 'failed',
      code: 'no_funds',
    });
  });

  it('returns checking while the bank checks, and for authorized and suspicious attempts', () => {
    expect(paymentNoteOf({ status: 'new', payState: 'pending' }, [page({ failure: failureOf('1114') })], now)).toEqual({
      kind: 'checking',
    });
    expect(paymentNoteOf({ status: 'new', payState: 'authorized' }, [page({ status: 'authorized' })], now)).toEqual({
      kind: 'checking',
    });
    expect(paymentNoteOf({ status: 'new', payState: 'suspicious' }, [page({ status: 'suspicious' })], now)).toEqual({
      kind: 'checking',
    });
  });

  it('describes the latest attempt only', () => {
    const attempts = [page({ status: 'declined', failure: failureOf('1101') }), page({ status: 'expired' })];

    expect(paymentNoteOf({ status: 'new', payState: 'unpaid' }, attempts, now)).toEqual({ kind: 'expired' });
  });

  it('returns null for failed attempts of a canceled order', () => {
    expect(paymentNoteOf({ status: 'canceled', payState: 'unpaid' }, [page({ status: 'expired' })], now)).toBeNull();
  });

  it('returns kept for an order canceled after payment, until its refund starts', () => {
    const paid = page({ status: 'paid' });

    expect(paymentNoteOf({ status: 'canceled', payState: 'paid' }, [paid], now)).toEqual({ kind: 'kept' });
    expect(
      paymentNoteOf({ status: 'canceled', payState: 'refund_pending' }, [{ ...paid, refundState: 'pending' }], now),
    ).toMatchObject({ kind: 'returning' });
  });

  it('returns why a refund happens (late, second, refund) and whether it is done', () => {
    const extra = page({ status: 'paid', excess: true, refundState: 'pending' });
    const own = page({ status: 'paid', refundState: 'pending' });

    expect(paymentNoteOf({ status: 'new', payState: 'refund_pending' }, [extra], now)).toEqual({
      kind: 'returning',
      because: 'late',
      ...sum,
    });
    expect(
      paymentNoteOf(
        { status: 'new', payState: 'refunded' },
        [{ ...extra, status: 'refunded', refundState: 'done' }],
        now,
      ),
    ).toEqual({
      kind: 'returned',
      because: 'late',
      ...sum,
    });
    expect(paymentNoteOf({ status: 'new', payState: 'paid' }, [extra, page({ status: 'paid' })], now)).toMatchObject({
      because: 'second',
    });
    expect(paymentNoteOf({ status: 'new', payState: 'refund_pending' }, [own], now)).toMatchObject({
      kind: 'returning',
      because: 'refund',
    });
  });

  it('describes a pending refund before a finished refund, whichever attempt is newer', () => {
    const paid = page({ status: 'paid' });
    const onItsWay = page({ status: 'paid', excess: true, refundState: 'pending' });
    const back = page({ status: 'refunded', excess: true, refundState: 'done' });

    const note = paymentNoteOf({ status: 'paid', payState: 'paid' }, [paid, onItsWay, back], now);

    expect(moneyBackOf(note)).toBe('returning');
    expect(moneyBackOf(paymentNoteOf({ status: 'paid', payState: 'paid' }, [paid, back], now))).toBe('returned');
    expect(moneyBackOf(paymentNoteOf({ status: 'paid', payState: 'paid' }, [paid], now))).toBeNull();
  });
});
