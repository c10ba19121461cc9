import { describe, expect, it } from 'vitest';
import { processors, purposes } from '#lib/payments/values.ts';
import { consequencesOfReverse } from './reverse-consequences.ts';

const said = (payment: Parameters<typeof consequencesOfReverse>[0]) => consequencesOfReverse(payment).join(' ');

describe('the consequences shown before a payment is refunded', () => {
  it('end with “This cannot be undone.” for every purpose and processor', () => {
    for (const purpose of purposes)
      for (const processor of processors)
        expect(consequencesOfReverse({ purpose, processor, excess: false }).at(-1)).toBe('This cannot be undone.');
  });

  it('say that a refund to the balance is immediate and a refund to a card is pending', () => {
    const common = { purpose: 'store_order', excess: false } as const;

    expect(said({ ...common, processor: 'credit' })).toContain('immediately');
    expect(said({ ...common, processor: 'cardgw' })).toContain('pending');
  });

  it('say that no one loses anything when an excess payment is refunded', () => {
    const excess = said({ purpose: 'store_order', processor: 'cardgw', excess: true });

    expect(excess).toContain('no one loses anything');
    expect(excess).not.toContain('sellers');
  });
});
