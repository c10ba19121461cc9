import { Bookmark, X } from 'lucide-react';
import type { Route } from 'next';
import { useSearchParams } from 'next/navigation';
import { type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useReader } from '#components/admin/console-reader.tsx';
import { useErrorText } from '#components/admin/use-error-text.ts';
import { Alert } from '#components/ui/alert.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import { Link } from '#components/ui/link.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { useLate } from '#components/ui/use-late.ts';
import type { ViewPage } from '#lib/admin/preferences/values.ts';
import type { SavedView } from '#lib/admin/schemas/console-preferences.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { ApiProblem, remove } from '#lib/web/api/api-client.ts';
import { LateNotice } from './late-notice.tsx';

type ViewChipsProps = {
  readonly page: ViewPage;
  readonly views: readonly SavedView[];
  readonly onChange: (change: (before: readonly SavedView[]) => readonly SavedView[]) => void;
  readonly texts: ConsoleTexts<'shell'>;
};

/** Shows the saved filters of this list, and saves the current one. */
export function ViewChips({ page, views, onChange, texts }: ViewChipsProps) {
  const { locale } = useReader();
  const asked = useSearchParams();
  const [isSaving, setSaving] = useState(false);
  const dialog = useLate(() => import('./save-view.tsx'));

  const query = filterOf(asked.toString());
  const here = views.filter((view) => view.page === page);
  const isSaved = here.some((view) => filterOf(view.query) === query);
  const section = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const action = useAction(useErrorText());

  // The chip is there before the dialog closes, because the button that opened the dialog is gone then.
  const saved = (view: SavedView) =>
    flushSync(() => onChange((before) => [...before.filter(({ id }) => id !== view.id), view]));
  const { SaveView } = dialog.part ?? {};
  const open = () => {
    setSaving(true);
    dialog.load();
  };
  const close = () => {
    setSaving(false);
    (opener.current ?? section.current?.querySelector<HTMLElement>('[aria-current]'))?.focus();
  };
  const forget = ({ id }: SavedView, { currentTarget: { parentElement: chip } }: MouseEvent) =>
    action.act(
      () => deleted(id),
      () => {
        if (chip?.contains(document.activeElement)) (neighbourOf(chip) ?? opener.current ?? section.current)?.focus();
        onChange((before) => before.filter((view) => view.id !== id));
      },
    );

  return (
    <section ref={section} tabIndex={-1} aria-label={texts.views} className="flex flex-wrap items-center gap-2">
      {here.map((view) => (
        <span key={view.id} className="inline-flex items-center rounded-md border border-line bg-surface">
          <Link
            href={`${page}${view.query && `?${view.query}`}` as Route}
            aria-current={filterOf(view.query) === query ? 'page' : undefined}
            className="inline-flex min-h-9 items-center px-3 text-sm aria-[current]:font-semibold"
          >
            {view.name}
          </Link>
          <button
            type="button"
            onClick={(event) => forget(view, event)}
            aria-disabled={action.isBusy}
            aria-label={fill(texts.deleteView, { name: view.name }, locale)}
            className="inline-flex size-9 items-center justify-center rounded-md hover:bg-sunken aria-disabled:opacity-60"
          >
            <X aria-hidden className="size-4" />
          </button>
        </span>
      ))}
      {query !== '' && !isSaved && (
        <button ref={opener} type="button" onClick={open} className={buttonClass({ look: 'quiet', size: 'small' })}>
          <Bookmark aria-hidden className="size-4" />
          {texts.saveView}
        </button>
      )}
      {action.problem && (
        <div className="w-full">
          <Alert kind="danger" role="alert" title={texts.viewNotDeleted}>
            {action.problem}
          </Alert>
        </div>
      )}
      {isSaving && SaveView && <SaveView page={page} query={query} texts={texts} onSaved={saved} onClose={close} />}
      {isSaving && dialog.hasFailed && <LateNotice texts={texts} onRetry={dialog.load} onClose={close} />}
    </section>
  );
}

/** Deletes a view. One that was deleted elsewhere meanwhile is gone as well. */
async function deleted(id: string): Promise<void> {
  try {
    await remove(`/api/admin/console-preferences/views/${id}`);
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 404)) throw error;
  }
}

/** Returns the view that stands after a chip, otherwise the view before it. */
const neighbourOf = ({ nextElementSibling, previousElementSibling }: HTMLElement) =>
  nextElementSibling?.querySelector('a') ?? previousElementSibling?.querySelector('a');

/** Returns the filter of a list without the place in it, with its parameters in one order. */
function filterOf(query: string): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('cursor');
  parameters.sort();
  return parameters.toString();
}
