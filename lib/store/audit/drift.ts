import type { Context } from '#lib/context/context.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { StoreAudits } from '#lib/store/collections.ts';
import { auditsFinishedLast } from '#lib/store/queries.ts';
import type { StoreAudit } from '#lib/store/schemas/store-audit.ts';

/** What is off in the store as far as anybody knows. */
export type Drift = { readonly auditId: string; readonly found: number; readonly at: string };

/** What the last whole audit found; null where it found nothing, or there was none. */
export async function findDrift({ data }: Pick<Context, 'data'>): Promise<Drift | null> {
  const [last] = (await data.find(auditsFinishedLast(1))).rows;
  if (!last || last.data.found === 0) return null;
  return { auditId: last.id, found: last.data.found, at: last.data.finishedAt ?? last.data.startedAt };
}

/** One audit with what it has found so far; null where there is none of that id. */
export async function findAudit({ data }: Pick<Context, 'data'>, id: string): Promise<StoreAudit | null> {
  return (ID_PATTERN.test(id) && (await data.get(StoreAudits, id))?.data) || null;
}
