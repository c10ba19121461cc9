import { consoleTime } from '#components/admin/console-time.ts';
import { draftTones, draftWords, sourceWords } from '#components/inbox/inbox-words.ts';
import { Badge } from '#components/ui/badge.tsx';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';

type DraftHistoryProps = {
  readonly drafts: readonly EmailDraftView[];
  readonly people: Readonly<Record<string, string>>;
};

/** Lists the earlier drafts of a thread and their outcomes. */
export function DraftHistory({ drafts, people }: DraftHistoryProps) {
  if (drafts.length === 0) return null;
  return (
    <details>
      <summary className="min-h-9 text-sm text-muted">
        {drafts.length === 1 ? '1 earlier draft' : `${drafts.length} earlier drafts`}
      </summary>
      <ul className="flex flex-col gap-3 pt-2">
        {drafts.map((draft) => (
          <li key={draft.id} className="flex flex-col gap-2 rounded-md border border-line p-3 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={draftTones[draft.status]}>{draftWords[draft.status]}</Badge>
              <span className="text-muted">
                {sourceWords[draft.source]} · {consoleTime(draft.createdAt)}
                {draft.rejectedBy && ` · by ${people[draft.rejectedBy] ?? draft.rejectedBy}`}
              </span>
            </p>
            {draft.rejectReason && <p>Reason: {draft.rejectReason}</p>}
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere text-muted">
              {draft.body}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
