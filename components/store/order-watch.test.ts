import { describe, expect, it } from 'vitest';
import { lookEveryMs } from './order-watch.ts';

describe('lookEveryMs', () => {
  it.each(['pending', 'authorized'] as const)('looks closely while a payment is %s', (payState) => {
    expect(lookEveryMs({ status: 'new', payState })).toBe(2_000);
  });

  it.each(['new', 'paid', 'processing', 'shipped'] as const)('looks calmly while an order is %s', (status) => {
    expect(lookEveryMs({ status, payState: status === 'new' ? 'unpaid' : 'paid' })).toBe(20_000);
  });

  it.each(['completed', 'canceled'] as const)('looks no more at an order that is %s', (status) => {
    expect(lookEveryMs({ status, payState: 'unpaid' })).toBeNull();
  });
});
