import { useEffect, useRef } from 'react';
import { PersonAvatar } from '#components/messages/avatar.tsx';
import { useMessages } from '#components/messages/messages-context.ts';
import { personName } from '#components/messages/names.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { People } from '#lib/messaging/members/people.ts';
import type { MentionListState } from './use-mention-list.ts';

type MentionListProps = { readonly list: MentionListState; readonly people: People };

/** Shows the matching users above the box; see `useMentionList`. */
export function MentionList({ list: { id, found, active, optionId, take }, people }: MentionListProps) {
  const { texts, locale } = useMessages();
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) shown.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  return (
    <>
      <p aria-live="polite" className="sr-only">
        {found.length > 0 && fill(texts.mentionFound, { count: found.length }, locale)}
      </p>
      {found.length > 0 && (
        <div
          ref={shown}
          id={id}
          role="listbox"
          aria-label={texts.mention}
          className="absolute start-3 bottom-full z-10 mb-1 max-h-64 w-[min(22rem,calc(100%-1.5rem))] overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-lift"
        >
          {found.map((nameable) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the text box keeps the focus and names the active option.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text box handles the keys.
            <div
              key={nameable.userId}
              id={optionId(nameable)}
              role="option"
              aria-selected={nameable === active}
              // The box keeps the focus, so that a phone's keyboard stays open.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(nameable)}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-2 hover:bg-sunken aria-selected:bg-primary-soft"
            >
              <PersonAvatar
                person={people[nameable.userId]}
                name={personName(people, nameable.userId, texts)}
                size="small"
              />
              <span className="min-w-0 truncate">{nameable.label}</span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
