import type { Context } from '#lib/context/context.ts';
import type { InboundMail, InboundTaken } from '#lib/crm/schemas/webhook.ts';
import { type ReadMail, readParsed } from '#lib/crm/threads/ingest.ts';
import { type StoredMail, storeMail } from '#lib/crm/threads/store-mail.ts';
import type { ParsedMail } from '#lib/mail/ports.ts';
import { channelOfAddress, defaultChannel } from './channels.ts';
import { quarantineMail } from './dead-letters.ts';
import type { Channel } from './ports.ts';
import { isPoison } from './retry-mail.ts';
import { webhookMail } from './webhook-mail.ts';

/** A webhook mail has no place in any mailbox. */
const arrival = { via: 'webhook', arrivedAt: null, uid: 0, uidValidity: null } as const;

/**
 * Takes a mail that a provider posts. A repeat answers the ids of the first; a mail nothing can be made of is kept whole
 * for a person. What follows of it, model and notices, runs afterwards and cannot fail the answer. Throws
 * ValidationError, and ServiceUnavailable where the provider is to repeat it.
 */
export async function receiveInboundMail(ctx: Context, input: InboundMail): Promise<InboundTaken> {
  const mail = webhookMail(input);
  const channel = channelFor(ctx, mail);
  const raw = bytesOf(input);
  try {
    const { status, id, threadId, messageId } = await storeInbound(ctx, { mail, channel, raw });
    return { success: true, status, id, threadId, messageId: `<${messageId}>` };
  } catch (error) {
    if (!isPoison(error)) throw error;
    const id = await quarantineMail(ctx, { ...arrival, channelId: channel.id, raw, error });
    return { success: true, status: 'quarantined', id, threadId: null, messageId: null };
  }
}

type Inbound = { readonly mail: ParsedMail; readonly channel: Channel; readonly raw: Uint8Array };

async function storeInbound(ctx: Context, { mail, channel, raw }: Inbound): Promise<StoredMail> {
  const read: ReadMail = await readParsed(ctx, mail, { channel, identifiedBy: raw });
  return storeMail(ctx, read, arrival);
}

/** The first recipient that is ours says which channel it is for; a mail for nobody of ours goes to the default one. */
const channelFor = (ctx: Context, { to, cc }: ParsedMail): Channel =>
  [...to, ...cc].map(({ address }) => channelOfAddress(ctx, address)).find((channel) => channel !== null) ??
  defaultChannel(ctx);

const bytesOf = (input: InboundMail): Uint8Array => Buffer.from(JSON.stringify(input));
