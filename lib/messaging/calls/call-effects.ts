import type { Context } from '#lib/context/context.ts';
import { before } from '#lib/core/time.ts';
import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { Calls } from '#lib/messaging/collections.ts';
import { laneOf } from '#lib/messaging/conversations/access.ts';
import { missedIn, writeEnd } from './call-changes.ts';
import { callExpireTopic, callWatchTopic, promiseWatch, SILENT_MS } from './call-topics.ts';
import { tellEnded } from './tell-call.ts';

/** Ends a call nobody has answered in its time. Whoever answered or hung up in time was first, and nothing is left to do. */
async function expireCall(ctx: Context, callId: string): Promise<void> {
  const found = await ctx.data.get(Calls, callId);
  if (!found) return;
  const at = ctx.now().toISOString();
  const ended = await ctx.data.tx(
    async (t) => {
      const row = await t.get(Calls, callId);
      if (row?.data.state !== 'ringing' || row.data.expiresAt > at) return null;
      return writeEnd(t, row, { end: 'expired', at, change: await missedIn(t, row, at) });
    },
    { lane: laneOf(found.data.conversationId) },
  );
  if (ended) await tellEnded(ctx, ended);
}

/** Ends a call both sides have left without a word; looks again in a minute where anybody is still there. */
async function watchCall(ctx: Context, callId: string): Promise<void> {
  const found = await ctx.data.get(Calls, callId);
  if (found?.data.state !== 'active') return;
  const { callerId, calleeId, conversationId } = found.data;
  const live = await Promise.all([ctx.tunnel.isLive(callerId), ctx.tunnel.isLive(calleeId)]);
  const now = ctx.now();
  const at = now.toISOString();
  const ended = await ctx.data.tx(
    async (t) => {
      const row = await t.get(Calls, callId);
      if (row?.data.state !== 'active') return null;
      const silentSince = live.includes(true) ? null : (row.data.silentSince ?? at);
      if (silentSince !== null && silentSince <= before(now, SILENT_MS)) return writeEnd(t, row, { end: 'lost', at });
      t.update(Calls, callId, { silentSince });
      promiseWatch(t, callId, now);
      return null;
    },
    { lane: laneOf(conversationId) },
  );
  if (ended) await tellEnded(ctx, ended);
}

/** What becomes of calls by themselves. */
export const callEffects: readonly AnyEffect[] = [
  effect(callExpireTopic, (ctx, { callId }) => expireCall(ctx, callId)),
  effect(callWatchTopic, (ctx, { callId }) => watchCall(ctx, callId)),
];
