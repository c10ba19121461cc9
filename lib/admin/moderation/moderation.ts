import { ModerationCases } from '#lib/admin/collections.ts';
import type { Decision, ModerationCase, ModerationItem } from '#lib/admin/schemas/moderation.ts';
import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { conflict, forbidden, notFound } from '#lib/core/errors.ts';
import type { Writer } from '#lib/data/store.ts';
import { promiseNotification } from '#lib/notifications/write/create.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';
import { type DecisionEffects, planDecision } from './effects.ts';
import { itemsOf } from './moderation-queue.ts';
import { findDecidable, type Reported } from './reported.ts';
import type { CaseStatus } from './values.ts';

/** Returns a case without a decision. Its first change makes it version 1. */
export const newCase = (found: Reported, source: ModerationCase['source'], at: string): ModerationCase => ({
  entityType: found.type,
  entityId: found.id,
  ownerId: found.ownerId,
  title: found.title,
  excerpt: found.excerpt,
  reportCount: 0,
  credibleCount: 0,
  reasons: {},
  score: 0,
  source,
  status: 'open',
  isHidden: false,
  reason: null,
  firstReportedAt: at,
  lastReportedAt: at,
  decidedBy: null,
  decidedAt: null,
  appealState: 'none',
  appealedAt: null,
  appeal: null,
  version: 0,
});

type Verdict = {
  readonly to: Exclude<CaseStatus, 'open'>;
  readonly from: readonly CaseStatus[];
  readonly action: string;
};

const verdicts = {
  block: { to: 'blocked', from: ['open', 'dismissed', 'restored'], action: 'entity.blocked' },
  dismiss: { to: 'dismissed', from: ['open'], action: 'entity.dismissed' },
  restore: { to: 'restored', from: ['blocked'], action: 'entity.restored' },
} as const satisfies Record<string, Verdict>;

export const caseLane = (entityId: string): string => `moderation_cases/${entityId}`;

/**
 * Takes an entity down, with or without reports about it. An entity that is already down stays so. A case outlives
 * its entity.
 */
export const blockEntity = (ctx: UserContext, decision: Decision): Promise<ModerationItem> =>
  decide(ctx, verdicts.block, decision);
/** Leaves a reported entity as it is, and shows it again if reports had hidden it. */
export const dismissEntity = (ctx: UserContext, decision: Decision): Promise<ModerationItem> =>
  decide(ctx, verdicts.dismiss, decision);
/** Restores exactly what was taken down. The case keeps the reason of the block. */
export const restoreEntity = (ctx: UserContext, decision: Decision): Promise<ModerationItem> =>
  decide(ctx, verdicts.restore, decision);

async function decide(ctx: UserContext, verdict: Verdict, decision: Decision): Promise<ModerationItem> {
  const { entityId, reason, version } = decision;
  const now = ctx.now();
  const at = now.toISOString();
  const missing = () => notFound(verdict.to === 'blocked' ? 'Entity' : ModerationCases.label, entityId);
  const found = await findDecidable(ctx.data, entityId);
  if (!found) throw missing();
  const act = { action: verdict.action, targetType: found.type, targetId: entityId, reason };

  const { row, effects } = await auditRefusal(ctx, act, () =>
    ctx.data.tx(
      async (t) => {
        const known = await t.get(ModerationCases, entityId);
        // Comes first: an owner is not to learn from the refusal whether there is a case.
        assertNotOwnCase(ctx, known?.data ?? found);
        if (!known && (verdict.to !== 'blocked' || found.isGone)) throw missing();
        const before = known?.data ?? newCase(found, 'admin', at);
        if (known && before.status === verdict.to && verdict.to === 'blocked') {
          assertRepeated(before, before.reason, decision);
          return { row: before, effects: null };
        }
        if (known) assertFreshCase(before, version);
        assertMay(verdict, before.status);
        const planned = await planDecision(ctx, t, found, { to: verdict.to, reason: reason ?? null, before, now });
        const { vendorWas: _, productWas: __, reviewHeldFor: ___, ...unchanged } = before;
        const after: ModerationCase = {
          ...unchanged,
          ...{ status: verdict.to, isHidden: false, decidedBy: ctx.user.id, decidedAt: at },
          reason: verdict.to === 'restored' ? before.reason : (reason ?? null),
          ...planned.noted,
          ...appealAfter(verdict.to, before, { by: ctx.user.id, at, reason: reason ?? null }),
          version: before.version + 1,
        };
        planned.write(t);
        // The owner is not notified of the restoration of an entity that they have deleted, unless it answers them.
        const isAnswer = before.appealState === 'open';
        if (!found.isGone || verdict.to === 'blocked' || isAnswer)
          notifyOwner(t, after, templateOf(after, isAnswer, planned), now);
        t.set(ModerationCases, entityId, after);
        auditRow(t, ctx, { ...act, before: { status: before.status }, after: { status: after.status }, now });
        return { row: after, effects: planned };
      },
      { lane: [caseLane(entityId), ...found.lanes] },
    ),
  );
  if (effects) {
    await effects.publish();
    await publishOverviewChange(ctx, 'moderation');
  }
  const [item] = await itemsOf(ctx, [{ data: row }]);
  if (!item) throw new Error('a decided case is missing');
  return item;
}

