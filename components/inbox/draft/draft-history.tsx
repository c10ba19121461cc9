import { useReader } from '#components/admin/console-reader.tsx';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { draftTones } from '#components/inbox/inbox-words.ts';
import { Badge } from '#components/ui/badge.tsx';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import { timeText } from '#lib/i18n/console/times.ts';

type DraftHistoryProps = {
  readonly drafts: readonly EmailDraftView[];
  readonly people: Readonly<Record<string, string>>;
};

/** Lists the earlier drafts of a thread, of which there is at least one, and their outcomes. */
export function DraftHistory({ drafts, people }: DraftHistoryProps) {
  const t = useSay('reply');
  const inbox = useSay('inbox');
  const reader = useReader();
  return (
    <details>
      <summary className="min-h-9 text-sm text-muted">{t('earlier', { count: drafts.length })}</summary>
      <ul className="flex flex-col gap-3 pt-2">
        {drafts.map((draft) => (
          <li key={draft.id} className="flex flex-col gap-2 rounded-md border border-line p-3 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={draftTones[draft.status]}>{inbox(`draft_${draft.status}`)}</Badge>
              <span className="text-muted" suppressHydrationWarning>
                {t(`source_${draft.source}`)} · {timeText(draft.createdAt, reader)}
                {draft.rejectedBy && ` · ${t('byName', { name: people[draft.rejectedBy] ?? t('someone') })}`}
              </span>
            </p>
            {draft.rejectReason && <p>{t('reasonText', { reason: draft.rejectReason })}</p>}
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere text-muted">
              {draft.body}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
