import type { UserContext } from '#lib/context/context.ts';
import { conflict, invalid } from '#lib/core/errors.ts';
import { assertMayWrite } from '#lib/messaging/conversations/access.ts';
import { MAX_REACTIONS } from '#lib/messaging/limits.ts';
import type { Message, MessageView } from '#lib/messaging/schemas/message.ts';
import { changeMessage, type Place } from './own-message.ts';

type Reaction = Place & { readonly emoji: string };

/** Adds the caller's reaction to a message. A repeat changes nothing. */
export const react = (ctx: UserContext, reaction: Reaction): Promise<MessageView> =>
  changeReactions(ctx, reaction, ({ reactions }) => {
    const people = reactions[reaction.emoji] ?? [];
    if (people.includes(ctx.user.id)) return null;
    if (people.length === 0 && Object.keys(reactions).length >= MAX_REACTIONS)
      throw conflict(`A message can have at most ${MAX_REACTIONS} different reactions`, { code: 'TooManyReactions' });
    return { ...reactions, [reaction.emoji]: [...people, ctx.user.id] };
  });

/** Removes the caller's reaction from a message. */
export const unreact = (ctx: UserContext, reaction: Reaction): Promise<MessageView> =>
  changeReactions(ctx, reaction, ({ reactions }) => {
    const { [reaction.emoji]: people = [], ...others } = reactions;
    if (!people.includes(ctx.user.id)) return null;
    const left = people.filter((userId) => userId !== ctx.user.id);
    return left.length === 0 ? others : { ...reactions, [reaction.emoji]: left };
  });

type Reactions = Message['reactions'];

function changeReactions(
  ctx: UserContext,
  { emoji, ...place }: Reaction,
  change: (message: Message) => Reactions | null,
): Promise<MessageView> {
  assertMayWrite(ctx);
  if (!isEmoji(emoji)) throw invalid('The reaction is not valid', { emoji: 'must be a single emoji' });
  return changeMessage(ctx, place, {
    event: 'message.reaction',
    decide: (message) => {
      if (message.deletedAt !== null || message.blockedAt !== null)
        throw conflict('The message was deleted', { code: 'MessageDeleted' });
      const reactions = change(message);
      return reactions && { ...message, reactions };
    },
  });
}

/**
 * Whether the text is one emoji of Unicode's list or a single pictographic character. The latter covers emoji newer
 * than the list or without their variation selector.
 */
const isEmoji = (text: string): boolean => /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic})$/v.test(text);
