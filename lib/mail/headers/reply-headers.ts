import { headerText } from '#lib/core/header-text.ts';
import type { EmailPerson } from '#lib/mail/schemas/person.ts';
import { domainOf } from './address.ts';

const MESSAGE_ID = /^[^<>\s@]{1,200}@[^<>\s]{1,200}$/;
/** As many ids a reply names: the first, which began the conversation, and the latest. */
const MOST_REFERENCES = 30;
const MOST_SUBJECT = 500;

/** `Re:` as mail programs of many languages write it; a second one is not put before it. */
export const REPLIES = /^\s*(?:re|aw|antw|sv|vs|odp|ynt|rif|відп|отв)(?:\[\d+\])?\s*:/iu;

type Answered = {
  readonly messageId: string;
  readonly references: readonly string[];
  readonly flags: readonly string[];
};

/**
 * What ties a reply to the mail it answers (RFC 5322 3.6.4). Ids that are none are left out, and so is one that we made
 * for a mail without any: nobody else knows it.
 */
export function replyReferences(mail: Answered): { inReplyTo: string | null; references: string[] } {
  const own = !mail.flags.includes('generatedId') && MESSAGE_ID.test(mail.messageId) ? mail.messageId : null;
  const named = [...new Set([...mail.references, ...(own === null ? [] : [own])])].filter((id) => MESSAGE_ID.test(id));
  const references =
    named.length > MOST_REFERENCES ? [...named.slice(0, 1), ...named.slice(1 - MOST_REFERENCES)] : named;
  return { inReplyTo: own, references };
}

/** The subject a reply goes out under. */
export function replySubject(subject: string): string {
  const line = headerText(subject);
  return cut(REPLIES.test(line) ? line : `Re: ${line}`.trim(), MOST_SUBJECT);
}

/**
 * Whom a reply goes to. A Reply-To of another domain is how somebody else would be answered, so it is offered to a person
 * and never taken by itself.
 */
export function replyRecipient({ from, replyTo }: { from: EmailPerson; replyTo: EmailPerson | null }): EmailPerson {
  const isSame = replyTo !== null && domainOf(replyTo.email.toLowerCase()) === domainOf(from.email.toLowerCase());
  return isSame ? replyTo : from;
}

/** The beginning of a text, never half a character. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
