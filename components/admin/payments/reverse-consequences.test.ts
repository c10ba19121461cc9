import { describe, expect, it } from 'vitest';
import { processors, purposes } from '#lib/payments/values.ts';
import { consequencesOfReverse } from './reverse-consequences.ts';

const said = (payment: Parameters<typeof consequencesOfReverse>[0]) => consequencesOfReverse(payment).join(' ');

describe('what returning the money of a payment brings with it', () => {
  it('is said for every purpose and processor, with its finality', () => {
    for (const purpose of purposes)
      for (const processor of processors)
        expect(consequencesOfReverse({ purpose, processor, excess: false }).at(-1)).toBe('This cannot be undone.');
  });

  it('tells a balance that is there at once from a card that takes its time', () => {
    const common = { purpose: 'store_order', excess: false } as const;

    expect(said({ ...common, processor: 'credit' })).toContain('immediately');
    expect(said({ ...common, processor: 'cardgw' })).toContain('pending');
  });

  it('takes nothing from anybody where the money paid for nothing', () => {
    const excess = said({ purpose: 'store_order', processor: 'cardgw', excess: true });

    expect(excess).toContain('no one loses anything');
    expect(excess).not.toContain('sellers');
  });
});
