import type { Context, UserContext } from '#lib/context/context.ts';
import { publishChange } from '#lib/messaging/conversations/publish-change.ts';
import type { CallEvent, CallRow } from '#lib/messaging/schemas/call.ts';
import { conversationChannel } from '#lib/tunnel/channels/channels.ts';
import { type NewEvent, publish } from '#lib/tunnel/publish.ts';
import type { EndedCall } from './call-changes.ts';
import { nameOf, ringOf } from './find-ring.ts';
import { endRinging, notifyCallee } from './notify-callee.ts';

/** The callee's settings for the conversation. */
export type Called = { readonly isListed: boolean; readonly isMuted: boolean };

/**
 * Rings where the conversation is open and on every device of the callee. For a hidden conversation it rings only where
 * the conversation is open.
 */
export async function publishInvite(
  ctx: UserContext,
  { id, call, sdp }: { readonly id: string; readonly call: CallRow; readonly sdp: string | undefined },
  called: Called,
): Promise<void> {
  const { conversationId, calleeId } = call;
  const data = { ...ringOf(ctx, id, call, nameOf(ctx.user)), ...(sdp !== undefined && { sdp }) };
  await publish(ctx, [{ channel: conversationChannel(conversationId), event: 'call.invite', data }]);
  if (!called.isListed) return;
  await publish(ctx, [{ channel: 'user:inbox', event: 'call.invite', users: [calleeId], data }]);
  await notifyCallee(ctx, id, call, called.isMuted);
}

/** Forwards a signal of one device to the other side. */
export const publishSignal = (
  ctx: Context,
  conversationId: string,
  event: CallEvent,
  data: NewEvent['data'],
): Promise<void> => publish(ctx, [{ channel: conversationChannel(conversationId), event: `call.${event}`, data }]);

/** Notifies both sides of an end that neither side requested. */
export async function publishCallEnd(ctx: Context, { id, call, end, change }: EndedCall): Promise<void> {
  if (change) await publishChange(ctx, change);
  if (call.state === 'ringing') await endRinging(ctx, id, call);
  await publishSignal(ctx, call.conversationId, 'hangup', { callId: id, userId: null, reason: end });
}
