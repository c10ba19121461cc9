import { typedValue } from './report-fields.ts';

/** A mail provider's notice as JSON in the text: the event and the recipients. */
export type ProviderNotice = {
  readonly kind: 'bounce' | 'delivery' | 'complaint';
  readonly feedbackType: string | null;
  readonly transient: boolean;
  readonly originalMessageId: string | null;
  readonly reportingMta: string | null;
  readonly recipients: readonly {
    readonly address: string;
    readonly status: string | null;
    readonly action: string | null;
    readonly diagnostic: string | null;
  }[];
};

const MAX_JSON = 256 * 1024;
const MAX_RECIPIENTS = 100;
const kinds = { Bounce: 'bounce', Delivery: 'delivery', Complaint: 'complaint' } as const;

type Json = { readonly [key: string]: unknown };
const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, MAX_RECIPIENTS) : []);
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/**
 * Reads such a notice (Amazon SES, directly or wrapped by SNS). Returns null for other texts. Text after the JSON,
 * about how to unsubscribe, is ignored. Line breaks that a mail program inserted are removed.
 */
export function providerNotice(mailText: string): ProviderNotice | null {
  const outer = jsonAtStart(mailText);
  const notice = outer && 'Message' in outer && typeof outer.Message === 'string' ? jsonAtStart(outer.Message) : outer;
  const name = text(notice?.notificationType) ?? text(notice?.eventType);
  if (!notice || !name || !Object.hasOwn(kinds, name)) return null;
  const kind = kinds[name as keyof typeof kinds];
  const about = object(notice[kind]);
  const mail = object(notice.mail);
  return {
    kind,
    feedbackType: text(about.complaintFeedbackType),
    transient: text(about.bounceType) === 'Transient',
    originalMessageId: messageIdIn(mail),
    reportingMta: typedValue(text(about.reportingMTA) ?? undefined),
    recipients: recipientsOf(about, text(about.smtpResponse)),
  };
}

function jsonAtStart(source: string): Json | null {
  const trimmed = source.trimStart().slice(0, MAX_JSON);
  if (!trimmed.startsWith('{')) return null;
  const whole = trimmed.slice(0, trimmed.lastIndexOf('}') + 1);
  const upToRule = trimmed.split(/\r?\n-- ?\r?\n/, 1)[0] ?? '';
  for (const attempt of [whole, upToRule, joined(whole), joined(upToRule)]) {
    try {
      return object(JSON.parse(attempt));
    } catch {
      // The JSON is incomplete or broken by a mail program. The next candidate may be valid.
    }
  }
  return null;
}

const joined = (source: string) => source.replace(/\r?\n ?/g, '');

function recipientsOf(about: Json, response: string | null): ProviderNotice['recipients'] {
  const named = [...list(about.bouncedRecipients), ...list(about.complainedRecipients)].map(object);
  const plain = list(about.recipients).flatMap((address) => text(address) ?? []);
  return [
    ...named.flatMap((recipient) => {
      const address = text(recipient.emailAddress);
      return address
        ? {
            address,
            status: text(recipient.status),
            action: text(recipient.action),
            diagnostic: text(recipient.diagnosticCode),
          }
        : [];
    }),
    ...plain.map((address) => ({ address, status: null, action: 'delivered', diagnostic: response })),
  ];
}

/** Returns the Message-ID that we gave the mail, from its headers. `mail.messageId` is the provider's own id. */
function messageIdIn(mail: Json): string | null {
  const own = list(mail.headers)
    .map(object)
    .find(({ name }) => text(name)?.toLowerCase() === 'message-id');
  return text(own?.value) ?? text(object(mail.commonHeaders).messageId);
}
