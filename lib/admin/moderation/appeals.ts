import { ModerationCases } from '#lib/admin/collections.ts';
import type { AppealInput, Decision, ModerationCase, ModerationItem, OwnCase } from '#lib/admin/schemas/moderation.ts';
import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { conflict, notFound } from '#lib/core/errors.ts';
import { idText } from '#lib/core/ids.ts';
import { type Cursor, from } from '#lib/data/query.ts';
import { promiseExamination } from '#lib/store/reviews/topics.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';
import { assertFreshCase, assertNotOwnCase, assertRepeated, caseLane, notifyOwner } from './moderation.ts';
import { itemsOf } from './moderation-queue.ts';
import { findDecidable } from './reported.ts';
import type { CaseStatus } from './values.ts';

/** The statuses that an owner is shown. That somebody has reported them is never shown. */
const shownToOwner: readonly CaseStatus[] = ['blocked', 'restored'];

export const isShownTo = (userId: string, { ownerId, status }: ModerationCase): boolean =>
  ownerId === userId && shownToOwner.includes(status);

/** Decided cases about the entities of one owner, the latest decision first. */
export const ownCasesOf = (ownerId: string, limit: number, after?: Cursor) =>
  from(ModerationCases)
    .where('ownerId', '==', ownerId)
    .where('status', 'in', shownToOwner)
    .orderBy('decidedAt', 'desc')
    .limit(limit)
    .after(after);

const ownCaseOf = (row: ModerationCase): OwnCase => {
  const { entityId, entityType, title, excerpt, status, reason, decidedAt, appealState, appeal } = row;
  return {
    ...{ entityId, entityType, title, excerpt, status, reason, decidedAt, appealState },
    canAppeal: status === 'blocked' && appealState === 'none',
    appeal: appeal && { text: appeal.text, at: appeal.at, decidedAt: appeal.decidedAt, reason: appeal.reason },
  };
};

/** Lists the caller's entities that were taken down or restored. */
export async function listOwnCases(
  { data, user }: UserContext,
  { limit, cursor }: { readonly limit: number; readonly cursor?: Cursor | undefined },
) {
  const { rows, next } = await data.find(ownCasesOf(user.id, limit, cursor));
  return { cases: rows.map((row) => ownCaseOf(row.data)), nextCursor: next };
}

/** Returns one case of the caller as they read it. Null for another person's, and for one never blocked. */
export async function findOwnCase({ data, user }: UserContext, entityId: string): Promise<OwnCase | null> {
  const row = idText.safeParse(entityId).success ? await data.get(ModerationCases, entityId) : undefined;
  return row && isShownTo(user.id, row.data) ? ownCaseOf(row.data) : null;
}

/** Appeals once against the block of an own entity. Throws NotFound for another person's, and for one never blocked. */
export async function appealBlock(ctx: UserContext, { entityId, text }: AppealInput): Promise<OwnCase> {
  const at = ctx.now().toISOString();
  const after = await ctx.data.tx(
    async (t) => {
      const row = await t.get(ModerationCases, entityId);
      if (!row || !isShownTo(ctx.user.id, row.data)) throw notFound(ModerationCases.label, entityId);
      assertMayAppeal(row.data);
      const appeal = { text, at, decidedAt: null, decidedBy: null, reason: null };
      const appealed: ModerationCase = {
        ...row.data,
        ...{ appealState: 'open', appealedAt: at, appeal },
        version: row.data.version + 1,
      };
      t.set(ModerationCases, entityId, appealed);
      return appealed;
    },
    { lane: [caseLane(entityId)] },
  );
  await publishOverviewChange(ctx, 'moderation');
  ctx.log('info', 'entity.appealed', { entityId });
  return ownCaseOf(after);
}

function assertMayAppeal({ status, appealState }: ModerationCase): void {
  if (status !== 'blocked') throw conflict('This is not blocked', { code: 'NotBlocked' });
  if (appealState === 'open') throw conflict('Your appeal is being reviewed', { code: 'AppealOpen' });
  if (appealState !== 'none') throw conflict('This appeal has been decided', { code: 'AppealDecided' });
}

/** Rejects the open appeal against a block. The block stays. An appeal that was rejected already stays so. */
export async function upholdBlock(ctx: UserContext, decision: Decision): Promise<ModerationItem> {
  const { entityId, reason = '', version } = decision;
  const now = ctx.now();
  const at = now.toISOString();
  const found = await findDecidable(ctx.data, entityId);
  if (!found) throw notFound(ModerationCases.label, entityId);
  const act = { action: 'entity.appeal-upheld', targetType: found.type, targetId: entityId, reason };

  const { row, isNew } = await auditRefusal(ctx, act, () =>
    ctx.data.tx(
      async (t) => {
        const known = await t.get(ModerationCases, entityId);
        assertNotOwnCase(ctx, known?.data ?? found);
        if (!known) throw notFound(ModerationCases.label, entityId);
        const before = known.data;
        if (before.appealState === 'upheld') {
          assertRepeated(before, before.appeal?.reason, decision);
          return { row: before, isNew: false };
        }
        assertFreshCase(before, version);
        if (before.appealState !== 'open' || !before.appeal)
          throw conflict('No appeal is open', { code: 'NoOpenAppeal' });
        const after: ModerationCase = {
          ...before,
          appealState: 'upheld',
          appeal: { ...before.appeal, decidedAt: at, decidedBy: ctx.user.id, reason },
          version: before.version + 1,
        };
        notifyOwner(t, after, 'moderation.appeal_upheld', now);
        // What the author has written anew meanwhile waited for this answer.
        if (found.type === 'review') promiseExamination(t, entityId, now);
        t.set(ModerationCases, entityId, after);
        const states = { before: { appealState: before.appealState }, after: { appealState: after.appealState } };
        auditRow(t, ctx, { ...act, ...states, now });
        return { row: after, isNew: true };
      },
      { lane: [caseLane(entityId)] },
    ),
  );
  if (isNew) await publishOverviewChange(ctx, 'moderation');
  const [item] = await itemsOf(ctx, [{ data: row }]);
  if (!item) throw new Error('a decided case is missing');
  return item;
}
