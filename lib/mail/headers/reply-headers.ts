import { headerText } from '#lib/core/header-text.ts';
import type { EmailPerson } from '#lib/mail/schemas/person.ts';
import { domainOf } from './address.ts';

const MESSAGE_ID = /^[^<>\s@]{1,200}@[^<>\s]{1,200}$/;
/** How many ids a reply refers to: the first one, which began the conversation, and the latest ones. */
const MOST_REFERENCES = 30;
const MOST_SUBJECT = 500;

/** Matches `Re:` in the forms of many languages. A reply gets no second one. */
export const REPLIES = /^\s*(?:re|aw|antw|sv|vs|odp|ynt|rif|відп|отв)(?:\[\d+\])?\s*:/iu;

type Answered = {
  readonly messageId: string;
  readonly references: readonly string[];
  readonly flags: readonly string[];
};

/**
 * Returns the headers that link a reply to the mail it answers (RFC 5322 3.6.4). Invalid ids are left out. So is an id
 * that we generated for a mail without one, because no other program knows that id.
 */
export function replyReferences(mail: Answered): { inReplyTo: string | null; references: string[] } {
  const own = !mail.flags.includes('generatedId') && MESSAGE_ID.test(mail.messageId) ? mail.messageId : null;
  const named = [...new Set([...mail.references, ...(own === null ? [] : [own])])].filter((id) => MESSAGE_ID.test(id));
  const references =
    named.length > MOST_REFERENCES ? [...named.slice(0, 1), ...named.slice(1 - MOST_REFERENCES)] : named;
  return { inReplyTo: own, references };
}

/** Returns the subject of a reply. */
export function replySubject(subject: string): string {
  const line = headerText(subject);
  return cut(REPLIES.test(line) ? line : `Re: ${line}`.trim(), MOST_SUBJECT);
}

/**
 * Returns the recipient of a reply. A Reply-To of another domain could redirect the reply to another person. It is
 * therefore only offered to the user, never used automatically.
 */
export function replyRecipient({ from, replyTo }: { from: EmailPerson; replyTo: EmailPerson | null }): EmailPerson {
  const isSame = replyTo !== null && domainOf(replyTo.email.toLowerCase()) === domainOf(from.email.toLowerCase());
  return isSame ? replyTo : from;
}

/** Returns the beginning of a text without splitting a character. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
