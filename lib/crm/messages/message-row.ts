import { after, DAY_MS, dayOf } from '#lib/core/time.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { ReadMail } from '#lib/crm/threads/ingest.ts';
import { datedAt, writtenAt } from '#lib/crm/threads/latest-mail.ts';
import type { MailAddress } from '#lib/mail/ports.ts';
import type { EmailPerson } from '#lib/mail/schemas/person.ts';
import { storedLine } from '#lib/mail/stored-text.ts';
import type { MessageFlag } from '#lib/mail/values.ts';
import { fewerSpans, firstAndLast, fitMessage } from './fit-message.ts';
import type { MessageVia } from './values.ts';

/** How a mail arrived. */
export type Arrival = {
  readonly via: Extract<MessageVia, 'imap' | 'webhook'>;
  /** INTERNALDATE of a mailbox, ISO 8601. Null when unknown. */
  readonly arrivedAt: string | null;
  /** 0 and null for a mail that is in no mailbox. */
  readonly uid: number;
  readonly uidValidity: string | null;
};

const MAX_LIST = 200;
const MAX_SPANS = 500;
const MAX_REFERENCES = 100;

type Facts = Arrival & { readonly now: Date; readonly rawDays: number };

/** Returns the row of an inbound mail before its thread and its files are known. */
export function messageRow(read: ReadMail, { via, arrivedAt, uid, uidValidity, now, rawDays }: Facts): EmailMessage {
  const { mail, identity, verdict } = read;
  const storedAt = now.toISOString();
  const receivedAt = arrivedAt !== null && arrivedAt < storedAt ? arrivedAt : storedAt;
  const date = mail.date ?? receivedAt;
  const isOwn = verdict.kind === 'own';
  const flags = new Set<MessageFlag>([...mail.flags, ...verdict.flags]);
  if (identity.generated) flags.add('generatedId');
  if (mail.date === null) flags.add('dateRepaired');
  return fitMessage({
    threadId: '-',
    channelId: read.channel.id,
    direction: isOwn ? 'outbound' : 'inbound',
    kind: verdict.kind,
    via: isOwn ? 'external' : via,
    from: personOf(mail.from[0] ?? mail.sender ?? { address: '', name: '' }),
    to: mail.to.slice(0, MAX_LIST).map(personOf),
    cc: mail.cc.slice(0, MAX_LIST).map(personOf),
    replyTo: mail.replyTo[0] ? personOf(mail.replyTo[0]) : null,
    recipientCount: mail.recipientCount,
    subject: storedLine(mail.subject, 998),
    messageId: identity.mid,
    inReplyTo: mail.inReplyTo[0] ?? null,
    references: firstAndLast(mail.references, MAX_REFERENCES),
    date,
    receivedAt,
    sortAt: datedAt({ date, receivedAt }),
    textPreview: read.textPreview,
    textBytes: read.textBytes,
    bodyChunks: 0,
    bodyFile: false,
    hasHtml: read.hasHtml,
    spans: fewerSpans(read.spans, MAX_SPANS),
    remoteImageCount: read.remoteImageCount,
    attachments: [],
    event: eventOf(read),
    authentication: authenticationOf(read),
    encrypted: mail.encrypted,
    unsubscribe: unsubscribeOf(read),
    bounce: bounceOf(read),
    bounceOf: null,
    bouncedBy: null,
    intent: null,
    sentiment: null,
    sentimentMilli: null,
    flags: [...flags],
    uid,
    uidValidity,
    fingerprint: {
      from: storedLine(identity.fingerprint.from, 320),
      at: identity.fingerprint.at,
      subject: storedLine(identity.fingerprint.subject, 998),
    },
    alsoIn: [],
    deliveryStatus: isOwn ? 'sent' : null,
    draftId: null,
    filesKey: null,
    rawKey: null,
    // 0 days means that the raw mail is kept forever.
    rawUntil: read.raw === null || rawDays === 0 ? null : after(now, rawDays * DAY_MS),
    erasedAt: null,
    day: dayOf(writtenAt({ date, receivedAt })),
    createdAt: storedAt,
    updatedAt: storedAt,
  });
}

export const personOf = ({ address, name }: MailAddress): EmailPerson => ({
  email: storedLine(address, 320),
  name: storedLine(name, 200) || null,
});

const cut = (text: string | null, most: number): string | null => (text === null ? null : storedLine(text, most));

function eventOf({ mail: { event } }: ReadMail): EmailMessage['event'] {
  if (!event) return null;
  const { method, summary, start, end, organizer } = event;
  return {
    method: cut(method, 40),
    summary: cut(summary, 500),
    start: cut(start, 40),
    end: cut(end, 40),
    organizer: cut(organizer, 320),
  };
}

function authenticationOf({ authentication }: ReadMail): EmailMessage['authentication'] {
  if (!authentication) return null;
  const { spf, dkim, dmarc } = authentication;
  return { spf: cut(spf, 20), dkim: cut(dkim, 20), dmarc: cut(dmarc, 20) };
}

const unsubscribeOf = ({ verdict, mail: { listUnsubscribe } }: ReadMail): string | null =>
  verdict.kind === 'list' ? cut(listUnsubscribe?.url ?? listUnsubscribe?.mailto ?? null, 2000) : null;

function bounceOf({ verdict: { bounce } }: ReadMail): EmailMessage['bounce'] {
  if (!bounce) return null;
  return {
    outcome: bounce.outcome,
    hard: bounce.hard,
    recipients: bounce.recipients.slice(0, 100).map((recipient) => ({
      address: storedLine(recipient.address, 320),
      status: cut(recipient.status, 20),
      replyCode: cut(recipient.replyCode, 3),
      action: cut(recipient.action, 40),
      diagnostic: cut(recipient.diagnostic, 1000),
      reason: recipient.reason,
    })),
    originalMessageId: cut(bounce.originalMessageId, 998),
    feedbackType: cut(bounce.feedbackType, 40),
    reportingMta: cut(bounce.reportingMta, 255),
  };
}
