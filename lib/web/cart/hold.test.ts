import { describe, expect, it } from 'vitest';
import { openStorage } from '#lib/web/browser-storage.ts';
import { covers, holdStatusOf, readHold, storeHold } from './hold.ts';

const now = new Date('2026-03-01T10:00:00.000Z');
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
const emptyStorage = () =>
  openStorage(() => {
    throw new Error('no browser here');
  });
const lines = [{ id: 'prd_lamp', qty: 1 }];

describe('the hold of a cart', () => {
  it('is read back as it was stored', () => {
    const storage = emptyStorage();

    storeHold(storage, { lines, expiresAt: inMinutes(15), capAt: inMinutes(45) }, now);

    expect(readHold(storage)).toEqual({ lines, expiresAt: inMinutes(15), capAt: inMinutes(45) });
  });

  it.each([
    ['an empty cart', { lines: [], expiresAt: null, capAt: null }],
    ['a clock that runs fast', { lines, expiresAt: inMinutes(-30), capAt: inMinutes(0) }],
    ['a clock that runs slow', { lines, expiresAt: inMinutes(3000), capAt: inMinutes(3030) }],
  ])('is removed for %s', (_, held) => {
    const storage = emptyStorage();
    storeHold(storage, { lines, expiresAt: inMinutes(15), capAt: inMinutes(45) }, now);

    expect(storeHold(storage, held, now)).toBeNull();
    expect(readHold(storage)).toBeNull();
  });

  it.each([
    ['times', '{"lines":[],"expiresAt":"soon","capAt":"later"}'],
    ['lines', JSON.stringify({ lines: [{ id: 'prd_lamp' }], expiresAt: inMinutes(15), capAt: inMinutes(45) })],
  ])('is dropped when its %s cannot be parsed', (_, text) => {
    const storage = emptyStorage();
    storage.setItem('plaza_hold', text);

    expect(readHold(storage)).toBeNull();
  });

  it('covers only the quantities that were held', () => {
    const hold = { lines, expiresAt: inMinutes(15), capAt: inMinutes(45) };

    expect(covers(hold, lines)).toBe(true);
    expect(covers(hold, [])).toBe(true);
    expect(covers(hold, [{ id: 'prd_lamp', qty: 2 }])).toBe(false);
    expect(covers(hold, [...lines, { id: 'prd_mug', qty: 1 }])).toBe(false);
  });

  it.each([
    [14.5, 45, { state: 'kept', minutes: 14, mayProlong: false }],
    [4.5, 45, { state: 'kept', minutes: 4, mayProlong: true }],
    [0.5, 45, { state: 'kept', minutes: 0, mayProlong: true }],
    [4.5, 4.5, { state: 'kept', minutes: 4, mayProlong: false }],
    [-1, 45, { state: 'expired', minutes: 0, mayProlong: false }],
  ])('with %d minutes left and a cap at %d has the state %o', (left, cap, expected) => {
    expect(holdStatusOf({ expiresAt: inMinutes(left), capAt: inMinutes(cap) }, now)).toEqual(expected);
  });
});
