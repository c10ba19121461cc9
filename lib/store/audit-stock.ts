import type { Row } from '#lib/data/store.ts';
import { type Finding, findingsOf } from '#lib/payments/findings.ts';
import type { StockHold, StockLevel, StockMove } from './schemas/stock.ts';
import type { HoldState } from './values.ts';

type Rows<T> = readonly Pick<Row<T>, 'id' | 'data'>[];

/** Everything that stock has left a trace in. */
export type StockWorld = {
  readonly levels: Rows<StockLevel>;
  readonly holds: Rows<StockHold>;
  readonly moves: Rows<StockMove>;
};

/** Holds whose units count in `held`. */
export const heldStates = ['active', 'bound', 'sold'] as const satisfies readonly HoldState[];

/** What the rows that explain a level add up to. */
export type StockSums = { readonly held: number; readonly moved: number };

/** SI1 to SI3 of one product: its counters are within bounds and are what the rows say. */
export const auditLevel = (id: string, { onHand, held }: StockLevel, sums: StockSums): Finding[] => [
  ...findingsOf('SI1', id, [(held < 0 || held > onHand) && `holds ${held} of ${onHand}`]),
  ...findingsOf('SI2', id, [held !== sums.held && `holds ${held}, its holds add up to ${sums.held}`]),
  ...findingsOf('SI3', id, [onHand !== sums.moved && `has ${onHand} on hand, its moves add up to ${sums.moved}`]),
];

/** Recomputes every rule of stock from the rows alone. It reports and never repairs; right is an empty list. */
export function auditStock({ levels, holds, moves }: StockWorld): Finding[] {
  const held = sumPerProduct(
    holds.filter(({ data }) => heldStates.some((state) => state === data.state)),
    ({ qty }) => qty,
  );
  const moved = sumPerProduct(moves, ({ delta }) => delta);
  const known = new Set(levels.map(({ id }) => id));
  return [
    ...levels.flatMap(({ id, data }) => auditLevel(id, data, { held: held.get(id) ?? 0, moved: moved.get(id) ?? 0 })),
    ...[...held, ...moved].flatMap(([id]) => findingsOf('SI2', id, [!known.has(id) && 'has rows and no level'])),
  ];
}

function sumPerProduct<T extends { readonly productId: string }>(rows: Rows<T>, units: (data: T) => number) {
  const sums = new Map<string, number>();
  for (const { data } of rows) sums.set(data.productId, (sums.get(data.productId) ?? 0) + units(data));
  return sums;
}
