import { describe, expect, it } from 'vitest';
import { newStockLevel } from '#lib/store/stock/movements.ts';
import { auditStock, type StockWorld } from './stock.ts';

const at = '2026-01-01T00:00:00.000Z';
const row = <T>(id: string, data: T) => ({ id, data });

/** Returns the rows of five mugs: two sold and compacted, one bound, one in a cart, one released. */
const world = (): StockWorld => ({
  levels: [row('mug', { ...newStockLevel(3, at), held: 2 })],
  shards: [],
  holds: (['compacted', 'bound', 'active', 'released', 'sold'] as const).map((state, i) =>
    row(`hld_${i}`, {
      productId: state === 'sold' ? 'other' : 'mug',
      userId: 'usr_1',
      orderId: null,
      qty: state === 'compacted' ? 2 : 1,
      shard: 0,
      state,
      expiresAt: null,
      firstHeldAt: at,
      createdAt: at,
      updatedAt: at,
    }),
  ),
  moves: (
    [
      ['initial', 5],
      ['compact', -2],
    ] as const
  ).map(([kind, delta], i) =>
    row(`mov_${i}`, { productId: 'mug', shard: 0, delta, kind, refId: null, actorId: null, reason: null, at }),
  ),
});
const withLevel = (patch: { onHand?: number; held?: number }): StockWorld => {
  const right = world();
  return { ...right, levels: right.levels.map(({ id, data }) => row(id, { ...data, ...patch })) };
};
const rulesOf = (broken: StockWorld) =>
  auditStock(broken)
    .filter(({ subject }) => subject === 'mug')
    .map(({ invariant }) => invariant);

describe('auditStock', () => {
  it('returns no findings when counters agree with their holds and moves', () => {
    expect(rulesOf(world())).toEqual([]);
  });

  it('reports held above onHand, and negative held', () => {
    expect(rulesOf(withLevel({ held: 4 }))).toEqual(['SI1', 'SI2']);
    expect(rulesOf(withLevel({ held: -1 }))).toEqual(['SI1', 'SI2']);
  });

  it('reports held units without a hold, and holds without a stock level', () => {
    expect(rulesOf(withLevel({ held: 1 }))).toEqual(['SI2']);
    expect(auditStock(world())).toEqual([{ invariant: 'SI2', subject: 'other', why: 'has rows but no stock level' }]);
  });

  it('reports units on hand without a stock move', () => {
    expect(rulesOf(withLevel({ onHand: 4 }))).toEqual(['SI3']);
  });
});