const blocked = {
  product: 'moderation.product_blocked',
  review: 'moderation.review_blocked',
  message: 'moderation.message_blocked',
  attachment: 'moderation.file_blocked',
  profile: 'moderation.profile_blocked',
  vendor: 'moderation.vendor_blocked',
} as const;
const restored = {
  product: 'moderation.product_restored',
  review: 'moderation.review_restored',
  message: 'moderation.restored',
  attachment: 'moderation.restored',
  profile: 'moderation.profile_restored',
  vendor: 'moderation.vendor_restored',
} as const;

const granted = ['moderation.appeal_granted', 'moderation.appeal_granted_still_down'] as const;
const answers = [...granted, 'moderation.appeal_upheld'] as const;

/** Says what the owner reads when their entity is taken down or restored. A dismissed report sends nothing. */
const templateOf = (
  { status, entityType }: ModerationCase,
  isAnswer: boolean,
  { isStillDown, isWaiting }: Pick<DecisionEffects, 'isStillDown' | 'isWaiting'>,
) => {
  if (isAnswer) return granted[isStillDown ? 1 : 0];
  if (status !== 'blocked' && status !== 'restored') return null;
  if (isStillDown) return 'moderation.vendor_still_down';
  // A review that waits again is not visible yet.
  if (isWaiting) return null;
  return (status === 'blocked' ? blocked : restored)[entityType];
};

type Template = NonNullable<ReturnType<typeof templateOf>> | (typeof answers)[number];

/** Notifies the owner with the reason, and leads to the case among their own. */
export function notifyOwner(
  write: Writer,
  { entityId, ownerId, reason, appeal, version }: ModerationCase,
  template: Template | null,
  now: Date,
): void {
  if (template === null || ownerId === null) return;
  const answer = answers.some((one) => one === template) ? appeal?.reason : reason;
  promiseNotification(
    write,
    {
      userId: ownerId,
      type: 'SYSTEM',
      template,
      params: { reason: answer ?? '' },
      data: { entityId, actionUrl: `/account/appeals?case=${entityId}#${entityId}` },
      source: 'moderation',
      key: `${entityId}:${version}`,
    },
    now,
  );
}

/** Throws OwnCase for an admin's own message, file, shop or account. */
export function assertNotOwnCase({ user }: UserContext, { ownerId }: Pick<ModerationCase, 'ownerId'>): void {
  if (ownerId === user.id) throw forbidden('Another administrator must decide your own case', { code: 'OwnCase' });
}

/** Throws if the admin has decided on the base of an older version of the case. */
export function assertFreshCase(row: ModerationCase, version: number | undefined): void {
  if (version !== undefined && version !== row.version)
    throw conflict('Someone else has changed this case', { code: 'StaleVersion' });
}

/**
 * Throws StaleVersion for a repeated decision with other words on a version before the first: they came second and would be
 * lost in silence.
 */
export function assertRepeated(row: ModerationCase, said: string | null | undefined, decision: Decision): void {
  if (said !== (decision.reason ?? null)) assertFreshCase(row, decision.version);
}

/** A restore grants an open appeal. A new block may be appealed again, whatever became of an earlier appeal. */
function appealAfter(
  to: CaseStatus,
  { appealState, appeal }: ModerationCase,
  { by, at, reason }: { readonly by: string; readonly at: string; readonly reason: string | null },
): Partial<ModerationCase> {
  if (to === 'blocked') return { appealState: 'none', appealedAt: null, appeal: null };
  if (to !== 'restored' || appealState !== 'open' || !appeal) return {};
  return { appealState: 'granted', appeal: { ...appeal, decidedAt: at, decidedBy: by, reason } };
}

function assertMay({ to, from }: Verdict, status: CaseStatus): void {
  if (!from.includes(status))
    throw conflict(`A case that is ${status} cannot be ${to}`, { code: 'InvalidTransition', details: { status } });
}
