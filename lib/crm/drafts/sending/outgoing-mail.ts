import type { Context } from '#lib/context/context.ts';
import { conflict, invalid, unavailable } from '#lib/core/errors.ts';
import { headerText } from '#lib/core/header-text.ts';
import { dayOf } from '#lib/core/time.ts';
import { EmailMessages } from '#lib/crm/collections.ts';
import type { HeldDraft } from '#lib/crm/drafts/draft-rows.ts';
import { refusalToSend } from '#lib/crm/drafts/draft-states.ts';
import { findChannel, ownAddresses } from '#lib/crm/mailboxes/channels.ts';
import type { Channel } from '#lib/crm/mailboxes/ports.ts';
import type { EmailDraft } from '#lib/crm/schemas/draft.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import { threadAddress } from '#lib/crm/threads/plus-token.ts';
import { domainOf, isMailAddress, isOneOf } from '#lib/mail/headers/address.ts';
import { cut, replyReferences } from '#lib/mail/headers/reply-headers.ts';
import { emailId } from '#lib/mail/identity.ts';
import { MAX_PREVIEW_BYTES } from '#lib/mail/limits.ts';
import type { OutgoingMail } from '#lib/mail/ports.ts';
import { replyText } from '#lib/mail/reply/reply-text.ts';
import type { EmailPerson } from '#lib/mail/schemas/person.ts';

/** What the sender overrides in the draft for this send, and the version of it that the sender has read. */
export type SendWish = {
  readonly toEmail?: string | undefined;
  readonly subject?: string | undefined;
  readonly version?: number | undefined;
};

/** A mail as it would be sent now, with its row in the thread. */
export type OutgoingReply = {
  readonly channel: Channel;
  readonly mail: OutgoingMail;
  readonly rowId: string;
  readonly row: EmailMessage;
  readonly to: EmailPerson;
  readonly subject: string;
  /** True when the recipient is not the contact of the thread. */
  readonly redirected: boolean;
};

/**
 * Throws when a draft may not be sent: this version is not approved, the draft is being sent, or it has a placeholder.
 */
export function assertSendable(draft: EmailDraft): void {
  const refusal = refusalToSend(draft.status);
  if (refusal) throw refusal;
  if (draft.approvedVersion !== draft.version) throw conflict('Approve the draft first', { code: 'DraftNotApproved' });
  assertNoOpenSlot(draft);
}

export function assertNoOpenSlot({ openSlots: [slot] }: Pick<EmailDraft, 'openSlots'>): void {
  if (slot !== undefined) throw conflict(`Fill in [${slot}] first`, { code: 'OpenSlot', details: { slot } });
}

/** Returns the channel that sends a draft. Throws ChannelNotConfigured. */
export function sendingChannel(ctx: Pick<Context, 'channels'>, { channelId }: Pick<EmailDraft, 'channelId'>): Channel {
  const channel = findChannel(ctx, channelId);
  if (channel?.canSend && channel.address !== '') return channel;
  throw unavailable('The channel of this thread cannot send', { code: 'ChannelNotConfigured' });
}

/**
 * Returns the Message-ID of a draft. All attempts use the same one, so a mailbox can be searched for it and replies
 * find the thread.
 */
export const draftMid = (id: string, { messageId }: EmailDraft, { address }: Channel): string =>
  messageId ?? `d.${id}@${domainOf(address)}`;

/**
 * Builds the mail of a draft. The text is the approved one. Recipient and subject come from the draft unless the sender
 * overrides them. Throws ValidationError when the recipient is not exactly one address, or is one of ours.
 */
