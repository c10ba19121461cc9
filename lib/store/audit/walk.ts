import type { Context } from '#lib/context/context.ts';
import { DAY_MS, HOUR_MS } from '#lib/core/time.ts';
import type { AuditedRow, AuditWalk } from '#lib/store/schemas/store-audit.ts';
import { auditKinds } from '#lib/store/values.ts';
import { kinds } from './kinds.ts';

/**
 * Every row is audited again within 30 days. A walk takes three weeks, because in a growing shop a row lies further
 * back in the next walk.
 */
const WALK_MS = 21 * DAY_MS;
/** The least number of rows that an audit walks through. So a small shop is audited as a whole each time. */
const LEAST_WALKED = 100;

/** Returns the first walk. A single audit does all of it, so that no row from before the first audit is left out. */
export const firstWalk = (now: Date): AuditWalk => ({ ...walkFrom(now, null), until: null });

/** Returns the walk as the next audit continues it, up to the rows that have become due. */
export function walkOn(walk: AuditWalk, now: Date): AuditWalk {
  const share = (now.getTime() - Date.parse(walk.startedAt) + HOUR_MS) / WALK_MS;
  if (walk.size === null || share >= 1) return { ...walk, until: null };
  return { ...walk, until: Math.max(walk.walked + LEAST_WALKED, Math.ceil(walk.size * share)) };
}

const walkFrom = (now: Date, size: number | null): AuditWalk => ({
  startedAt: now.toISOString(),
  kind: 'products',
  after: null,
  walked: 0,
  // No row of a new walk is due before the next audit.
  until: 0,
  size,
});

export type Walked = { readonly rows: readonly AuditedRow[]; readonly walk: AuditWalk; readonly isDone: boolean };

/** Returns the next rows of a walk. At its end a new walk begins, and the next audit does its first part. */
export async function takeSteps(ctx: Context, walk: AuditWalk, most: number): Promise<Walked> {
  const left = walk.until === null ? most : Math.min(most, walk.until - walk.walked);
  if (left <= 0) return { rows: [], walk, isDone: true };
  const { ids, next } = await kinds[walk.kind].page(ctx, left, walk.after ?? undefined);
  const rows = ids.map((id) => ({ kind: walk.kind, id }));
  const walked = walk.walked + ids.length;
  if (next !== null) return { rows, walk: { ...walk, walked, after: next }, isDone: walked === walk.until };
  const kind = auditKinds[auditKinds.indexOf(walk.kind) + 1];
  if (kind) return { rows, walk: { ...walk, walked, kind, after: null }, isDone: false };
  return { rows, walk: walkFrom(ctx.now(), walked), isDone: true };
}
