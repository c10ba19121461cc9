import { FileCheck } from 'lucide-react';
import { agoText } from '#components/inbox/age-text.ts';
import { inboxHref } from '#components/inbox/inbox-href.ts';
import { confidenceTones, draftTones, draftWords, nameOf, sourceWords } from '#components/inbox/inbox-words.ts';
import { Badge } from '#components/ui/badge.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import type { EmailThreadRecord } from '#lib/crm/schemas/thread.ts';
import { lastLines } from './last-lines.ts';

export type WaitingDraft = EmailDraftView & {
  readonly thread: Pick<EmailThreadRecord, 'id' | 'subject' | 'contact' | 'sourceChannel' | 'status'>;
};

type DraftCardsProps = { readonly label: string; readonly drafts: readonly WaitingDraft[]; readonly now: string };

/**
 * Lists the drafts that wait for approval, newest first. A link leads to the thread, where the answered mail is shown.
 */
export function DraftCards({ label, drafts, now }: DraftCardsProps) {
  if (drafts.length === 0)
    return (
      <EmptyState
        title="No drafts waiting for approval"
        icon={<FileCheck aria-hidden />}
        action={
          <LinkButton href={inboxHref({ status: 'new' })} look="secondary" size="small">
            View new threads
          </LinkButton>
        }
      >
        Drafts will appear here when one is proposed for a new email or when someone writes one.
      </EmptyState>
    );
  return (
    <ul aria-label={label} className="grid gap-4 lg:grid-cols-2">
      {drafts.map((draft) => (
        <li key={draft.id} className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4">
          <h2 className="text-base wrap-anywhere">
            <Link href={inboxHref({}, draft.thread.id)} className="underline underline-offset-4">
              {draft.thread.subject || '(no subject)'}
            </Link>
          </h2>
          <p className="text-sm text-muted wrap-anywhere">
            to {nameOf(draft.thread.contact)} · {draft.thread.sourceChannel} · {agoText(draft.createdAt, now)}
          </p>
          <p className="flex flex-wrap gap-1">
            {draft.status !== 'pending' && <Badge tone={draftTones[draft.status]}>{draftWords[draft.status]}</Badge>}
            <Badge>{sourceWords[draft.source]}</Badge>
            {draft.confidence && <Badge tone={confidenceTones[draft.confidence]}>{draft.confidence} confidence</Badge>}
            {draft.openSlots.length > 0 && <Badge tone="warning">{draft.openSlots.length} to fill in</Badge>}
            {draft.foreignLinks.length > 0 && <Badge tone="danger">external links</Badge>}
            {draft.stale && <Badge tone="warning">newer email</Badge>}
          </p>
          <p dir="auto" className="line-clamp-4 text-sm whitespace-pre-line wrap-anywhere">
            {draft.body.replaceAll(/\n\s*\n/g, '\n')}
          </p>
          {draft.body.length > 300 && <p className="text-sm text-muted wrap-anywhere">… {lastLines(draft.body, 1)}</p>}
        </li>
      ))}
    </ul>
  );
}
