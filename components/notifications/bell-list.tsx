import { Bell, Settings, X } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { NotificationPage, NotificationView } from '#lib/notifications/schemas/notification.ts';
import type { NotificationType } from '#lib/notifications/values.ts';
import { get, put } from '#lib/web/api/api-client.ts';
import { byDay, dayText } from '#lib/web/day-groups.ts';
import { localLinks } from '#lib/web/i18n/local-links.ts';
import type { BellTexts } from '#lib/web/notifications/bell-texts.ts';
import { BellRow } from './bell-row.tsx';

const NEWEST = '/api/notifications?limit=20';

type BellListProps = {
  /** Increases with every event that the list has changed. */
  readonly changes: number;
  readonly locale: Locale;
  readonly prefix: string | null;
  readonly texts: BellTexts;
  readonly onClose: () => void;
};

/** Shows the newest notifications by day, each with its actions. */
export function BellList({ changes, locale, prefix, texts, onClose }: BellListProps) {
  const { rows, problem, load, change } = useNewest(changes);
  const [said, setSaid] = useState('');
  const [muted, setMuted] = useState<NotificationType | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const go = localLinks(prefix);
  const newest = rows?.[0];
  const hasUnread = rows?.some(({ status }) => status === 'unread') ?? false;

  // The pressed button is about to disappear, and without this a keyboard user would start again at the top of the page.
  const keepFocus = () => list.current?.focus({ preventScroll: true });

  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setSaid('');
    try {
      await work();
      return true;
    } catch {
      setSaid(texts.failed);
      void load();
      return false;
    }
  };
  const readAll = () => {
    if (!newest) return;
    keepFocus();
    change((row) => ({ ...row, status: 'read' }));
    void attempt(() => put('/api/notifications/read-all', { before: newest.createdAt }));
  };
  const setType = async (type: NotificationType, enabled: boolean) => {
    const isDone = await attempt(() => put('/api/notifications/preferences', { types: { [type]: { enabled } } }));
    if (isDone) setMuted(enabled ? null : type);
  };

  return (
    <div className="flex max-h-[inherit] min-h-0 flex-col">
      <div className="flex items-center gap-2 border-b border-line py-2 ps-4 pe-2">
        <h2 className="min-w-0 grow text-lg">{texts.title}</h2>
        <Link
          href={go('/notifications/preferences')}
          onClick={onClose}
          aria-label={texts.preferences}
          title={texts.preferences}
          className="flex size-11 items-center justify-center rounded-md hover:bg-sunken"
        >
          <Settings aria-hidden className="size-5" />
        </Link>
        <button
          type="button"
          onClick={onClose}
          aria-label={texts.close}
          className="flex size-11 items-center justify-center rounded-md hover:bg-sunken sm:hidden"
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      <div ref={list} tabIndex={-1} className="min-h-24 overflow-y-auto overscroll-contain">
        {muted && (
          <p
            className="flex flex-wrap items-center gap-2 border-b border-line bg-sunken px-4 py-2 text-sm"
            role="status"
          >
            <span className="min-w-0 grow">{fill(texts.muted, { type: texts.types[muted] }, locale)}</span>
            <Button size="small" look="secondary" onClick={() => void setType(muted, true)}>
              {texts.undo}
            </Button>
          </p>
        )}
        {problem && !rows ? (
          <div className="p-4">
            <Alert
              kind="danger"
              role="alert"
              action={
                <Button look="secondary" onClick={() => void load()}>
                  {texts.tryAgain}
                </Button>
              }
            >
              {texts.failed}
            </Alert>
          </div>
        ) : !rows ? (
          <div className="flex flex-col gap-3 p-4">
            {[1, 2, 3].map((place) => (
              <Skeleton key={place} className="h-14" />
            ))}
          </div>
        ) : rows.length === 0 ? (
          <div className="px-4">
            <EmptyState title={texts.emptyTitle} icon={<Bell aria-hidden />}>
              {texts.emptyText}
            </EmptyState>
          </div>
        ) : (
          byDay(rows).map(({ day, rows: ofDay }) => (
            <section key={day} aria-label={dayText(day, new Date(), locale)}>
              <h3 className="bg-sunken px-4 py-1 text-sm text-muted">{dayText(day, new Date(), locale)}</h3>
              <ul>
                {ofDay.map((row) => (
                  <BellRow
                    key={row.id}
                    row={row}
                    locale={locale}
                    prefix={prefix}
                    texts={texts}
                    onFollow={onClose}
                    onChange={(next) => {
                      if (next === null) keepFocus();
                      change((listed) => (listed.id === row.id ? next : listed));
                    }}
                    onAttempt={attempt}
                    onMute={() => void setType(row.type, false)}
                  />
                ))}
              </ul>
            </section>
          ))
        )}
      </div>
      <p role="status" className="px-4 text-sm text-danger empty:sr-only">
        {said}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line p-2">
        <Link
          href={go('/notifications')}
          onClick={onClose}
          className="flex min-h-11 items-center rounded-md px-2 underline underline-offset-4 hover:bg-sunken"
        >
          {texts.seeAll}
        </Link>
        {hasUnread && (
          <Button look="quiet" onClick={readAll}>
            {texts.readAll}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Reads the newest rows, again on each change. The result of an overtaken request is not shown. */
function useNewest(changes: number) {
  const [rows, setRows] = useState<readonly NotificationView[] | null>(null);
  const [problem, setProblem] = useState(false);
  const load = useCallback(async (signal?: AbortSignal) => {
    try {
      const { notifications } = await get<NotificationPage>(NEWEST, signal ? { signal } : {});
      setRows(notifications);
      setProblem(false);
    } catch {
      if (!signal?.aborted) setProblem(true);
    }
  }, []);
  const read = useEffectEvent((signal: AbortSignal) => void load(signal));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change must be checked again.
  useEffect(() => {
    const stop = new AbortController();
    read(stop.signal);
    return () => stop.abort();
  }, [changes]);

  const change = (make: (row: NotificationView) => NotificationView | null) =>
    setRows((before) => before?.flatMap((row) => make(row) ?? []) ?? null);
  return { rows, problem, load, change };
}
