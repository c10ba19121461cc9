import type { UserContext } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import { assertMayWrite } from '#lib/messaging/conversations/access.ts';
import { changeMessage, type Place } from '#lib/messaging/messages/own-message.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import type { RichAction } from '#lib/messaging/schemas/rich.ts';
import { actOn } from './rich-types.ts';

/** Does something with a rich message in its conversation's turn, so that of two votes at once both count. */
export function actOnMessage(ctx: UserContext, place: Place, action: RichAction): Promise<MessageView> {
  assertMayWrite(ctx);
  const acting = { userId: ctx.user.id, now: ctx.now().toISOString() };
  return changeMessage(ctx, place, {
    event: 'message.updated',
    decide: (message) => {
      if (message.deletedAt !== null || message.blockedAt !== null)
        throw conflict('The message was deleted', { code: 'MessageDeleted' });
      const metadata = actOn(message, action, acting);
      return metadata === message.metadata ? null : { ...message, metadata };
    },
  });
}
