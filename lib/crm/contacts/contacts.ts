import { isDeepStrictEqual } from 'node:util';
import { auditRow } from '#lib/audit/audit.ts';
import { emailKeyOf } from '#lib/auth/email-key.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { invalid } from '#lib/core/errors.ts';
import { EmailContacts } from '#lib/crm/collections.ts';
import { contactsNewestFirst } from '#lib/crm/queries.ts';
import type { EmailContact, EmailContactView } from '#lib/crm/schemas/contact.ts';
import type { ContactPage, ContactsQuery, SaveContact } from '#lib/crm/schemas/contact-input.ts';
import { cursorAfter } from '#lib/data/cursor.ts';
import type { Row } from '#lib/data/store.ts';
import { contactIdOf } from './contact-id.ts';
import { type ContactField, fieldMatches, searchTermsOf, termOf } from './contact-terms.ts';
import { newContact } from './note-contact.ts';

const fields = ['email', 'name', 'company'] as const satisfies readonly ContactField[];
/** How many rows one query reads, and how many queries one page may take. */
const TURN = 200;
const MOST_TURNS = 10;

/**
 * Returns a page of contacts, newest first. The store filters by the longest term of the search. The other terms are
 * compared row by row.
 */
export async function listContacts({ data }: Context, query: ContactsQuery): Promise<ContactPage> {
  const searched = fields.filter((field) => (query[field] ?? '') !== '');
  const terms = searched.map((field) => termOf(field, query[field] ?? ''));
  if (terms.includes(null)) return { contacts: [], nextCursor: null };
  const term = terms.toSorted((a, b) => (b?.length ?? 0) - (a?.length ?? 0))[0] ?? undefined;
  const type = query.type === '' ? undefined : query.type;
  const matches = ({ data: contact }: Row<EmailContact>) =>
    searched.every((field) => fieldMatches(contact, field, query[field] ?? ''));

  const found: Row<EmailContact>[] = [];
  let cursor = query.cursor;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const asked = contactsNewestFirst({ term, type }, searched.length === 0 ? query.limit : TURN, cursor);
    const page = await data.find(asked);
    for (const [place, row] of page.rows.entries()) {
      if (matches(row)) found.push(row);
      if (found.length === query.limit) {
        const isLast = page.next === null && place === page.rows.length - 1;
        return { contacts: found.map(toContactView), nextCursor: isLast ? null : cursorAfter(asked, row) };
      }
    }
    cursor = page.next ?? undefined;
    if (cursor === undefined) break;
  }
  return { contacts: found.map(toContactView), nextCursor: cursor ?? null };
}

/**
 * Creates a contact, or updates the given fields of an existing one. An update without changes writes nothing. Incoming
 * mail never overwrites fields that a person typed.
 */
export async function saveContact(
  ctx: UserContext,
  input: SaveContact,
): Promise<{ readonly created: boolean; readonly contact: EmailContactView }> {
  const id = contactIdOf(input.email);
  const now = ctx.now();
  const at = now.toISOString();
  const typed = (['name', 'company', 'type'] as const).filter((field) => input[field] !== undefined);
  const given = Object.fromEntries(typed.map((field) => [field, input[field] === '' ? null : input[field]]));
  return ctx.data.tx(
    async (t) => {
      const known = await t.get(EmailContacts, id);
      // A mail may have created a contact from an address that the form would reject, so only new contacts are checked.
      if (!known && emailKeyOf(input.email) === null)
        throw invalid('The body is not valid', { email: 'must be an email address' });
      const base =
        known?.data ??
        newContact({ email: input.email, name: null }, { source: 'manual', sortAt: null, createdAt: at });
      const merged: EmailContact = { ...base, ...given, typed: [...new Set([...base.typed, ...typed])] };
      if (known && isDeepStrictEqual(merged, base)) return { created: false, contact: toContactView(known) };
      const version = known ? base.version + 1 : 1;
      const contact = { ...merged, searchTerms: searchTermsOf(merged), updatedAt: at, version };
      t.set(EmailContacts, id, contact);
      const action = known ? 'email-contact.changed' : 'email-contact.created';
      auditRow(t, ctx, { action, targetType: 'email-contact', targetId: id, now });
      return { created: !known, contact: toContactView({ id, data: contact }) };
    },
    { lane: `email_contacts/${id}` },
  );
}

/** Returns the contact with this id, or null. */
export async function findContact({ data }: Pick<Context, 'data'>, id: string): Promise<EmailContactView | null> {
  const row = await data.get(EmailContacts, id);
  return row ? toContactView(row) : null;
}

export function toContactView({ id, data }: Pick<Row<EmailContact>, 'id' | 'data'>): EmailContactView {
  const { emailKey: _key, typed: _typed, searchTerms: _terms, ...shown } = data;
  return { ...shown, id };
}

export const getContact = ({ data }: Pick<Context, 'data'>, id: string): Promise<Row<EmailContact>> =>
  data.need(EmailContacts, id);
