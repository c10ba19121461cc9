import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { dayOf } from '#lib/core/time.ts';
import { EmailDrafts, EmailMessages, EmailThreads } from '#lib/crm/collections.ts';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import { approveDraft } from '#lib/crm/drafts/review/review-draft.ts';
import type { EmailDraft } from '#lib/crm/schemas/draft.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import type { Store } from '#lib/data/store.ts';
import { emailId } from '#lib/mail/identity.ts';
import { openScriptedMailbox, type ScriptedMailbox } from '#services/mail/scripted-mailbox.ts';
import { openScriptedSender, type ScriptedSender } from '#services/mail/scripted-sender.ts';
import { openClock } from '#tests/support/clock.ts';
import { asUser, type Overrides, type TestContext, testContext } from '#tests/support/context.ts';

export const SUPPORT = 'support@shop.test';
export const CUSTOMER = 'anna@mail.test';

/** The variables of one channel that both receives and sends; its servers are scripted. */
export const crmVars = {
  CRM_CHANNELS: 'support',
  CRM_CHANNEL_SUPPORT_FROM_NAME: 'Plaza support',
  CRM_CHANNEL_SUPPORT_SIGNATURE: 'Plaza, Kyiv',
  CRM_CHANNEL_SUPPORT_IMAP_HOST: 'imap.shop.test',
  CRM_CHANNEL_SUPPORT_IMAP_USER: SUPPORT,
  CRM_CHANNEL_SUPPORT_IMAP_PASSWORD: 'imap-secret',
  CRM_CHANNEL_SUPPORT_SMTP_HOST: 'smtp.shop.test',
} as const;

export type Crm = {
  readonly ctx: TestContext;
  /** The admin who reviews and sends. */
  readonly admin: TestContext & UserContext;
  readonly sender: ScriptedSender;
  readonly mailbox: ScriptedMailbox;
};

/** Opens an installed world with a mail channel and an admin. */
export async function openCrm({ vars = {}, ...overrides }: Overrides = {}): Promise<Crm> {
  const clock = openClock();
  const sender = openScriptedSender();
  const mailbox = openScriptedMailbox(clock.now);
  const world = await testContext({
    now: clock.now,
    channelSender: sender,
    mailbox,
    vars: { ...crmVars, ...vars },
    ...overrides,
  });
  const ctx = { ...world, clock };
  installRuntime(ctx);
  return { ctx, admin: await asUser(ctx, { role: 'admin' }), sender, mailbox };
}

type Received = Partial<EmailMessage> & { readonly thread?: Partial<EmailThread> };

/** Inserts a thread with one customer mail in it, as if the mail had just arrived. */
export async function receive(
  { ctx }: { readonly ctx: Pick<TestContext, 'data' | 'now'> },
  { thread = {}, ...patch }: Received = {},
): Promise<{ readonly threadId: string; readonly messageId: string }> {
  const threadId = patch.threadId ?? newId('thread');
  const row = inbound(ctx.now(), { ...patch, threadId });
  const messageId = emailId(row.channelId, row.messageId);
  await ctx.data.batch((write) => {
    write.create(EmailMessages, messageId, row);
    if (patch.threadId === undefined) write.create(EmailThreads, threadId, { ...threadOf(row, messageId), ...thread });
    else
      write.update(EmailThreads, threadId, {
        lastMessageAt: row.receivedAt,
        ...((row.kind === 'human' || row.kind === 'own') && { latestId: messageId }),
        ...(row.kind === 'human' && { lastInboundId: messageId }),
        ...thread,
      });
  });
  return { threadId, messageId };
}

function inbound(now: Date, patch: Partial<EmailMessage>): EmailMessage {
  const at = now.toISOString();
  return {
    threadId: '',
    channelId: 'support',
    direction: 'inbound',
    kind: 'human',
    via: 'imap',
    from: { email: CUSTOMER, name: 'Anna Bondar' },
    to: [{ email: SUPPORT, name: null }],
    cc: [],
    replyTo: null,
    recipientCount: 1,
    subject: 'Where is my order?',
    messageId: `${newId('email')}@mail.test`,
    inReplyTo: null,
    references: [],
    date: at,
    receivedAt: at,
    sortAt: at,
    textPreview: 'Where is my order?\n\nAnna',
    textBytes: 25,
    bodyChunks: 0,
    bodyFile: false,
    hasHtml: false,
    spans: [],
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
    fingerprint: { from: CUSTOMER, at: Math.floor(now.getTime() / 1000), subject: 'Where is my order?' },
    alsoIn: [],
    deliveryStatus: null,
    draftId: null,
    filesKey: null,
    rawKey: null,
    rawUntil: null,
    erasedAt: null,
    day: dayOf(at),
    createdAt: at,
    updatedAt: at,
    ...patch,
  };
}

const threadOf = ({ from, subject, sortAt, channelId }: EmailMessage, messageId: string): EmailThread => ({
  status: 'new',
  sourceChannel: channelId,
  subject,
  lastInboundSubject: subject,
  contact: { id: null, email: from.email, name: from.name },
  participants: [from],
  participantIds: [],
  writerIds: [],
  messageCount: 1,
  inboundCount: 1,
  outboundCount: 0,
  humanCount: 1,
  unreadCount: 1,
  latestId: messageId,
  lastMessageAt: sortAt,
  lastInboundAt: sortAt,
  lastInboundId: messageId,
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
  beganAt: sortAt,
  askedAt: sortAt,
  firstReplyAt: null,
  erasedAt: null,
  createdAt: sortAt,
  updatedAt: sortAt,
  version: 1,
});

/** Creates an approved reply to a mail that has just arrived. */
export async function approvedReply(crm: Crm, body = 'It is on its way.', received: Received = {}) {
  const { threadId, messageId } = await receive(crm, received);
  const { id } = await createDraft(crm.admin, threadId, body);
  await approveDraft(crm.admin, id, {});
  return { id, threadId, messageId };
}

type Books = { readonly data: Store };
export const draftOf = async ({ data }: Books, id: string): Promise<EmailDraft> =>
  (await data.need(EmailDrafts, id)).data;
export const threadRow = async ({ data }: Books, id: string): Promise<EmailThread> =>
  (await data.need(EmailThreads, id)).data;
/** Returns the row of the mail that a draft became. */
export async function mailRow({ data }: Books, id: string): Promise<EmailMessage | null> {
  const { channelId, messageId } = await draftOf({ data }, id);
  const row = messageId === null ? undefined : await data.get(EmailMessages, emailId(channelId, messageId));
  return row?.data ?? null;
}
