import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { Avatar } from '#components/messages/avatar.tsx';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Contact } from '#lib/messaging/schemas/contact.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { useContacts } from './use-contacts.ts';

type PeoplePickerProps = {
  readonly picked: readonly Contact[];
  readonly onChange: (picked: readonly Contact[]) => void;
  /** Ids of people who are members already. */
  readonly without?: readonly string[];
};

/** Finds people by name and selects several of them. */
export function PeoplePicker({ picked, onChange, without = [] }: PeoplePickerProps) {
  const { locale, ...words } = useMessageTexts();
  const texts = words.messagePeople;
  const id = useId();
  const [q, setQ] = useState('');
  const { contacts, problem, retry } = useContacts(q.trim());
  const found = contacts?.filter((contact) => !without.includes(contact.id)) ?? [];
  const drop = (gone: string) => onChange(picked.filter((contact) => contact.id !== gone));
  const nameOf = ({ name, seller }: Contact) => name || seller || texts.nameless;

  return (
    <div className="flex shrink-0 flex-col gap-4">
      <TextField
        id={id}
        type="search"
        label={texts.findPeople}
        hint={texts.findHint}
        value={q}
        autoComplete="off"
        onChange={(event) => setQ(event.target.value)}
      />
      {picked.length > 0 && (
        <ul aria-label={texts.picked} className="flex flex-wrap gap-2">
          {picked.map((contact) => (
            <li key={contact.id}>
              <button
                type="button"
                onClick={() => drop(contact.id)}
                aria-label={fill(texts.dropPerson, { name: nameOf(contact) }, locale)}
                className="flex min-h-11 items-center gap-2 rounded-full bg-neutral-soft ps-4 pe-3 text-start"
              >
                {nameOf(contact)}
                <X aria-hidden className="size-4 shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <fieldset className="min-w-0">
        <legend className="sr-only">{texts.people}</legend>
        {contacts === null && problem === null && <Waiting />}
        {found.map((contact) => (
          <label
            key={contact.id}
            className="flex min-h-14 items-center gap-3 rounded-md px-2 hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-primary"
          >
            <Avatar id={contact.id} name={nameOf(contact)} picture={contact.avatarUrl} />
            <span className="flex min-w-0 grow flex-col">
              <span className="truncate font-medium">{nameOf(contact)}</span>
              {contact.seller && (
                <span className="truncate text-sm text-muted">
                  {fill(texts.sellerOf, { shop: contact.seller }, locale)}
                </span>
              )}
            </span>
            <input
              type="checkbox"
              checked={picked.some((pickedContact) => pickedContact.id === contact.id)}
              onChange={(event) => (event.target.checked ? onChange([...picked, contact]) : drop(contact.id))}
              className="size-5 shrink-0 accent-primary focus-visible:outline-none"
            />
          </label>
        ))}
      </fieldset>
      <p role="status" className="text-muted empty:hidden">
        {contacts !== null && found.length === 0 && (q.trim() === '' ? texts.nobodyYet : texts.nobodyFound)}
      </p>
      {problem !== null && (
        <Alert
          kind="danger"
          role="alert"
          action={
            <Button look="secondary" onClick={retry}>
              {texts.retry}
            </Button>
          }
        >
          {problemText(problem, words.messageProblems)}
        </Alert>
      )}
    </div>
  );
}

const Waiting = () => (
  <div className="flex flex-col gap-2">
    <Skeleton className="h-12" />
    <Skeleton className="h-12" />
    <Skeleton className="h-12" />
  </div>
);
