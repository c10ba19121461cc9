import { useEffect, useState } from 'react';
import type { Contact, ContactList } from '#lib/messaging/schemas/contact.ts';
import { get } from '#lib/web/api/api-client.ts';

/** How long to wait after a keystroke before searching. */
const PAUSE_MS = 150;

type Found = { readonly contacts: readonly Contact[] | null; readonly problem: unknown };

/**
 * Returns the people that the reader may write to, by the beginning of a name. The last result stays until the next
 * arrives.
 */
export function useContacts(q: string) {
  const [{ contacts, problem }, setFound] = useState<Found>({ contacts: null, problem: null });
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry repeats the same request.
  useEffect(() => {
    const asking = new AbortController();
    const ask = async () => {
      try {
        const path = `/api/conversations/contacts?${new URLSearchParams({ q })}`;
        const list = await get<ContactList>(path, { signal: asking.signal });
        setFound({ contacts: list.contacts, problem: null });
      } catch (error) {
        if (!asking.signal.aborted) setFound({ contacts: null, problem: error });
      }
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [q, tries]);

  return { contacts, problem, retry: () => setTries(tries + 1) };
}
