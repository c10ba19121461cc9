import type { UserContext } from '#lib/context/context.ts';
import { conflict, notFound } from '#lib/core/errors.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { endRinging } from '#lib/messaging/calls/notify-callee.ts';
import { Calls } from '#lib/messaging/collections.ts';
import { assertMayWrite, getMine, laneOf } from '#lib/messaging/conversations/access.ts';
import { publishChange } from '#lib/messaging/conversations/publish-change.ts';
import { assertNoBlock } from '#lib/messaging/members/blocks.ts';
import type { CallEvent, CallRow, CallSignal } from '#lib/messaging/schemas/call.ts';
import { type EndedCall, endedCallLine, heldCall, missedCallLine, writeEnd } from './call-changes.ts';
import { callTransitionOf } from './call-states.ts';
import { promiseWatch } from './call-topics.ts';
import { publishSignal } from './publish-call.ts';

/** After these signals the call no longer rings. */
const silencing: readonly CallEvent[] = ['answer', 'reject', 'busy', 'hangup'];

/** Users with a block between them may still end their call with these signals. */
const parting: readonly CallEvent[] = ['reject', 'busy', 'hangup'];

type Signalled = { readonly call: CallRow; readonly ended: EndedCall | null };

/**
 * Forwards a signal of one side to the other and updates the state of the call. The payload is not stored. `delivered`
 * is true when the other side has a connection at this moment.
 */
export async function signalCall(
  ctx: UserContext,
  conversationId: string,
  { callId, type, partyId, payload }: CallSignal,
): Promise<{ readonly delivered: boolean }> {
  assertMayWrite(ctx);
  const { call, ended } = await ctx.data.tx((t) => moveCall(ctx, t, conversationId, { callId, type, partyId }), {
    lane: laneOf(conversationId),
  });
  if (ended?.change) await publishChange(ctx, ended.change);
  const told = { callId, userId: ctx.user.id, partyId, ...(payload !== undefined && { payload }) };
  await publishSignal(ctx, conversationId, type, told);
  if (call.state === 'ringing' && silencing.includes(type)) await endRinging(ctx, callId, call);
  const otherId = call.callerId === ctx.user.id ? call.calleeId : call.callerId;
  return { delivered: await ctx.tunnel.isLive(otherId) };
}

async function moveCall(
  ctx: UserContext,
  t: Tx,
  conversationId: string,
  { callId, type }: CallSignal,
): Promise<Signalled> {
  const [, row] = await Promise.all([getMine(ctx, t, conversationId), t.get(Calls, callId)]);
  if (row?.data.conversationId !== conversationId) throw notFound(Calls.label, callId);
  const now = ctx.now();
  const { data: call } = row;
  if (!parting.includes(type)) await assertNoBlock(t, [call.callerId, call.calleeId]);
  const isOver = call.state === 'ended' || (call.state === 'ringing' && call.expiresAt <= now.toISOString());
  if (isOver) throw await endedProblem(t, row);
  const transition = callTransitionOf(call.state, type, call.callerId === ctx.user.id ? 'caller' : 'callee');
  if (!transition)
    throw conflict(`This action is not possible: the call is ${call.state}`, {
      code: 'InvalidTransition',
      details: { state: call.state },
    });

  if (transition.end !== undefined) {
    const at = now.toISOString();
    const line = call.state === 'active' ? await endedCallLine(t, row, { until: at, at }) : null;
    const missed = transition.isMissed ? await missedCallLine(t, row, at) : null;
    return { call, ended: writeEnd(t, row, { end: transition.end, at, line: line ?? missed }) };
  }
  if (transition.to !== call.state) {
    t.update(Calls, callId, { state: transition.to, answeredAt: now.toISOString() });
    promiseWatch(t, callId, now);
  }
  return { call, ended: null };
}

/**
 * Returns the error for an ended call. Its details name the call that replaced it, so that the losing side can continue
 * with that one.
 */
async function endedProblem(t: Tx, { data, id }: Row<CallRow>) {
  const held = await heldCall(t, data.conversationId);
  const replacement = held && held.id !== id ? { activeCallId: held.id } : {};
  return conflict('The call has ended', { code: 'CallEnded', details: { callId: id, ...replacement } });
}
