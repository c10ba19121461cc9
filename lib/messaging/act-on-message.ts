import type { UserContext } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import { assertMayWrite } from './access.ts';
import { changeMessage, type Place } from './own-message.ts';
import { actOn } from './rich-types.ts';
import type { MessageView } from './schemas/message.ts';
import type { RichAction } from './schemas/rich.ts';

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
