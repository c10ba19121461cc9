import { Search } from 'lucide-react';
import type { InboxFilter } from '#components/inbox/inbox-href.ts';
import { controlClass } from '#components/ui/form/field.tsx';

/** Looks for words in threads. A form of the browser's own: the address is the search. */
export function InboxSearch({ filter: { status, channel, q } }: { readonly filter: InboxFilter }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: Safari does not know the element yet.
    <form
      action="/admin/inbox"
      role="search"
      aria-label="Threads"
      className="sticky top-0 z-10 border-b border-line bg-surface p-3"
    >
      {status && <input type="hidden" name="status" value={status} />}
      {channel && <input type="hidden" name="channel" value={channel} />}
      <Search aria-hidden className="pointer-events-none absolute start-6 top-1/2 size-4 -translate-y-1/2 text-muted" />
      <input
        // A new address brings a new field: what was searched for stands in it.
        key={q}
        id="inbox-search"
        type="search"
        name="q"
        defaultValue={q}
        aria-label="Search threads"
        placeholder="Search"
        maxLength={200}
        className={`${controlClass} min-h-10! py-1! ps-9 text-sm!`}
      />
    </form>
  );
}
