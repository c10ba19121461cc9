import { FileCheck } from 'lucide-react';
import { agoText } from '#components/inbox/age-text.ts';
import { inboxHref } from '#components/inbox/inbox-href.ts';
import { confidenceTones, draftTones, nameOf } from '#components/inbox/inbox-words.ts';
import { Badge } from '#components/ui/badge.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import type { EmailThreadRecord } from '#lib/crm/schemas/thread.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { lastLines } from './last-lines.ts';

export type WaitingDraft = EmailDraftView & {
  readonly thread: Pick<EmailThreadRecord, 'id' | 'subject' | 'contact' | 'sourceChannel' | 'status'>;
};

type DraftCardsProps = {
  readonly label: string;
  readonly drafts: readonly WaitingDraft[];
  readonly channelNames: Readonly<Record<string, string>>;
  readonly now: string;
};

/**
 * Lists the drafts that wait for approval, newest first. A link leads to the thread, where the answered mail is shown.
 */
export async function DraftCards({ label, drafts, channelNames, now }: DraftCardsProps) {
  const [{ t }, words] = await Promise.all([consoleTexts('reply'), consoleTexts('inbox')]);
  if (drafts.length === 0)
    return (
      <EmptyState
        title={t('noDrafts')}
        icon={<FileCheck aria-hidden />}
        action={
          <LinkButton href={inboxHref({ status: 'new' })} look="secondary" size="small">
            {t('viewNew')}
          </LinkButton>
        }
      >
        {t('noDraftsText')}
      </EmptyState>
    );
  return (
    <ul aria-label={label} className="grid gap-4 lg:grid-cols-2">
      {drafts.map((draft) => (
        <li key={draft.id} className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4">
          <h2 dir="auto" className="text-base wrap-anywhere">
            <Link href={inboxHref({}, draft.thread.id)} className="underline underline-offset-4">
              {draft.thread.subject || words.t('noSubject')}
            </Link>
          </h2>
          <p dir="auto" className="text-sm text-muted wrap-anywhere">
            {t('cardTo', { name: nameOf(draft.thread.contact, words.t('unknownSender')) })} ·{' '}
            {channelNames[draft.thread.sourceChannel] ?? draft.thread.sourceChannel} ·{' '}
            {agoText(draft.createdAt, now, words)}
          </p>
          <p className="flex flex-wrap gap-1">
            {draft.status !== 'pending' && (
              <Badge tone={draftTones[draft.status]}>{words.t(`draft_${draft.status}`)}</Badge>
            )}
            <Badge>{t(`source_${draft.source}`)}</Badge>
            {draft.confidence && (
              <Badge tone={confidenceTones[draft.confidence]}>{t(`confidence_${draft.confidence}`)}</Badge>
            )}
            {draft.openSlots.length > 0 && (
              <Badge tone="warning">{t('toFill', { count: draft.openSlots.length })}</Badge>
            )}
            {draft.foreignLinks.length > 0 && <Badge tone="danger">{t('externalLinks')}</Badge>}
            {draft.stale && <Badge tone="warning">{t('newerEmail')}</Badge>}
          </p>
          <p dir="auto" className="line-clamp-4 text-sm whitespace-pre-line wrap-anywhere">
            {draft.body.replaceAll(/\n\s*\n/g, '\n')}
          </p>
          {draft.body.length > 300 && (
            <p dir="auto" className="text-sm text-muted wrap-anywhere">
              … {lastLines(draft.body, 1)}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
