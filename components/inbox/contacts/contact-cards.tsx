import { Users } from 'lucide-react';
import { inboxHref } from '#components/inbox/inbox-href.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import type { EmailContactView } from '#lib/crm/schemas/contact.ts';
import { ContactCard } from './contact-card.tsx';

type ContactCardsProps = { readonly contacts: readonly EmailContactView[]; readonly isFiltered: boolean };

/** Lists the contacts: people who wrote to us, and contacts an admin added. */
export function ContactCards({ contacts, isFiltered }: ContactCardsProps) {
  if (contacts.length === 0)
    return (
      <EmptyState title={isFiltered ? 'No contacts found' : 'No contacts yet'} icon={<Users aria-hidden />}>
        {isFiltered
          ? 'Each field matches the beginning of a word. Try fewer letters.'
          : 'Senders of incoming emails will appear here.'}
      </EmptyState>
    );
  return (
    <ul aria-label="Contacts, newest first" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {contacts.map((contact) => (
        <li key={contact.id} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
          <ContactCard contact={contact} />
          {contact.threadCount > 0 && (
            <Link href={inboxHref({ q: contact.email })} className="text-sm underline underline-offset-4">
              View threads<span className="sr-only"> with {contact.email}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
