import type { EffectDecided, EffectView } from '#lib/admin/schemas/effect.ts';
import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { conflict, notFound } from '#lib/core/errors.ts';
import { after, DAY_MS, hourOf } from '#lib/core/time.ts';
import { effectsGivenUp, type OutboxRow, outboxOf } from '#lib/data/outbox.ts';
import { rowOwner } from '#lib/data/outbox-owner.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import { type OutboxLane, outboxLanes } from '#lib/data/values.ts';
import { notificationMailTopic, pushTopic } from '#lib/notifications/topics.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';
import { aboutOf } from './effect-about.ts';
import { notifyOperators } from './notify-operators.ts';
import { type EffectRetryBar, type EffectState, effectStates } from './values.ts';

/** How long a dismissed effect can be retried. Not longer, because it may contain personal data. */
const RETRYABLE_MS = 7 * DAY_MS;

/**
 * Effects that recognize a repeat for only thirty days: then their deliveries are deleted. All others recognize it by
 * rows that stay, or are harmless when repeated.
 */
const forgetful: ReadonlySet<string> = new Set([pushTopic.name, notificationMailTopic.name]);

/**
 * How long after its creation such an effect can be retried. The first try, and so the first delivery, cannot be
 * earlier. One day less than thirty leaves time for all tries of a retry.
 */
const RETRIED_WITHIN_MS = 29 * DAY_MS;

type EffectsWanted = {
  readonly lane: OutboxLane;
  readonly state?: EffectState;
  readonly limit: number;
  readonly cursor?: Cursor | undefined;
};
export type EffectPage = { readonly effects: readonly EffectView[]; readonly nextCursor: Cursor | null };

/** Lists a page of the effects of one queue that were given up or dismissed, the earliest first. */
export async function listDeadEffects(
  { data, now }: Pick<Context, 'data' | 'now'>,
  { lane, state = 'dead', limit, cursor }: EffectsWanted,
): Promise<EffectPage> {
  const { rows, next } = await data.find(effectsGivenUp(state, limit, lane, cursor));
  const at = now();
  return { effects: rows.map((row) => toEffectView(row, at)), nextCursor: next };
}

/**
 * Notifies superadmins that an effect of a queue was given up. They get one notification until no effect waits any
 * more. Of several that die together any may be read first, so the hour is the key.
 */
export async function notifyOfDeadEffects(ctx: Context, lane: OutboxLane): Promise<void> {
  const { rows } = await ctx.data.find(effectsGivenUp('dead', 1, lane));
  const [first] = rows;
  if (!first) return;
  const key = `${lane}:${hourOf(first.data.availableAt)}`;
  await notifyOperators(ctx, { template: 'operator.effects_dead', actionUrl: '/admin/processes', key });
}

/** Counts the given-up effects of each queue, at most `most` each. */
export async function countDeadEffects({ data }: Pick<Context, 'data'>, most: number): Promise<LaneCounts> {
  const counted = outboxLanes.map(
    async (lane) => [lane, await data.count(effectsGivenUp('dead', most, lane))] as const,
  );
  return Object.fromEntries(await Promise.all(counted)) as LaneCounts; // one for each lane
}
export type LaneCounts = Readonly<Record<OutboxLane, number>>;

/** Returns the requested queue. Without a request it returns the first queue with waiting effects. */
export const laneFor = (asked: unknown, counts: LaneCounts): OutboxLane =>
  outboxLanes.find((known) => known === asked) ?? outboxLanes.find((lane) => counts[lane] > 0) ?? 'common';

/**
 * Obligations that only this effect still carries: nothing else would notice that they were not met. Excluded are
 * news, and effects that the next cause, a process, a rebuilt index or the user's own page repairs.
 */
const obligations: ReadonlySet<string> = new Set([
  'user.purge',
  'crm.drop-files',
  'crm.merge',
  'group.over',
  'session.ended',
  // A call that both sides have left holds its conversation until this effect ends it: no other call gets through.
  'call.watch',
]);

/**
 * Retries an effect that was given up or dismissed, with a fresh set of attempts. Effects are idempotent: one that
 * did happen does not happen twice. A waiting, running or done effect is returned as it is. Throws NotFound. Throws
 * Conflict when another admin has decided since it was `shown`, when its secret is gone, or when it is too old to
 * recognize a repeat.
 */
