import { EmailContacts } from '#lib/crm/collections.ts';
import type { EmailContact } from '#lib/crm/schemas/contact.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import { later } from '#lib/crm/threads/thread-facts.ts';
import { inc } from '#lib/data/patch.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { isMailAddress, isOneOf } from '#lib/mail/headers/address.ts';
import { isNoReply } from '#lib/mail/no-reply.ts';
import { contactIdOf, contactKeyOf } from './contact-id.ts';
import { searchTermsOf } from './contact-terms.ts';

/** The contact who wrote a mail, as known so far. Null for machines, lists, reports and our own addresses. */
export type MailWriter = {
  readonly id: string;
  readonly known: Row<EmailContact> | undefined;
  readonly name: string | null;
};

/**
 * Reads the contact who wrote a mail. Only the author of a person's mail becomes a contact: no one in Cc, no list and
 * no no-reply address. Our own addresses do not either, because a stranger may have forged the sender.
 */
export async function readWriter(
  t: Reader,
  { kind, from }: EmailMessage,
  own: ReadonlySet<string>,
): Promise<MailWriter | null> {
  if (kind !== 'human' || !isMailAddress(from.email) || isNoReply(from.email) || isOneOf(own, from.email)) return null;
  const id = contactIdOf(from.email);
  const known = await t.get(EmailContacts, id);
  return { id, known, name: known?.data.name ?? from.name };
}

/** Counts a mail for its writer, or creates the contact. Fields that a person typed are kept. */
export function noteContact(
  t: Writer,
  { id, known }: MailWriter,
  { from, sortAt, createdAt }: EmailMessage,
  isNewInThread: boolean,
): void {
  if (!known) {
    t.create(
      EmailContacts,
      id,
      newContact({ email: from.email, name: from.name }, { source: 'mail', sortAt, createdAt }),
    );
    return;
  }
  const { data } = known;
  const takesName = from.name !== null && data.name === null && !data.typed.includes('name');
  const name = takesName ? from.name : data.name;
  t.update(EmailContacts, id, {
    messageCount: inc(1),
    threadCount: inc(isNewInThread ? 1 : 0),
    firstSeenAt: data.firstSeenAt === null || sortAt < data.firstSeenAt ? sortAt : data.firstSeenAt,
    lastSeenAt: later(data.lastSeenAt, sortAt),
    ...(takesName && { name, searchTerms: searchTermsOf({ ...data, name }) }),
    // A mail from an address marked as dead shows that the address works.
    ...(data.emailStatus !== 'complained' && data.emailStatus !== 'ok' && { emailStatus: 'ok' as const }),
    updatedAt: createdAt,
  });
}

type Made = { readonly source: EmailContact['source']; readonly sortAt: string | null; readonly createdAt: string };
type Named = Pick<EmailContact, 'email' | 'name'> & Partial<Pick<EmailContact, 'company' | 'type' | 'typed'>>;

export function newContact({ email, name, company = null, type = null, typed = [] }: Named, made: Made): EmailContact {
  const { source, sortAt, createdAt } = made;
  const isSeen = source === 'mail';
  return {
    email,
    emailKey: contactKeyOf(email),
    name,
    company,
    type,
    typed,
    searchTerms: searchTermsOf({ email, name, company }),
    source,
    emailStatus: isSeen ? 'ok' : 'unknown',
    threadCount: isSeen ? 1 : 0,
    messageCount: isSeen ? 1 : 0,
    firstSeenAt: sortAt,
    lastSeenAt: sortAt,
    createdAt,
    updatedAt: createdAt,
    version: 1,
  };
}
