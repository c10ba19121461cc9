import type { Context, UserContext } from '#lib/context/context.ts';
import type { CallRow } from '#lib/messaging/schemas/call.ts';
import { createNotification, readCollapsed } from '#lib/notifications/write/create.ts';

/**
 * Notifies the callee on all devices until the call stops ringing. When the callee has muted the conversation, no push
 * is sent.
 */
export async function notifyCallee(ctx: UserContext, id: string, call: CallRow, isMuted: boolean): Promise<void> {
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
    // The call already rings. If the request failed now, the caller would call again.
    ctx.log('error', 'call.notice_failed', { callId: id, error });
  }
}

const noticeOf = (callId: string): string => `call:${callId}`;

/** Marks the callee's notification as read, because the call no longer rings. */
export const endRinging = (ctx: Context, id: string, { calleeId }: CallRow): Promise<void> =>
  readCollapsed(ctx, calleeId, noticeOf(id));
