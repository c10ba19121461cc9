import type { UserContext } from '#lib/context/context.ts';
import { conflict, invalid } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import { after } from '#lib/core/time.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { CallSlots, Calls } from '#lib/messaging/collections.ts';
import { assertMayWrite, getMine, laneOf } from '#lib/messaging/conversations/access.ts';
import { isMuted } from '#lib/messaging/conversations/views.ts';
import { assertNoBlock } from '#lib/messaging/members/blocks.ts';
import { memberRowsOf } from '#lib/messaging/members/members.ts';
import type { CallInvite, CallInvited, CallRow } from '#lib/messaging/schemas/call.ts';
import type { Conversation } from '#lib/messaging/schemas/conversation.ts';
import { type EndedCall, heldCall, missedCallLine, writeEnd } from './call-changes.ts';
import { winsGlare } from './call-states.ts';
import { promiseExpiry } from './call-topics.ts';
import { publishCallEnd, publishInvite } from './publish-call.ts';

export type Invited = { readonly created: boolean; readonly answer: CallInvited };

/**
 * Calls the other of two users. A conversation has one call at a time. When both call at once, the lesser id wins and
 * the loser gets the id of the winning call. A repeat of the same id by the same caller returns the same call.
 */
export async function inviteCall(ctx: UserContext, conversationId: string, invite: CallInvite): Promise<Invited> {
  assertMayWrite(ctx);
  const now = ctx.now();
  const id = invite.callId ?? newId('call');
  const done = await ctx.data.tx(
    async (t) => {
      const [{ row }, known] = await Promise.all([getMine(ctx, t, conversationId), t.get(Calls, id)]);
      const calleeId = calleeIn(row, ctx.user.id);
      if (known) return { call: repeatOf(known, conversationId, ctx.user.id), ended: null, called: null };
      await assertNoBlock(t, row.data.participantIds);
      const [callee] = await memberRowsOf(t, conversationId, [calleeId]);
      const called = { isListed: row.data.listed, isMuted: callee !== undefined && isMuted(callee, now) };
      const call: CallRow = {
        conversationId,
        callerId: ctx.user.id,
        calleeId,
        media: invite.media,
        state: 'ringing',
        createdAt: now.toISOString(),
        expiresAt: after(now, invite.lifetimeMs),
        ...{ answeredAt: null, endedAt: null, endReason: null, silentSince: null },
      };
      const ended = await makeWay(t, id, call);
      t.create(Calls, id, call);
      t.set(CallSlots, conversationId, { callId: id });
      promiseExpiry(t, id, call.expiresAt, now);
      return { call, ended, called };
    },
    { lane: laneOf(conversationId) },
  );
  if (done.ended) await publishCallEnd(ctx, done.ended);
  if (done.called) await publishInvite(ctx, { id, call: done.call, sdp: invite.sdp }, done.called);
  const { expiresAt } = done.call;
  return { created: done.called !== null, answer: { callId: id, expiresAt, iceServers: ctx.env.CALL_ICE_SERVERS } };
}

function calleeIn({ data }: Row<Conversation>, callerId: string): string {
  const [calleeId, ...more] = data.participantIds.filter((id) => id !== callerId);
  if (data.type !== 'direct' || calleeId === undefined || more.length > 0)
    throw invalid('Calls are possible only in a direct conversation of two people', {
      id: 'is not a direct conversation',
    });
  return calleeId;
}

function repeatOf({ id, data }: Row<CallRow>, conversationId: string, callerId: string): CallRow {
  if (data.conversationId !== conversationId || data.callerId !== callerId)
    throw conflict('This call id is already in use', { code: 'CallIdTaken' });
  if (data.state === 'ended') throw conflict('The call has ended', { code: 'CallEnded', details: { callId: id } });
  return data;
}

/** Ends the conversation's current call if the new call may replace it, else rejects the new call. */
async function makeWay(
  t: Tx,
  newCallId: string,
  { conversationId, callerId, createdAt: at }: CallRow,
): Promise<EndedCall | null> {
  const held = await heldCall(t, conversationId);
  if (!held) return null;
  const isRinging = held.data.state === 'ringing';
  // The call has expired, but its expiry effect has not run yet.
  if (isRinging && held.data.expiresAt <= at)
    return writeEnd(t, held, { end: 'expired', at, line: await missedCallLine(t, held, at) });
  if (isRinging && held.data.callerId !== callerId && winsGlare(newCallId, held.id))
    return writeEnd(t, held, { end: 'glare', at });
  throw conflict('A call is already in progress', { code: 'CallInProgress', details: { activeCallId: held.id } });
}
