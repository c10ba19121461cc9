import { describe, expect, it } from 'vitest';
import { largerLines, mergeLines, withoutLines } from './lines.ts';

describe('mergeLines', () => {
  it('merges the lines of one product into one line with the summed quantity', () => {
    const lines = mergeLines([
      { id: 'mug', qty: 2 },
      { id: 'lamp', qty: 1 },
      { id: 'mug', qty: 3 },
    ]);

    expect(lines).toEqual([
      { id: 'mug', qty: 5 },
      { id: 'lamp', qty: 1 },
    ]);
  });

  it('drops a line of quantity 0', () => {
    expect(mergeLines([{ id: 'mug', qty: 0 }])).toEqual([]);
  });
});

describe('withoutLines', () => {
  it('subtracts the ordered quantities and drops lines that would go to 0 or below', () => {
    const cart = [
      { id: 'mug', qty: 2 },
      { id: 'lamp', qty: 4 },
      { id: 'book', qty: 1 },
    ];

    const left = withoutLines(cart, [
      { id: 'mug', qty: 5 },
      { id: 'lamp', qty: 1 },
    ]);

    expect(left).toEqual([
      { id: 'lamp', qty: 3 },
      { id: 'book', qty: 1 },
    ]);
  });
});

describe('largerLines', () => {
  it('keeps the larger quantity of each product and adds new products', () => {
    const merged = largerLines(
      [{ id: 'mug', qty: 3 }],
      [
        { id: 'mug', qty: 1 },
        { id: 'lamp', qty: 2 },
      ],
    );

    expect(merged).toEqual([
      { id: 'mug', qty: 3 },
      { id: 'lamp', qty: 2 },
    ]);
  });
});
