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
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

const LIMIT = 50;
const PATH = '/admin/inbox/contacts';

export async function generateMetadata() {
  const { t } = await consoleTexts('crm');
  return { title: t('contactsTitle') };
}

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
  const { t } = await consoleTexts('crm');
  return (
    <InboxFrame ctx={ctx} here="contacts">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">{t('contactsTitle')}</h1>
        <CsvLink list="contacts" query={filter} />
      </div>
      <TableFilter
        action={PATH}
        query={filter}
        fields={[
          { kind: 'text', name: 'email', label: t('email'), maxLength: 320 },
          { kind: 'text', name: 'name', label: t('name'), maxLength: 200 },
          { kind: 'text', name: 'company', label: t('company'), maxLength: 200 },
          { kind: 'text', name: 'type', label: t('type'), maxLength: 40 },
        ]}
        label={t('filter')}
        any={t('any')}
        submit={t('show')}
      />
      <NewContact />
      <ContactCards contacts={contacts} isFiltered={Object.values(filter).some((value) => value !== undefined)} />
      <CursorPages
        isFirst={asked.cursor === undefined}
        nextCursor={nextCursor}
        label={t('pages')}
        first={t('newest')}
        next={t('older')}
        hrefOf={(cursor) => queryHref(PATH, { ...filter, cursor })}
      />
    </InboxFrame>
  );
}
