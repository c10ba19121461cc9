import { z } from 'zod';
import type { Context } from '#lib/context/context.ts';
import { findChannel } from '#lib/crm/mailboxes/channels.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { OutgoingReply } from './outgoing-mail.ts';

/**
 * Stores a copy of a sent mail in the mailbox of its channel. The payload is the mail itself, so it is emptied
 * afterwards.
 */
export const sentCopyTopic = topic(
  'crm.sent-copy',
  z.object({ channelId: z.string(), messageId: z.string(), raw: z.string() }),
  { sealed: true },
);
type SentCopy = z.output<typeof sentCopyTopic.payload>;

/**
 * Enqueues the copy if the channel asks for one. The mail is already sent, so a failure here does not change its
 * outcome.
 */
export async function promiseSentCopy(ctx: Context, { channel, mail }: OutgoingReply, raw: Uint8Array): Promise<void> {
  if (!channel.sentAppend || !channel.imap) return;
  const copy = { channelId: channel.id, messageId: mail.messageId, raw: Buffer.from(raw).toString('base64') };
  try {
    await ctx.data.batch((write) => enqueue(write, sentCopyTopic, copy, { now: ctx.now() }));
  } catch (error) {
    ctx.log('warn', 'sent-copy.lost', { channelId: channel.id, error });
  }
}

/**
 * Appends the copy, unless the server or an earlier attempt has already done so. Tried only once, because nothing
 * depends on it.
 */
export async function appendSentCopy(ctx: Context, { channelId, messageId, raw }: SentCopy): Promise<void> {
  const channel = findChannel(ctx, channelId);
  if (!channel || (await ctx.mailbox.findSent(channel, messageId)) === true) return;
  const kept = await ctx.mailbox.appendSent(channel, Buffer.from(raw, 'base64'));
  ctx.log(kept ? 'info' : 'warn', kept ? 'sent-copy.kept' : 'sent-copy.lost', { channelId });
}
