import { describe, expect, it } from 'vitest';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { cancelOwnOrder } from '#lib/store/orders/cancel-own-order.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { readWorld, type World } from '#tests/support/world.ts';
import { auditOrders } from './order.ts';

/** Returns the rows of a paid order of two mugs, as a healthy shop leaves them. */
async function paidWorld(): Promise<World> {
  const ctx = await payingShopper();
  const { id } = await placeOrder(ctx, { mug: 2 });
  await payByCredit(ctx, id);
  return readWorld(ctx.data);
}
async function canceledWorld(): Promise<World> {
  const ctx = await payingShopper();
  const { id } = await placeOrder(ctx, { mug: 2 });
  await cancelOwnOrder(ctx, id);
  return readWorld(ctx.data);
}
type Rows = 'orders' | 'holds' | 'events' | 'idempotency';
const altered = <K extends Rows>(world: World, name: K, change: (data: World[K][number]['data']) => object): World => ({
  ...world,
  [name]: world[name].map((row) => ({ ...row, data: { ...row.data, ...change(row.data) } })),
});
const rulesOf = (world: World) => [...new Set(auditOrders(world).map(({ invariant }) => invariant))];

describe('auditOrders', () => {
  it('returns no findings for orders written by the shop', async () => {
    expect(auditOrders(await paidWorld())).toEqual([]);
    expect(auditOrders(await canceledWorld())).toEqual([]);
  });

  it('reports holds that contradict the order’s stock state', async () => {
    const world = await paidWorld();

    expect(rulesOf(altered(world, 'holds', () => ({ state: 'bound' })))).toEqual(['SI7']);
    expect(rulesOf(altered(world, 'holds', () => ({ qty: 1 })))).toEqual(['SI7']);
    expect(rulesOf({ ...world, holds: [] })).toEqual(['SI7']);
    expect(rulesOf(altered(world, 'orders', () => ({ stockDeductedAt: null })))).toEqual(['SI7']);
  });

  it('reports a canceled order that kept its units, or returned them twice', async () => {
    const world = await canceledWorld();
    const kept = altered(world, 'orders', () => ({ stockState: 'bound', stockReturnedAt: null }));
    const twice = altered(world, 'events', () => ({ kind: 'stock_returned' }));

    expect(rulesOf(altered(kept, 'holds', () => ({ state: 'bound' })))).toEqual(['SI7']);
    expect(rulesOf(twice)).toContain('SI7');
  });

  it('SI7 reports a canceled order that keeps the units of a part that was not sent', async () => {
    const world = await paidWorld();
    const canceled = (from: string, parts = {}) =>
      rulesOf(
        altered(
          altered(world, 'orders', (order) => ({
            status: 'canceled',
            partKeys: order.partKeys,
            parts: order.parts.map((part) => ({ ...part, ...parts })),
          })),
          'events',
          ({ rev, at }) => (rev === 3 ? { kind: 'canceled', from, to: 'canceled', at } : {}),
        ),
      );

    expect(canceled('paid')).toContain('SI7');
    expect(canceled('shipped')).not.toContain('SI7');
    expect(canceled('processing', { shippedAt: '2026-01-02T00:00:00.000Z' })).not.toContain('SI7');
  });

  it('reports holds and events of a missing order', async () => {
    expect(rulesOf({ ...(await paidWorld()), orders: [] })).toContain('SI7');
  });

  it('reports a history with a gap, a changed event or a wrong revision', async () => {
    const world = await paidWorld();

    expect(rulesOf({ ...world, events: world.events.filter(({ data }) => data.rev !== 2) })).toContain('SI15');
    expect(rulesOf(altered(world, 'events', ({ rev }) => (rev === 3 ? { reason: 'changed' } : {})))).toEqual(['SI15']);
    expect(rulesOf(altered(world, 'orders', ({ rev }) => ({ rev: rev + 1 })))).toEqual(['SI15']);
  });

  it('reports a status that contradicts the history, and an unforced transition outside the table', async () => {
    const world = await paidWorld();

    expect(rulesOf(altered(world, 'orders', () => ({ status: 'shipped' })))).toEqual(['SI24', 'SI15']);
    expect(rulesOf(altered(world, 'events', ({ kind }) => (kind === 'paid' ? { from: 'shipped' } : {})))).toContain(
      'SI15',
    );
  });

  it('reports keys, a due time and parts that differ from the parts of the order', async () => {
    const world = await paidWorld();

    expect(rulesOf(altered(world, 'orders', () => ({ partKeys: ['vnd_test'] })))).toEqual(['SI24']);
    expect(rulesOf(altered(world, 'orders', ({ paidAt }) => ({ nextPartDueAt: paidAt })))).toEqual(['SI24']);
    expect(rulesOf(altered(world, 'orders', () => ({ vendorIds: ['vnd_test', 'vnd_other'] })))).toEqual(['SI24']);
    expect(
      rulesOf(
        altered(world, 'orders', ({ parts }) => ({ parts: parts.map((part) => ({ ...part, state: 'shipped' })) })),
      ),
    ).toEqual(['SI24']);
  });

  it('SI26 reports units that a part returned although it keeps its money', async () => {
    const world = await paidWorld();

    expect(
      rulesOf(
        altered(world, 'orders', ({ parts, paidAt }) => ({
          parts: parts.map((part) => ({ ...part, stockReturnedAt: paidAt })),
        })),
      ),
    ).toEqual(['SI26', 'SI7']);
  });

  it('SI26 reports a part that was sent, begun or refused after its money went back', async () => {
    const world = await paidWorld();
    for (const kind of ['part_started', 'part_shipped', 'part_refused']) {
      const moved = altered(world, 'events', ({ rev }) =>
        rev < 3 ? {} : { kind: rev === 3 ? 'part_refund' : kind, data: { vendorId: 'vnd_test' } },
      );
      expect(rulesOf(moved)).toContain('SI26');
    }
    expect(
      rulesOf(
        altered(world, 'events', ({ rev }) => (rev === 3 ? { kind: 'part_refund', data: { vendorId: 'v' } } : {})),
      ),
    ).not.toContain('SI26');
  });

  it('reports an idempotency key of a missing order', async () => {
    const world = await paidWorld();
    const key = { id: 'k', version: '1', data: { orderId: 'ord_gone' } } as unknown as World['idempotency'][number];

    expect(rulesOf({ ...world, idempotency: [key] })).toEqual(['SI8']);
  });
});
