import { Search } from 'lucide-react';
import type { Route } from 'next';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMessages } from '#components/messages/messages-context.ts';
import { classNames } from '#components/ui/class-names.ts';
import { controlClass } from '#components/ui/form/field.tsx';
import { Select } from '#components/ui/form/select.tsx';
import { Link } from '#components/ui/link.tsx';
import { conversationTypes } from '#lib/messaging/values.ts';
import { filterQuery, type ListFilter, withFilter } from '#lib/web/messages/list-rows.ts';

const PAUSE_MS = 300;

/**
 * Shows the filters of the list. The choice is stored in the address, so that it can be bookmarked, shared and reached
 * with Back.
 */
export function ListFilters({ filter, openId }: { readonly filter: ListFilter; readonly openId: string | null }) {
  const { texts, base } = useMessages();
  const path = openId === null ? base : `${base}/${openId}`;
  // Reads the address at this moment, because another conversation may be open than at the last render.
  const go = (change: Partial<ListFilter>) =>
    window.history.replaceState(null, '', withFilter(window.location, change));
  const [q, setQ] = useState(filter.q);
  const to = (change: Partial<ListFilter>) => `${path}${filterQuery({ ...filter, q, ...change })}`;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wait = (text: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => go({ q: text }), PAUSE_MS);
  };
  const arrived = useEffectEvent(() => q !== filter.q && wait(q));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text that was typed before the conversation opened still applies.
  useEffect(() => {
    arrived();
    // Changing the address during a navigation would cancel that navigation.
    const stop = new AbortController();
    const left = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a')) clearTimeout(timer.current);
    };
    document.addEventListener('click', left, { capture: true, signal: stop.signal });
    return () => {
      stop.abort();
      clearTimeout(timer.current);
    };
  }, [openId]);

  const typed = (text: string) => {
    setQ(text);
    wait(text);
  };

  return (
    <div className="flex flex-col gap-2 border-b border-line px-4 pt-2 pb-3">
      <div className="flex gap-2">
        <search className="relative min-w-0 grow">
          <Search aria-hidden className="pointer-events-none absolute start-3 top-3 size-5 text-muted" />
          <input
            type="search"
            aria-label={texts.searchByName}
            placeholder={texts.searchByName}
            value={q}
            maxLength={100}
            onChange={({ target }) => typed(target.value)}
            className={classNames(controlClass, 'ps-10')}
          />
        </search>
        <div className="w-32 shrink-0">
          <Select
            aria-label={texts.kind}
            value={filter.type ?? ''}
            onChange={({ target }) => go({ q, type: conversationTypes.find((type) => type === target.value) ?? null })}
          >
            <option value="">{texts.anyKind}</option>
            {conversationTypes.map((type) => (
              <option key={type} value={type}>
                {texts[`kind_${type}`]}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <nav aria-label={texts.show} className="flex flex-wrap gap-1">
        {(['all', 'unread', 'archived'] as const).map((show) => (
          <Link
            key={show}
            href={to({ show }) as Route}
            replace
            scroll={false}
            aria-current={filter.show === show ? 'page' : undefined}
            className="flex min-h-11 items-center rounded-full px-4 text-sm font-medium hover:bg-sunken aria-[current]:bg-primary-soft aria-[current]:text-primary"
          >
            {texts[`show_${show}`]}
          </Link>
        ))}
      </nav>
    </div>
  );
}
