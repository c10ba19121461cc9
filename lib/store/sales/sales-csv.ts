import type { Context } from '#lib/context/context.ts';
import { type Cell, csvLines, csvOf } from '#lib/core/csv.ts';
import { amountText } from '#lib/core/money.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import { Products } from '#lib/store/collections.ts';
import type { SalesRange } from '#lib/store/schemas/sales.ts';
import { daysOfGoods } from './queries.ts';
import { firstDayOf } from './sale-days.ts';

const head = ['date', 'productId', 'title', 'currency', 'units', 'gross'];
const PAGE = 200;

/** Streams what a vendor's products sold, by UTC day, product and currency, the oldest day first. */
export async function* exportSales(ctx: Context, vendorId: string, range: SalesRange): AsyncGenerator<string> {
  yield csvOf(head, []);
  const first = firstDayOf(range, ctx.now());
  for await (const rows of pagesOf(ctx.data, (after) => daysOfGoods(vendorId, first, PAGE, after))) {
    const products = await ctx.data.getMany(
      Products,
      rows.map(({ data }) => data.productId),
    );
    yield csvLines(
      rows.flatMap(({ data: { date, productId, unitsBy, sums } }, at) =>
        Object.entries(sums).map(([currency, minor]): Cell[] => [
          ...[date, productId, products[at]?.data.title ?? '', currency],
          ...[unitsBy[currency] ?? 0, amountText(minor, currency)],
        ]),
      ),
    );
  }
}
