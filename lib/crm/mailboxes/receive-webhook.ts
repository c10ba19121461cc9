import type { Context } from '#lib/context/context.ts';
import type { InboundTaken } from '#lib/crm/schemas/webhook.ts';
import { readPostedMail } from '#lib/crm/threads/ingest.ts';
import { type StoredMail, storeMail } from '#lib/crm/threads/store-mail.ts';
import { defaultChannel } from './channels.ts';
import { quarantineMail } from './dead-letters.ts';
import { isPoison } from './retry-mail.ts';

/** A webhook mail has no place in a mailbox. */
const arrival = { via: 'webhook', arrivedAt: null, uid: 0, uidValidity: null } as const;

/** The body of a post and its declared content type. */
export type PostedMail = { readonly posted: Uint8Array; readonly contentType: string | null };

/**
 * Stores a mail that a provider posts. A repeat returns the ids of the first post. A mail that cannot be read is kept
 * whole for an admin. The model and the notices run afterwards and cannot fail the response. Throws ValidationError,
 * and ServiceUnavailable when the provider should retry.
 */
export async function receiveInboundMail(ctx: Context, body: PostedMail): Promise<InboundTaken> {
  // Until the mail's channel is known, the default channel is used.
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
