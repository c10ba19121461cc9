import type { Route } from 'next';
import { InboxFrame } from '#app/(admin)/admin/inbox/inbox-frame.tsx';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { ContactCards } from '#components/inbox/contacts/contact-cards.tsx';
import { type ContactAsked, ContactFilter } from '#components/inbox/contacts/contact-filter.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { listContacts } from '#lib/crm/contacts/contacts.ts';

const LIMIT = 50;

export const metadata = { title: 'Contacts' };

export default async function ContactsPage({ searchParams }: PageProps<'/admin/inbox/contacts'>) {
  const ctx = await pageContext('admin');
  const asked = await searchParams;
  const filter: ContactAsked = {
    email: textOf(asked.email)?.slice(0, 320),
    name: textOf(asked.name)?.slice(0, 200),
    company: textOf(asked.company)?.slice(0, 200),
    type: textOf(asked.type)?.slice(0, 40),
  };
  const { contacts, nextCursor } = await pageOrFirst(textOf(asked.cursor), (cursor) =>
    listContacts(ctx, { ...filter, limit: LIMIT, cursor }),
  );
  return (
    <InboxFrame ctx={ctx} here="contacts">
      <h1 className="text-2xl">Contacts</h1>
      <ContactFilter key={hrefOf(filter)} asked={filter} />
      <ContactCards contacts={contacts} isFiltered={Object.values(filter).some((value) => value !== undefined)} />
      <Pagination
        label="Pages"
        first={asked.cursor === undefined ? null : { href: hrefOf(filter), label: 'Newest' }}
        next={nextCursor === null ? null : { href: hrefOf(filter, nextCursor), label: 'Older' }}
      />
    </InboxFrame>
  );
}

function hrefOf(filter: ContactAsked, cursor?: string): Route {
  const given = Object.entries({ ...filter, cursor }).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const query = new URLSearchParams(given).toString();
  return `/admin/inbox/contacts${query && `?${query}`}` as Route; // a query after a checked route
}
