import type { Context } from '#lib/context/context.ts';
import { before } from '#lib/core/time.ts';
import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { Calls } from '#lib/messaging/collections.ts';
import { laneOf } from '#lib/messaging/conversations/access.ts';
import type { CallRow } from '#lib/messaging/schemas/call.ts';
import { type EndedCall, endedCallLine, missedCallLine, writeEnd } from './call-changes.ts';
import { callExpireTopic, callWatchTopic, GONE_MS, promiseLook, promiseWatch } from './call-topics.ts';
import { publishCallEnd } from './publish-call.ts';

/** Ends a call that was not answered in time. Does nothing if it was answered or ended before. */
async function expireCall(ctx: Context, callId: string): Promise<void> {
  const found = await ctx.data.get(Calls, callId);
  if (!found) return;
  const at = ctx.now().toISOString();
  const ended = await ctx.data.tx(
    async (t) => {
      const row = await t.get(Calls, callId);
      if (row?.data.state !== 'ringing' || row.data.expiresAt > at) return null;
      return writeEnd(t, row, { end: 'expired', at, line: await missedCallLine(t, row, at) });
    },
    { lane: laneOf(found.data.conversationId) },
  );
  if (ended) await publishCallEnd(ctx, ended);
}

/**
 * Ends a call when a side it needs is gone without a signal: the caller while it rings, either side afterwards. A
 * callee who is called by push has no connection yet and does not count as gone.
 */
async function watchCall(ctx: Context, callId: string): Promise<void> {
  const found = await ctx.data.get(Calls, callId);
  if (!found || found.data.state === 'ended') return;
  const { callerId, calleeId, conversationId } = found.data;
  const [hasCaller, hasCallee] = await Promise.all([ctx.tunnel.isLive(callerId), ctx.tunnel.isLive(calleeId)]);
  const now = ctx.now();
  const ended = await ctx.data.tx(
    async (t) => {
      const row = await t.get(Calls, callId);
      if (!row || row.data.state === 'ended') return null;
      const isActive = row.data.state === 'active';
      return hasCaller && (hasCallee || !isActive) ? keepOn(t, row, now) : missSide(t, row, now);
    },
    { lane: laneOf(conversationId) },
  );
  if (ended) await publishCallEnd(ctx, ended);
}

function keepOn(t: Tx, { id, data }: Row<CallRow>, now: Date): null {
  if (data.silentSince !== null) t.update(Calls, id, { silentSince: null });
  if (data.state === 'active') promiseWatch(t, id, now);
  return null;
}

async function missSide(t: Tx, row: Row<CallRow>, now: Date): Promise<EndedCall | null> {
  const at = now.toISOString();
  const { state, silentSince } = row.data;
  if (silentSince !== null && silentSince <= before(now, GONE_MS)) {
    const line =
      state === 'active' ? await endedCallLine(t, row, { until: silentSince, at }) : await missedCallLine(t, row, at);
    return writeEnd(t, row, { end: 'gone', at, line });
  }
  t.update(Calls, row.id, { silentSince: silentSince ?? at });
  promiseLook(t, row.id, now);
  return null;
}

/** The effects that end calls without a request. */
export const callEffects: readonly AnyEffect[] = [
  effect(callExpireTopic, (ctx, { callId }) => expireCall(ctx, callId)),
  effect(callWatchTopic, (ctx, { callId }) => watchCall(ctx, callId)),
];
