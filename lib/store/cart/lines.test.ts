import { describe, expect, it } from 'vitest';
import { largerLines, mergeLines, withoutLines } from './lines.ts';

describe('mergeLines', () => {
  it('adds up the lines of one product before anything is checked, so that two lines cannot pass separately', () => {
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

  it('drops a line of nothing', () => {
    expect(mergeLines([{ id: 'mug', qty: 0 }])).toEqual([]);
  });
});

describe('withoutLines', () => {
  it('keeps what was not ordered and never goes below nothing', () => {
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
  it('keeps of each product the larger quantity and adds what is new', () => {
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
