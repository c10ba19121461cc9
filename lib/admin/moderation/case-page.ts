import { ModerationCases } from '#lib/admin/collections.ts';
import type { ListedCase, ModerationCase } from '#lib/admin/schemas/moderation.ts';
import type { UserContext } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import { isShownTo } from './appeals.ts';
import { type CaseContext, readContext } from './case-context.ts';
import { casesOf, detailsOf, newestCasesOf } from './moderation-queue.ts';

/** The number of other cases that the page of a case shows. */
const SHOWN = 20;
/** Counting stops here. */
const MOST_COUNTED = 500;

export type CasePage = {
  readonly item: ListedCase;
  readonly context: CaseContext | null;
  /** Other cases of the same owner, the latest report first, and how many there are. */
  readonly others: { readonly cases: readonly ModerationCase[]; readonly count: number };
};

/**
 * Returns a case with what surrounds its subject and the other cases of its owner. Returns `own` for the administrator's own
 * case. Throws NotFound without a case, and for an own one that was never blocked: its owner is not shown it anywhere.
 */
export async function readCase(ctx: UserContext, entityId: string): Promise<CasePage | 'own'> {
  const row = await ctx.data.need(ModerationCases, entityId);
  if (isShownTo(ctx.user.id, row.data)) return 'own';
  if (row.data.ownerId === ctx.user.id) throw notFound(ModerationCases.label, entityId);
  const [[item], context, others] = await Promise.all([
    detailsOf(ctx, [row]),
    readContext(ctx, row.data),
    othersOf(ctx, row.data),
  ]);
  if (!item) throw new Error('a case that was read is missing');
  return { item, context, others };
}

async function othersOf({ data }: UserContext, { ownerId, entityId }: ModerationCase): Promise<CasePage['others']> {
  if (ownerId === null) return { cases: [], count: 0 };
  const [{ rows }, count] = await Promise.all([
    data.find(newestCasesOf(ownerId, SHOWN + 1)),
    data.count(casesOf(ownerId, MOST_COUNTED)),
  ]);
  const cases = rows.map((row) => row.data).filter((other) => other.entityId !== entityId);
  return { cases: cases.slice(0, SHOWN), count: Math.max(count - 1, cases.length) };
}
