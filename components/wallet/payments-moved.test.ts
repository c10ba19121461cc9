import { describe, expect, it } from 'vitest';
import { havePaymentsMoved } from './payments-moved.ts';

const first = { orderReference: 'W000000001-1', state: 'asking', failure: null } as const;
const second = { orderReference: 'W000000002-1', state: 'asking', failure: null } as const;

describe('a page with pending payments', () => {
  it('refreshes when a payment appears, disappears, ends or is declined', () => {
    expect(havePaymentsMoved([first], [first, second])).toBe(true);
    expect(havePaymentsMoved([first], [])).toBe(true);
    expect(havePaymentsMoved([first], [second])).toBe(true);
    expect(havePaymentsMoved([first, second], [first, { ...second, state: 'paid' }])).toBe(true);
    expect(havePaymentsMoved([first], [{ ...first, state: 'failed', failure: 'no_funds' }])).toBe(true);
  });

  it('does not refresh when no payment changed', () => {
    expect(havePaymentsMoved([], [])).toBe(false);
    expect(havePaymentsMoved([first, second], [{ ...first }, { ...second }])).toBe(false);
  });
});
