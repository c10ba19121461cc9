import type { Row } from '#lib/data/store.ts';
import { type Finding, findingsOf } from '#lib/payments/audit/findings.ts';
import type { StockHold, StockLevel, StockMovement, StockShard } from '#lib/store/schemas/stock.ts';
import { LEVEL_COUNTER, type StockCounts } from '#lib/store/stock/counters.ts';
import { heldStates } from '#lib/store/values.ts';

type Rows<T> = readonly Pick<Row<T>, 'id' | 'data'>[];

/** All rows that record stock. */
export type StockWorld = {
  readonly levels: Rows<StockLevel>;
  readonly shards: Rows<StockShard>;
  readonly holds: Rows<StockHold>;
  readonly moves: Rows<StockMovement>;
};

/** The sums of the rows that explain a level or a shard. */
export type StockSums = { readonly held: number; readonly moved: number };

/** SI1 to SI3 of one product or shard: its counters are within bounds and equal the sums of the rows. */
export const auditLevel = (id: string, { onHand, held }: StockCounts, sums: StockSums): Finding[] => [
  ...findingsOf('SI1', id, [(held < 0 || held > onHand) && `holds ${held} units of ${onHand} on hand`]),
  ...findingsOf('SI2', id, [held !== sums.held && `holds ${held} units, but its holds add up to ${sums.held}`]),
  ...findingsOf('SI3', id, [
    onHand !== sums.moved && `has ${onHand} units on hand, but its moves add up to ${sums.moved}`,
  ]),
];

/** Returns the name of a counter in findings: the product, or one of its shards. */
export const counterName = (productId: string, shard: number): string =>
  shard === LEVEL_COUNTER ? productId : `${productId}/${shard}`;

/**
 * Recomputes every rule of stock from the rows alone. It reports and never repairs; an empty list means no findings.
 */
export function auditStock({ levels, shards, holds, moves }: StockWorld): Finding[] {
  const sums = sumsPerCounter(holds, moves);
  const counters = new Map<string, StockCounts>([
    ...levels.map(({ id, data }) => [id, data] as const),
    ...shards.map(({ data }) => [counterName(data.productId, data.n), data] as const),
  ]);
  return [
    ...[...counters].flatMap(([name, data]) => auditLevel(name, data, sums.get(name) ?? nothing)),
    // A merged shard leaves moves behind, which add up to 0.
    ...[...sums].flatMap(([name, { held, moved }]) =>
      findingsOf('SI2', name, [!counters.has(name) && (held !== 0 || moved !== 0) && 'has rows but no stock level']),
    ),
  ];
}

const nothing: StockSums = { held: 0, moved: 0 };

/** Returns the sums of the live holds and the movements per counter, by the counter's name. */
export function sumsPerCounter(holds: Rows<StockHold>, moves: Rows<StockMovement>): ReadonlyMap<string, StockSums> {
  const sums = new Map<string, StockSums>();
  const add = ({ productId, shard }: { productId: string; shard: number }, { held, moved }: StockSums) => {
    const name = counterName(productId, shard);
    const before = sums.get(name) ?? nothing;
    sums.set(name, { held: before.held + held, moved: before.moved + moved });
  };
  for (const { data } of holds)
    if (heldStates.some((state) => state === data.state)) add(data, { held: data.qty, moved: 0 });
  for (const { data } of moves) add(data, { held: 0, moved: data.delta });
  return sums;
}
