import type { Context } from '#lib/context/context.ts';
import type { InboundTaken } from '#lib/crm/schemas/webhook.ts';
import { readPostedMail } from '#lib/crm/threads/ingest.ts';
import { type StoredMail, storeMail } from '#lib/crm/threads/store-mail.ts';
import { defaultChannel } from './channels.ts';
import { quarantineMail } from './dead-letters.ts';
import { isPoison } from './retry-mail.ts';

/** A webhook mail has no place in any mailbox. */
const arrival = { via: 'webhook', arrivedAt: null, uid: 0, uidValidity: null } as const;

/** The body of a post, and the type it claims to be of. */
export type PostedMail = { readonly posted: Uint8Array; readonly contentType: string | null };

/**
 * Takes a mail that a provider posts. A repeat answers the ids of the first; a mail nothing can be made of is kept whole
 * for a person. What follows of it, model and notices, runs afterwards and cannot fail the answer. Throws
 * ValidationError, and ServiceUnavailable where the provider is to repeat it.
 */
export async function receiveInboundMail(ctx: Context, body: PostedMail): Promise<InboundTaken> {
  // Until it is known which channel a mail is for, it belongs to the default one.
  let channelId = defaultChannel(ctx).id;
  try {
    const read = await readPostedMail(ctx, body);
    channelId = read.channel.id;
    const { status, id, threadId, messageId }: StoredMail = await storeMail(ctx, read, arrival);
    return { success: true, status, id, threadId, messageId: `<${messageId}>` };
  } catch (error) {
    if (!isPoison(error)) throw error;
    const id = await quarantineMail(ctx, { ...arrival, channelId, raw: body.posted, error });
    return { success: true, status: 'quarantined', id, threadId: null, messageId: null };
  }
}
