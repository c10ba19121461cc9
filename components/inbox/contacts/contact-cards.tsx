import { Users } from 'lucide-react';
import { inboxHref } from '#components/inbox/inbox-href.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import type { EmailContactView } from '#lib/crm/schemas/contact.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { ContactCard } from './contact-card.tsx';

type ContactCardsProps = { readonly contacts: readonly EmailContactView[]; readonly isFiltered: boolean };

/** Lists the contacts: people who wrote to us, and contacts an admin added. */
export async function ContactCards({ contacts, isFiltered }: ContactCardsProps) {
  const { t } = await consoleTexts('crm');
  if (contacts.length === 0)
    return (
      <EmptyState title={t(isFiltered ? 'noContactsFound' : 'noContacts')} icon={<Users aria-hidden />}>
        {t(isFiltered ? 'noContactsFoundText' : 'noContactsText')}
      </EmptyState>
    );
  return (
    <ul aria-label={t('contactList')} className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {contacts.map((contact) => (
        <li key={contact.id} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
          <ContactCard contact={contact} />
          {contact.threadCount > 0 && (
            <Link href={inboxHref({ q: contact.email })} className="text-sm underline underline-offset-4">
              {t('viewThreads')}
              <span className="sr-only">: {contact.email}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
