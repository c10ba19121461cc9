import type { Context } from '#lib/context/context.ts';
import { hashId, newId } from '#lib/core/ids.ts';
import { dayOf } from '#lib/core/time.ts';
import { ENRICH_VERSION } from '#lib/crm/assistant/values.ts';
import { EmailMessages, EmailThreads } from '#lib/crm/collections.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import { promiseEnrich } from '#lib/crm/topics.ts';

/** A person's mail as the tests write it. */
export type TestMail = {
  readonly subject?: string;
  readonly text: string;
  readonly from?: { readonly email: string; readonly name: string | null };
  readonly message?: Partial<EmailMessage>;
  readonly thread?: Partial<EmailThread>;
  /** The thread that the mail joins; a new one by default. */
  readonly threadId?: string;
};

const CHANNEL = 'default';
const CUSTOMER = { email: 'dana@customer.example', name: 'Dana' };

/** Inserts a mail as reading it would, with the outbox row of its first step; returns the ids. */
export async function storeMail(ctx: Context, mail: TestMail): Promise<{ threadId: string; messageId: string }> {
  const { subject = 'Hello', text, from = CUSTOMER } = mail;
  const now = ctx.now();
  const at = now.toISOString();
  const threadId = mail.threadId ?? newId('thread');
  const mid = `${newId('request')}@customer.example`;
  const messageId = hashId('email', CHANNEL, mid);
  const message: EmailMessage = {
    threadId,
    channelId: CHANNEL,
    direction: 'inbound',
    kind: 'human',
    via: 'webhook',
    from,
    to: [{ email: 'support@plaza.test', name: null }],
    cc: [],
    replyTo: null,
    recipientCount: 1,
    subject,
    messageId: mid,
    inReplyTo: null,
    references: [],
    date: at,
    receivedAt: at,
    sortAt: at,
    textPreview: text,
    textBytes: Buffer.byteLength(text),
    bodyChunks: 0,
    bodyFile: false,
    filesKey: null,
    hasHtml: false,
    spans: text === '' ? [] : [{ kind: 'reply', start: 0, end: text.length }],
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
    fingerprint: { from: from.email, at: null, subject },
    alsoIn: [],
    deliveryStatus: null,
    draftId: null,
    rawKey: null,
    rawUntil: null,
    erasedAt: null,
    day: dayOf(now),
    createdAt: at,
    updatedAt: at,
    ...mail.message,
  };
  await ctx.data.tx(async (t) => {
    const known = await t.get(EmailThreads, threadId);
    t.create(EmailMessages, messageId, message);
    const decides = { latestId: messageId, lastInboundId: messageId };
    if (known) t.update(EmailThreads, threadId, { ...decides, lastMessageAt: at, ...mail.thread });
    else t.create(EmailThreads, threadId, { ...threadOf(subject, from, messageId, at), ...mail.thread });
    promiseEnrich(t, { messageId, step: 'classify', promptVersion: ENRICH_VERSION }, now);
  });
  return { threadId, messageId };
}

const threadOf = (
  subject: string,
  from: { readonly email: string; readonly name: string | null },
  lastInboundId: string,
  at: string,
): EmailThread => ({
  status: 'new',
  sourceChannel: CHANNEL,
  subject,
  lastInboundSubject: subject,
  contact: { id: null, ...from },
  participants: [from],
  participantIds: [],
  writerIds: [],
  messageCount: 1,
  inboundCount: 1,
  outboundCount: 0,
  humanCount: 1,
  unreadCount: 1,
  latestId: lastInboundId,
  lastMessageAt: at,
  lastInboundAt: at,
  lastInboundId,
  lastOutboundAt: null,
  preview: '',
  intent: null,
  sentiment: null,
  urgency: null,
  language: null,
  summary: null,
  activeDraftId: null,
  activeDraftStatus: null,
  openTaskCount: 0,
  hasAttachments: false,
  flags: [],
  reopenCount: 0,
  resolvedAt: null,
  previousThreadId: null,
  relatedThreadId: null,
  mergedFrom: [],
  mergedInto: null,
  beganAt: at,
  askedAt: at,
  firstReplyAt: null,
  erasedAt: null,
  createdAt: at,
  updatedAt: at,
  version: 1,
});
