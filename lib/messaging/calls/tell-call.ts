import type { Context, UserContext } from '#lib/context/context.ts';
import { tellChange } from '#lib/messaging/conversations/tell.ts';
import type { CallEvent, CallRow } from '#lib/messaging/schemas/call.ts';
import { createNotification, readCollapsed } from '#lib/notifications/write/create.ts';
import { conversationChannel } from '#lib/tunnel/channels/channels.ts';
import { type NewEvent, publish } from '#lib/tunnel/publish.ts';
import type { EndedCall } from './call-changes.ts';
import { nameOf, ringOf } from './call-rings.ts';

/** How the one who is called keeps the conversation. */
export type Called = { readonly isListed: boolean; readonly isMuted: boolean };

/**
 * Rings on the conversation, where it is open, and on every device of the one who is called; of a hidden one only where
 * it is open.
 */
export async function tellInvite(
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

/** Tells the one who is called on all their devices, and no longer than it rings; who has muted them finds it silently. */
async function notifyCallee(ctx: UserContext, id: string, call: CallRow, isMuted: boolean): Promise<void> {
  const { conversationId, calleeId, expiresAt } = call;
  try {
    await createNotification(ctx, calleeId, {
      type: 'MESSAGE',
      priority: 'urgent',
      template: 'call.incoming',
      params: { caller: ctx.user.name },
      people: [ctx.user.id],
      data: { collapseKey: noticeOf(id), callId: id, conversationId, actionUrl: `/messages/${conversationId}` },
      expiresAt,
      source: 'call',
      key: id,
      ...(isMuted && { shut: { push: 'muted' } }),
    });
  } catch (error) {
    // It rings already; a caller who is told that it failed would call again.
    ctx.log('error', 'call.notice_failed', { callId: id, error });
  }
}

const noticeOf = (callId: string): string => `call:${callId}`;

/** It no longer rings, so nobody has to be told that it does. */
export const endRinging = (ctx: Context, id: string, { calleeId }: CallRow): Promise<void> =>
  readCollapsed(ctx, calleeId, noticeOf(id));

/** Passes on what one device told the other side. */
export const tellSignal = (
  ctx: Context,
  conversationId: string,
  event: CallEvent,
  data: NewEvent['data'],
): Promise<void> => publish(ctx, [{ channel: conversationChannel(conversationId), event: `call.${event}`, data }]);

/** Tells both sides of an end that neither of them asked for. */
export async function tellEnded(ctx: Context, { id, call, end, change }: EndedCall): Promise<void> {
  if (change) await tellChange(ctx, change);
  if (call.state === 'ringing') await endRinging(ctx, id, call);
  await tellSignal(ctx, call.conversationId, 'hangup', { callId: id, userId: null, reason: end });
}