export const retryEffect = (ctx: UserContext, id: string, shown: EffectState): Promise<EffectDecided> =>
  decide(ctx, id, {
    action: 'effect.retried',
    isReached: (status) => status === 'waiting' || status === 'leased' || status === 'done',
    from: effectStates,
    change: (row, now) => {
      if (row.status !== shown) throw decidedSince(row);
      const bar = retryBarOf(row, now);
      if (bar === 'emptied') throw conflict('The data of this task was deleted after its last attempt', impossible);
      if (bar === 'too_old') throw conflict('This task is too old to retry', { code: 'EffectTooOld' });
      return { status: 'waiting', owner: rowOwner(), attempts: 0, availableAt: now.toISOString(), expiresAt: null };
    },
  });

/**
 * Dismisses an effect that was given up: it leaves the list and is not performed. For seven days it can still be
 * retried. A dismissed effect is returned as it is. Throws NotFound. Throws Conflict when it is not given up or when
 * nothing else would meet its obligation.
 */
export const dismissEffect = (ctx: UserContext, id: string, reason: string): Promise<EffectDecided> =>
  decide(ctx, id, {
    action: 'effect.dismissed',
    reason,
    isReached: (status) => status === 'dismissed',
    from: ['dead'],
    change: ({ topic }, now) => {
      if (obligations.has(topic))
        throw conflict('This task cannot be dismissed, because nothing else would do its work: retry it', {
          code: 'EffectOwed',
        });
      return { status: 'dismissed', expiresAt: after(now, RETRYABLE_MS) };
    },
  });

const decidedSince = ({ status }: OutboxRow) =>
  conflict(
    status === 'dismissed'
      ? 'Someone else has dismissed this task: look under Dismissed'
      : 'Someone else has retried this task, and it failed again',
    { code: 'EffectChanged', details: { status } },
  );

const impossible = { code: 'InvalidTransition' } as const;

type Decision = {
  readonly action: string;
  readonly reason?: string;
  /** Whether the effect is already in the wanted state, so that nothing is to do. */
  readonly isReached: (status: OutboxRow['status']) => boolean;
  readonly from: readonly OutboxRow['status'][];
  readonly change: (row: OutboxRow, now: Date) => Partial<OutboxRow>;
};

async function decide(
  ctx: UserContext,
  id: string,
  { isReached, from, change, ...act }: Decision,
): Promise<EffectDecided> {
  const now = ctx.now();
  const target = { ...act, targetType: 'effect', targetId: id };
  const { effect, isChanged } = await auditRefusal(ctx, target, () =>
    ctx.data.tx(
      async (t) => {
        const { lane, row } = await findEffect(t, id);
        const { topic, status, attempts } = row.data;
        if (isReached(status)) return { effect: toEffectView(row, now), isChanged: false };
        if (!from.includes(status)) throw conflict('This task has not failed', impossible);
        const data = { ...row.data, ...change(row.data, now) };
        t.set(outboxOf(lane), id, data);
        const about = aboutOf(row.data.payload);
        const facts = { before: { status, attempts }, after: { status: data.status, topic, ...about } };
        auditRow(t, ctx, { ...target, ...facts, now });
        return { effect: toEffectView({ id, data }, now), isChanged: true };
      },
      { lane: `outbox/${id}` },
    ),
  );
  if (isChanged) await publishOverviewChange(ctx, 'outbox');
  return { success: true, effect };
}

/** Returns an effect from any queue. Throws NotFound. */
export const getEffect = ({ data }: Pick<Context, 'data'>, id: string) => findEffect(data, id);

async function findEffect(t: Pick<Reader, 'get'>, id: string) {
  for (const lane of outboxLanes) {
    const row = await t.get(outboxOf(lane), id);
    if (row) return { lane, row } satisfies { readonly lane: OutboxLane; readonly row: Row<OutboxRow> };
  }
  throw notFound('Effect', id);
}

function retryBarOf({ topic, payload, createdAt }: OutboxRow, now: Date): EffectRetryBar | null {
  if (payload === null) return 'emptied';
  const isOld = after(new Date(createdAt), RETRIED_WITHIN_MS) < now.toISOString();
  return isOld && forgetful.has(topic) ? 'too_old' : null;
}

const toEffectView = ({ id, data }: Pick<Row<OutboxRow>, 'id' | 'data'>, now: Date): EffectView => ({
  id,
  topic: data.topic,
  status: data.status,
  createdAt: data.createdAt,
  attempts: data.attempts,
  lastError: data.lastError,
  about: aboutOf(data.payload),
  retryBar: retryBarOf(data, now),
  canDismiss: data.status === 'dead' && !obligations.has(data.topic),
});
