import { describe, expect, it } from 'vitest';
import { processors, purposes } from '#lib/payments/values.ts';
import { consequencesOfReverse } from './reverse-consequences.ts';

describe('the consequences shown before a payment is refunded', () => {
  it('end with “This cannot be undone.” for every purpose and processor', () => {
    for (const purpose of purposes)
      for (const processor of processors)
        expect(consequencesOfReverse({ purpose, processor, excess: false }).at(-1)).toBe('then_final');
  });

  it('say that a refund to the balance is immediate and a refund to a card is pending', () => {
    const common = { purpose: 'store_order', excess: false } as const;

    expect(consequencesOfReverse({ ...common, processor: 'credit' })).toContain('then_creditBack');
    expect(consequencesOfReverse({ ...common, processor: 'cardgw' })).toContain('then_gatewayAsked');
  });

  it('say that no one loses anything when an excess payment is refunded', () => {
    const excess = consequencesOfReverse({ purpose: 'store_order', processor: 'cardgw', excess: true });

    expect(excess).toContain('then_excess');
    expect(excess).not.toContain('then_sellersLose');
  });
});
