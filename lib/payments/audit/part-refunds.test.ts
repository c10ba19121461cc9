import { beforeAll, describe, expect, it } from 'vitest';
import { refusePart } from '#lib/store/parts/refuse-part.ts';
import { buyOfBoth, RIVAL_ID, sharedShop } from '#tests/support/shared-order.ts';
import { readMoney } from '#tests/support/world.ts';
import { auditMoney } from './audit.ts';

type World = Awaited<ReturnType<typeof readMoney>>;
type Row = { data: Record<string, unknown> };

const isPaid = ({ data }: Row) => data.kind === 'part_refund_paid';
const showNothing = (orders: Row[]) => {
  for (const { data } of orders) data.parts = (data.parts as object[]).map((part) => ({ ...part, refund: null }));
};

describe('the audit of refunded parts', () => {
  let world: World;
  beforeAll(async () => {
    const { buyer, rival } = await sharedShop();
    const id = await buyOfBoth(buyer);
    const because = { code: 'other', reason: 'It broke' } as const;
    await refusePart(rival, { vendorId: RIVAL_ID, isOther: false }, id, because);
    world = await readMoney(buyer.data);
  });

  const broken = (breakIt: (copy: Record<keyof World, Row[]>) => void): readonly string[] => {
    const copy = structuredClone(world) as unknown as Record<keyof World, Row[]>;
    breakIt(copy);
    return [...new Set(auditMoney(copy as unknown as World).map(({ invariant }) => invariant))].sort();
  };
  const set = (rows: Row[], patch: object, which: (data: Row['data']) => boolean = () => true) => {
    for (const row of rows) if (which(row.data)) Object.assign(row.data, patch);
  };

  it('finds nothing wrong with a part that was refused and refunded', () => {
    expect(auditMoney(world)).toEqual([]);
  });

  it.each<[string, string, (copy: Record<keyof World, Row[]>) => void]>([
    ['SI25', 'another amount', (w) => set(w.partRefunds, { amountMinor: 9_999 })],
    ['SI25', 'a state that the journal contradicts', (w) => set(w.partRefunds, { state: 'owed' })],
    ['SI25', 'another amount on the balance', (w) => set(w.partRefunds, { balanceMinor: 1 })],
    ['SI25', 'an attempt that knows nothing of it', (w) => set(w.attempts, { partsBack: null })],
    ['SI25', 'a payment that is missing', (w) => w.entries.splice(w.entries.findIndex(isPaid), 1)],
    ['SI26', 'an order that shows no refund', (w) => showNothing(w.orders)],
    ['SI26', 'another vendor', (w) => set(w.partRefunds, { vendorId: 'vnd_other' })],
    ['SI6', 'a settlement that was not reversed', (w) => set(w.settlements, { state: 'accrued' })],
  ])('reports %s for %s', (rule, _, breakIt) => {
    expect(broken(breakIt)).toContain(rule);
  });
});
