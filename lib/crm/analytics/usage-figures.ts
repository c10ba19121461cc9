import type { Context } from '#lib/context/context.ts';
import type { UsageFigures } from '#lib/crm/schemas/analytics.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import { type Span, usageWithin } from './queries.ts';
import { addUsage, noUsage, usageOfCall } from './usage-sums.ts';

const PAGE = 200;

/**
 * Returns the totals of the model calls within a span. Only calls of the inbox count, not those of the shop's agent.
 */
export async function usageFiguresWithin({ data }: Pick<Context, 'data'>, span: Span): Promise<UsageFigures> {
  let figures: UsageFigures = noUsage;
  for await (const rows of pagesOf(data, (after) => usageWithin(span, PAGE, after)))
    figures = addUsage([figures, ...rows.map((row) => usageOfCall(row.data))]);
  return figures;
}
