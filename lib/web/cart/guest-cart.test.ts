import { describe, expect, it } from 'vitest';
import { openStorage } from '#lib/web/browser-storage.ts';
import {
  BACKUP_KEY,
  CART_KEY,
  clampTo,
  clearCart,
  MIRROR_STATE_KEY,
  merged,
  missingFrom,
  OWNER_KEY,
  readBackup,
  readCart,
  withQty,
  writeBackup,
  writeCart,
  writeMirrorState,
} from './guest-cart.ts';

const now = new Date('2026-03-01T10:00:00.000Z');
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);

/** Returns a separate storage for each test: the memory that replaces a refused browser storage. */
const emptyStorage = () =>
  openStorage(() => {
    throw new Error('no browser here');
  });

const storedAs = (text: string) => {
  const storage = emptyStorage();
  storage.setItem(CART_KEY, text);
  return storage;
};

describe('the guest cart', () => {
  it('survives a reload in the stored format of other tabs and versions', () => {
    const storage = emptyStorage();

    writeCart(storage, [{ id: 'prd_lamp', qty: 2 }], now);

    expect(readCart(storage)).toEqual([{ id: 'prd_lamp', qty: 2 }]);
    expect(JSON.parse(storage.getItem(CART_KEY) ?? '')).toEqual({
      v: 1,
      items: [{ id: 'prd_lamp', qty: 2 }],
      updatedAt: '2026-03-01T10:00:00.000Z',
    });
  });

  it.each([
    ['invalid JSON', '{"v":1,'],
    ['null', 'null'],
    ['another version', '{"v":2,"items":[]}'],
    ['items that are not a list', '{"v":1,"items":{"id":"a","qty":1}}'],
    ['a line that is not an object', '{"v":1,"items":["prd_lamp"]}'],
    ['a quantity of zero', '{"v":1,"items":[{"id":"prd_lamp","qty":0}]}'],
    ['a quantity as text', '{"v":1,"items":[{"id":"prd_lamp","qty":"3"}]}'],
    ['an invalid ID', '{"v":1,"items":[{"id":"../x","qty":1}]}'],
    [
      'more lines than a cart may hold',
      JSON.stringify({ v: 1, items: Array.from({ length: 51 }, (_, n) => ({ id: `p${n}`, qty: 1 })) }),
    ],
  ])('is dropped when it cannot be parsed: %s', (_, text) => {
    const storage = storedAs(text);

    expect(readCart(storage)).toEqual([]);
    expect(storage.getItem(CART_KEY)).toBeNull();
  });

  it('keeps only the known fields of a stored line', () => {
    const storage = storedAs('{"v":1,"items":[{"id":"prd_lamp","qty":1,"price":1}],"updatedAt":"x"}');

    expect(readCart(storage)).toEqual([{ id: 'prd_lamp', qty: 1 }]);
  });

  it('forgets its backup after thirty days', () => {
    const storage = emptyStorage();
    writeBackup(storage, [{ id: 'prd_lamp', qty: 1 }], now);

    expect(readBackup(storage, later(29))?.items).toEqual([{ id: 'prd_lamp', qty: 1 }]);
    expect(readBackup(storage, later(31))).toBeNull();
    expect(storage.getItem(BACKUP_KEY)).toBeNull();
  });

  it('is deleted completely at sign-out', () => {
    const storage = emptyStorage();
    writeCart(storage, [{ id: 'prd_lamp', qty: 1 }], now);
    writeBackup(storage, [{ id: 'prd_mug', qty: 1 }], now);
    storage.setItem(OWNER_KEY, 'usr_anna');
    writeMirrorState(storage, { savedAt: now.toISOString(), isChanged: true });

    clearCart(storage);

    const keys = [CART_KEY, BACKUP_KEY, OWNER_KEY, MIRROR_STATE_KEY];
    expect(keys.map((key) => storage.getItem(key))).toEqual([null, null, null, null]);
  });
});

describe('cart lines', () => {
  const lines = [
    { id: 'lamp', qty: 1 },
    { id: 'mug', qty: 4 },
  ];

  it('keep their order when a quantity changes, and lose a line set to zero', () => {
    expect(withQty(lines, 'lamp', 3)).toEqual([{ id: 'lamp', qty: 3 }, lines[1]]);
    expect(withQty(lines, 'lamp', 0)).toEqual([lines[1]]);
    expect(withQty(lines, 'chair', 2)).toEqual([...lines, { id: 'chair', qty: 2 }]);
  });

  it('never exceed the limits of a cart', () => {
    const full = Array.from({ length: 50 }, (_, n) => ({ id: `p${n}`, qty: 1 }));

    expect(withQty(full, 'one-more', 1)).toBe(full);
    expect(withQty(lines, 'mug', 5000)).toContainEqual({ id: 'mug', qty: 999 });
  });

  it('are merged with the larger quantity of each product', () => {
    expect(
      merged(lines, [
        { id: 'mug', qty: 2 },
        { id: 'chair', qty: 1 },
        { id: 'lamp', qty: 9 },
      ]),
    ).toEqual([
      { id: 'lamp', qty: 9 },
      { id: 'mug', qty: 4 },
      { id: 'chair', qty: 1 },
    ]);
  });

  it('are missing only when the other cart lacks the product', () => {
    expect(missingFrom([{ id: 'mug', qty: 1 }], lines)).toEqual([{ id: 'lamp', qty: 1 }]);
  });

  it('are reduced to the available stock, and the reduced lines are reported', () => {
    expect(clampTo(lines, { mug: '3', lamp: '0' })).toEqual({
      lines: [{ id: 'mug', qty: 3 }],
      clamped: [
        { id: 'lamp', wanted: 1, left: 0 },
        { id: 'mug', wanted: 4, left: 3 },
      ],
    });
    expect(clampTo(lines, { mug: '7' }).clamped).toEqual([]);
  });
});