export async function outgoingReply(ctx: Context, held: HeldDraft, wish: SendWish, now: Date): Promise<OutgoingReply> {
  const { id, draft, thread } = held;
  // Errors that the sender can fix are reported before those that only an operator can fix.
  const to = recipientOf(ctx, draft, wish);
  const channel = sendingChannel(ctx, draft);
  const answered = draft.replyToMessageId
    ? ((await ctx.data.get(EmailMessages, draft.replyToMessageId)) ?? null)
    : null;
  const subject = headerText(wish.subject ?? draft.subject);
  const from = { address: channel.address, name: headerText(channel.fromName) };
  const { text, spans } = replyText({
    body: draft.body,
    signature: channel.signature,
    quoted: answered && answered.data.erasedAt === null ? quoteOf(answered.data) : null,
  });
  const replyTo = answersTo(ctx, channel, thread.id);
  const mid = draftMid(id, draft, channel);
  const { inReplyTo, references } = answered ? replyReferences(answered.data) : { inReplyTo: null, references: [] };
  const mail: OutgoingMail = {
    from,
    to: { address: to.email, name: to.name ?? '' },
    replyTo: replyTo === null ? null : { address: replyTo, name: from.name },
    subject,
    messageId: mid,
    inReplyTo,
    references,
    date: now,
    text,
  };
  return {
    channel,
    mail,
    rowId: emailId(channel.id, mid),
    row: { ...rowOf(mail, channel, now), threadId: thread.id, draftId: id, spans },
    to,
    subject,
    redirected: to.email.toLowerCase() !== thread.data.contact.email.toLowerCase(),
  };
}

/**
 * Returns the Reply-To address. A thread's token is added only to an address of the channel, because other servers may
 * not support plus addresses.
 */
function answersTo(ctx: Pick<Context, 'keys'>, channel: Channel, threadId: string): string | null {
  const { address, aliases, plusTokens, replyTo } = channel;
  const base = replyTo ?? address;
  const takesMark = plusTokens && (base === address || aliases.includes(base));
  return (takesMark ? threadAddress(ctx, base, threadId) : null) ?? replyTo;
}

function recipientOf(ctx: Context, { toEmail, toName }: EmailDraft, wish: SendWish): EmailPerson {
  const asked = wish.toEmail ?? toEmail;
  const email = asked.trim();
  if (!isMailAddress(email) || /\p{C}/u.test(asked)) throw badRecipient('must be exactly one plain email address');
  if (isOneOf(ownAddresses(ctx), email)) throw badRecipient('must not be one of our own addresses');
  const isSame = email.toLowerCase() === toEmail.toLowerCase();
  return { email, name: isSame && toName !== null ? headerText(toName) : null };
}

const badRecipient = (why: string) => invalid('The email cannot be sent to this address', { toEmail: why });

const quoteOf = ({ from, date, textPreview }: EmailMessage) => ({
  who: from.name ?? from.email,
  at: date,
  text: textPreview,
});

/**
 * Returns the row of our own mail. The row exists before the mail is sent, so that a reply finds its thread whatever
 * happens.
 */
function rowOf(mail: OutgoingMail, channel: Channel, now: Date): Omit<EmailMessage, 'threadId' | 'draftId' | 'spans'> {
  const at = now.toISOString();
  const textPreview = withinBytes(mail.text, MAX_PREVIEW_BYTES);
  return {
    channelId: channel.id,
    direction: 'outbound',
    kind: 'own',
    via: 'smtp',
    from: { email: mail.from.address, name: mail.from.name || null },
    to: [{ email: mail.to.address, name: mail.to.name || null }],
    cc: [],
    replyTo: mail.replyTo && { email: mail.replyTo.address, name: mail.replyTo.name || null },
    recipientCount: 1,
    subject: mail.subject,
    messageId: mail.messageId,
    inReplyTo: mail.inReplyTo,
    references: [...mail.references],
    date: at,
    receivedAt: at,
    sortAt: at,
    textPreview,
    textBytes: Buffer.byteLength(mail.text),
    bodyChunks: textPreview === mail.text ? 0 : 1,
    bodyFile: false,
    hasHtml: false,
    remoteImageCount: 0,
    attachments: [],
    event: null,
    authentication: null,
    encrypted: null,
    unsubscribe: null,
    bounce: null,
    bounceOf: null,
    bouncedBy: null,
    intent: null,
    sentiment: null,
    sentimentMilli: null,
    flags: [],
    uid: 0,
    uidValidity: null,
    fingerprint: {
      from: mail.from.address.toLowerCase(),
      at: Math.floor(now.getTime() / 1000),
      subject: mail.subject.replace(/\s+/g, ' ').trim(),
    },
    alsoIn: [],
    deliveryStatus: 'sending',
    filesKey: null,
    rawKey: null,
    rawUntil: null,
    erasedAt: null,
    day: dayOf(at),
    createdAt: at,
    updatedAt: at,
  };
}

/** Returns the beginning of a text that fits into this many UTF-8 bytes, without splitting a character. */
function withinBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  const bytes = Buffer.from(text).subarray(0, most);
  return cut(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true }), most);
}
