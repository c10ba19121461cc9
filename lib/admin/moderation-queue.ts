import { Users } from '#lib/auth/collections.ts';
import type { Context } from '#lib/core/context.ts';
import { type Cursor, from } from '#lib/data/query.ts';
import type { Row } from '#lib/data/store.ts';
import { ModerationCases } from './collections.ts';
import type { ModerationCase, ModerationItem, ModerationQuery } from './schemas/moderation.ts';
import type { ReportedType } from './values.ts';

/** Cases that wait, the weightiest first, of those the oldest. */
export function openCases(entityType: ReportedType | undefined, limit: number, after?: Cursor) {
  const open = from(ModerationCases).where('status', '==', 'open');
  return (entityType === undefined ? open : open.where('entityType', '==', entityType))
    .orderBy('score', 'desc')
    .orderBy('firstReportedAt')
    .limit(limit)
    .after(after);
}

/** What waits for a decision. */
export async function listCases(ctx: Context, { entityType, limit, cursor }: ModerationQuery) {
  const { rows, next } = await ctx.data.find(openCases(entityType, limit, cursor));
  return { items: await itemsOf(ctx, rows), nextCursor: next };
}

/** Cases as the desk sees them, with the present names of those whose things they are. */
export async function itemsOf(
  { data }: Pick<Context, 'data'>,
  rows: readonly Pick<Row<ModerationCase>, 'data'>[],
): Promise<ModerationItem[]> {
  const owners = await data.getMany(
    Users,
    rows.map((row) => row.data.ownerId),
  );
  return rows.map((row, at) => {
    const { credibleCount: _, isHidden: __, reason: ___, decidedBy: ____, decidedAt: _____, ...shown } = row.data;
    return { ...shown, ownerName: owners[at]?.data.name ?? null };
  });
}
