import { Search } from 'lucide-react';
import type { InboxFilter } from '#components/inbox/inbox-href.ts';
import { controlClass } from '#components/ui/form/field.tsx';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

/** Shows the search form for threads. The browser submits the form, so the URL holds the search. */
export async function InboxSearch({ filter: { status, channel, q } }: { readonly filter: InboxFilter }) {
  const { t } = await consoleTexts('inbox');
  return (
    // biome-ignore lint/a11y/useSemanticElements: Safari does not support the element yet.
    <form
      action="/admin/inbox"
      role="search"
      aria-label={t('threads')}
      className="sticky top-0 z-10 border-b border-line bg-surface p-3"
    >
      {status && <input type="hidden" name="status" value={status} />}
      {channel && <input type="hidden" name="channel" value={channel} />}
      <Search aria-hidden className="pointer-events-none absolute start-6 top-1/2 size-4 -translate-y-1/2 text-muted" />
      <input
        // A new URL renders a new field with its search text.
        key={q}
        id="inbox-search"
        type="search"
        name="q"
        defaultValue={q}
        aria-label={t('searchThreads')}
        placeholder={t('search')}
        maxLength={200}
        className={`${controlClass} min-h-10! py-1! ps-9 text-sm!`}
      />
    </form>
  );
}
