import type { Context, UserContext } from '#lib/core/context.ts';
import { conflict, notFound } from '#lib/core/errors.ts';
import { after, DAY_MS } from '#lib/core/time.ts';
import { deadEffects, type OutboxLane, type OutboxRow, outboxLanes, outboxOf } from '#lib/data/outbox.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import { deskChanged } from '#lib/tunnel/desk.ts';
import { auditRow } from './audit.ts';
import type { EffectDecided, EffectView } from './schemas/effect.ts';

const MOST_SHOWN = 50;
/** So long one can be looked up that was set aside. */
const KEPT_MS = 90 * DAY_MS;

/** Effects that were given up, of all queues, those that wait longest first; `isMore` when others are behind them. */
export async function listDeadEffects({
  data,
}: Pick<Context, 'data'>): Promise<{ readonly effects: readonly EffectView[]; readonly isMore: boolean }> {
  const pages = await Promise.all(outboxLanes.map((lane) => data.find(deadEffects(MOST_SHOWN + 1, lane))));
  const rows = pages.flatMap((page) => page.rows).sort((a, b) => (a.data.availableAt < b.data.availableAt ? -1 : 1));
  return { effects: rows.slice(0, MOST_SHOWN).map(toEffectView), isMore: rows.length > MOST_SHOWN };
}

/**
 * Has an effect that was given up performed once more, with all its tries. Effects are idempotent: what has happened
 * after all does not happen twice. Throws NotFound, and Conflict where it is not given up or carried a secret, which is
 * gone.
 */
export const retryEffect = (ctx: UserContext, id: string): Promise<EffectDecided> =>
  decide(ctx, id, 'effect.retried', ({ payload }, now) => {
    if (payload === null)
      throw conflict('It carried a secret, which was emptied with its last try', { code: 'InvalidTransition' });
    return { status: 'waiting', attempts: 0, availableAt: now.toISOString() };
  });

/** Takes an effect that was given up off the list of what waits for a person. It is not performed. */
export const dismissEffect = (ctx: UserContext, id: string): Promise<EffectDecided> =>
  decide(ctx, id, 'effect.dismissed', (_, now) => ({ status: 'dismissed', expiresAt: after(now, KEPT_MS) }));

type Change = (row: OutboxRow, now: Date) => Partial<OutboxRow>;

async function decide(ctx: UserContext, id: string, action: string, change: Change): Promise<EffectDecided> {
  const now = ctx.now();
  const effect = await ctx.data.tx(
    async (t) => {
      const { lane, row } = await findEffect(t, id);
      if (row.data.status !== 'dead') throw conflict('This effect is not given up', { code: 'InvalidTransition' });
      const data = { ...row.data, ...change(row.data, now) };
      t.set(outboxOf(lane), id, data);
      const { topic, status, attempts } = row.data;
      const act = { action, targetType: 'effect', targetId: id, before: { status, attempts } };
      auditRow(t, ctx, { ...act, after: { status: data.status, topic }, now });
      return toEffectView({ id, data });
    },
    { lane: `outbox/${id}` },
  );
  await deskChanged(ctx, 'outbox');
  return { success: true, effect };
}

async function findEffect(t: Pick<Reader, 'get'>, id: string) {
  for (const lane of outboxLanes) {
    const row = await t.get(outboxOf(lane), id);
    if (row) return { lane, row } satisfies { readonly lane: OutboxLane; readonly row: Row<OutboxRow> };
  }
  throw notFound('Effect', id);
}

const toEffectView = ({ id, data }: Pick<Row<OutboxRow>, 'id' | 'data'>): EffectView => ({
  id,
  topic: data.topic,
  status: data.status,
  createdAt: data.createdAt,
  attempts: data.attempts,
  lastError: data.lastError,
  canRetry: data.payload !== null,
});
