import type { Context } from '#lib/context/context.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { StoreAudits } from '#lib/store/collections.ts';
import { auditsFinishedLast } from '#lib/store/queries.ts';
import type { StoreAudit } from '#lib/store/schemas/store-audit.ts';

/** The number of discrepancies that the last finished audit found. */
export type Discrepancies = { readonly auditId: string; readonly found: number; readonly at: string };

/** Returns the discrepancies of the last finished audit; null when it found none, or no audit has finished. */
export async function findDiscrepancies({ data }: Pick<Context, 'data'>): Promise<Discrepancies | null> {
  const [last] = (await data.find(auditsFinishedLast(1))).rows;
  if (!last || last.data.found === 0) return null;
  return { auditId: last.id, found: last.data.found, at: last.data.finishedAt ?? last.data.startedAt };
}

/** Returns one audit with its findings so far; null when no audit has that id. */
export async function findAudit({ data }: Pick<Context, 'data'>, id: string): Promise<StoreAudit | null> {
  return (ID_PATTERN.test(id) && (await data.get(StoreAudits, id))?.data) || null;
}
