import type { People } from '#lib/messaging/members/people.ts';
import { useMessageTexts } from './message-texts.tsx';
import { nameOf, namesOf } from './names.ts';

/** Returns functions for the names of these people in the reader's language. */
export function useNames(me: string, people: People) {
  const { locale, messageNames: words } = useMessageTexts();
  const named = { people, me, words };
  return {
    nameOf: (id: string) => nameOf(id, named),
    namesOf: (ids: readonly string[]) => namesOf(ids, locale, named),
  };
}
