import { ModerationCases, ModerationReports } from '#lib/admin/collections.ts';
import type { ModerationCase, ReportInput } from '#lib/admin/schemas/moderation.ts';
import type { UserContext } from '#lib/context/context.ts';
import { invalid, notFound } from '#lib/core/errors.ts';
import { hashOf } from '#lib/core/ids.ts';
import { type Cursor, from } from '#lib/data/query.ts';
import type { Tx } from '#lib/data/store.ts';
import { planEffects, publishEffects } from '#lib/messaging/conversations/moderation.ts';
import { hideUntilDecided } from '#lib/store/reviews/moderate-review.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';
import { caseLane, newCase } from './moderation.ts';
import { findReadable, type Reported } from './reported.ts';
import type { ReportedType } from './values.ts';

/** The number of a user's earlier reports that decide the weight of the next one. */
const LOOKED_AT = 30;

export const reportsBy = (reporterId: string, limit: number, after?: Cursor) =>
  from(ModerationReports).where('reporterId', '==', reporterId).orderBy('createdAt', 'desc').limit(limit).after(after);

/**
 * Stores a report about an entity that the caller can read. Throws NotFound for any other. A user counts once. A
 * report reopens a dismissed case. Enough credible reports hide a message or review until a decision. After that decision it
 * takes as many new ones to hide it again.
 */
export async function report(ctx: UserContext, { entityId, reasonCode, comment }: ReportInput): Promise<void> {
  const found = await findReadable(ctx, entityId);
  if (!found) throw notFound('Entity', entityId);
  if (found.ownerId === ctx.user.id)
    throw invalid('You cannot report yourself or your own content', { entityId: 'belongs to you' });
  const weight = await weightOf(ctx);
  const now = ctx.now();
  const at = now.toISOString();
  const reportId = hashOf(entityId, ctx.user.id);

  const effects = await ctx.data.tx(
    async (t) => {
      const [row, before] = await Promise.all([t.get(ModerationCases, entityId), t.get(ModerationReports, reportId)]);
      if (before) return null;
      const after = withReport(row?.data ?? newCase(found, 'report', at), reasonCode, weight, at);
      const isEnough = isToBeHidden(after, ctx.env.MODERATION_AUTO_HIDE_REPORTS);
      const planned = isEnough ? await planHiding(ctx, t, found, now) : null;
      t.create(ModerationReports, reportId, {
        ...{ entityId, reporterId: ctx.user.id, reasonCode, comment: comment ?? null, weight, createdAt: at },
      });
      t.set(ModerationCases, entityId, { ...after, isHidden: after.isHidden || isEnough });
      planned?.write(t);
      return planned;
    },
    { lane: [caseLane(entityId), ...found.lanes] },
  );
  await effects?.publish();
  await publishOverviewChange(ctx, 'moderation');
  ctx.log('info', 'entity.reported', { entityId, reasonCode });
}

/** Reads what hides a message or review until a decision. Null when its author has deleted it meanwhile. */
async function planHiding(ctx: UserContext, t: Tx, { type, id }: Reported, now: Date) {
  if (type === 'review') {
    const planned = await hideUntilDecided(t, id, now);
    return planned && { write: (write: Tx) => planned.write(write), publish: async () => undefined };
  }
  const planned = await planEffects(t, { type: 'message', id }, now.toISOString(), now);
  return { write: (write: Tx) => planned.write(write), publish: () => publishEffects(ctx, planned) };
}

/** An entity that is down stays down. A dismissed or restored case is opened again. */
const withReport = (before: ModerationCase, reasonCode: string, weight: number, at: string): ModerationCase => ({
  ...before,
  reportCount: before.reportCount + 1,
  credibleCount: (isShown(before) ? 0 : before.credibleCount) + (weight > 0 ? 1 : 0),
  reasons: { ...before.reasons, [reasonCode]: (before.reasons[reasonCode] ?? 0) + 1 },
  score: before.score + weight,
  status: before.status === 'blocked' ? 'blocked' : 'open',
  lastReportedAt: at,
  version: before.version + 1,
});

/** True after an admin has decided to show it: earlier reports are answered and do not count again. */
const isShown = ({ status }: ModerationCase): boolean => status === 'dismissed' || status === 'restored';

const hideable: readonly ReportedType[] = ['message', 'review'];

const isToBeHidden = ({ entityType, status, isHidden, credibleCount }: ModerationCase, enough: number): boolean =>
  hideable.includes(entityType) && status === 'open' && !isHidden && enough > 0 && credibleCount >= enough;

/**
 * Returns 2 when most of the user's reports were upheld, 0 when most were dismissed, else 1. A case that ended because
 * its owner has gone says nothing about its reporters.
 */
async function weightOf({ data, user }: UserContext): Promise<number> {
  const { rows } = await data.find(reportsBy(user.id, LOOKED_AT));
  const cases = await data.getMany(ModerationCases, [...new Set(rows.map((row) => row.data.entityId))]);
  const upheld = cases.filter((decided) => decided?.data.status === 'blocked').length;
  const dismissed = cases.filter((row) => row?.data.status === 'dismissed' && row.data.decidedBy !== null).length;
  if (upheld === dismissed) return 1;
  return upheld > dismissed ? 2 : 0;
}
