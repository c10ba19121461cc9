import { InboxFrame } from '#app/(admin)/admin/inbox/inbox-frame.tsx';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { CsvLink } from '#components/admin/csv-link.tsx';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { ContactCards } from '#components/inbox/contacts/contact-cards.tsx';
import { NewContact } from '#components/inbox/contacts/new-contact.tsx';
import { queryHref } from '#components/ui/query-href.ts';
import { TableFilter } from '#components/ui/table-filter.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { listContacts } from '#lib/crm/contacts/contacts.ts';

const LIMIT = 50;
const PATH = '/admin/inbox/contacts';

export const metadata = { title: 'Contacts' };

export default async function ContactsPage({ searchParams }: PageProps<'/admin/inbox/contacts'>) {
  const ctx = await pageContext('admin');
  const asked = await searchParams;
  const filter = {
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
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Contacts</h1>
        <CsvLink list="contacts" query={filter} />
      </div>
      <TableFilter
        action={PATH}
        query={filter}
        fields={[
          { kind: 'text', name: 'email', label: 'Email address', maxLength: 320 },
          { kind: 'text', name: 'name', label: 'Name', maxLength: 200 },
          { kind: 'text', name: 'company', label: 'Company', maxLength: 200 },
          { kind: 'text', name: 'type', label: 'Type', maxLength: 40 },
        ]}
        label="Filter"
        any="any"
        submit="Show"
      />
      <NewContact />
      <ContactCards contacts={contacts} isFiltered={Object.values(filter).some((value) => value !== undefined)} />
      <CursorPages
        isFirst={asked.cursor === undefined}
        nextCursor={nextCursor}
        hrefOf={(cursor) => queryHref(PATH, { ...filter, cursor })}
      />
    </InboxFrame>
  );
}
