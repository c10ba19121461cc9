import { useReader } from '#components/admin/console-reader.tsx';
import { agoText } from '#components/inbox/age-text.ts';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { confidenceTones, draftTones } from '#components/inbox/inbox-words.ts';
import { sendErrorText } from '#components/inbox/problem-text.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Badge } from '#components/ui/badge.tsx';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import { momentText, timeText } from '#lib/i18n/console/times.ts';
import type { DraftWorld } from './draft-world.ts';
import { isHeld } from './held-send.ts';

type DraftStateProps = { readonly draft: EmailDraftView; readonly world: DraftWorld; readonly isDirty: boolean };

/** How long after a save another person's edit is reported to the user. */
const EDITING_MS = 10 * 60_000;

/** Shows the source and the state of a draft in words. */
export function DraftState({ draft, world, isDirty }: DraftStateProps) {
  const { status, source, model, confidence, stale, reviewerId, approvedAt, editedBy, editedAt } = draft;
  const isWaiting = isHeld(draft);
  const t = useSay('reply');
  const inbox = useSay('inbox');
  const reader = useReader();
  const ago = (at: string) => agoText(at, world.now, { t: inbox, reader });
  const named = (id: string | null): string => (id === world.me ? t('you') : (world.people[id ?? ''] ?? t('someone')));
  const isEditedByOther =
    editedBy !== null &&
    editedBy !== world.me &&
    editedAt !== null &&
    Date.parse(world.now) - Date.parse(editedAt) < EDITING_MS;
  return (
    <div className="flex flex-col gap-3">
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="text-lg">{t('draft')}</h2>
        <Badge tone={isWaiting ? 'accent' : draftTones[status]}>
          {isWaiting ? t('aboutToSend') : inbox(`draft_${status}`)}
        </Badge>
        <Badge>{t(`source_${source}`)}</Badge>
        {confidence && <Badge tone={confidenceTones[confidence]}>{t(`confidence_${confidence}`)}</Badge>}
        <span className="text-sm text-muted">
          {t('version', { version: draft.version })}
          {source === 'ai' && model && ` · ${model}`}
        </span>
      </header>
      {approvedAt && status === 'approved' && (
        <p className="text-sm text-muted" suppressHydrationWarning>
          {t('approvedBy', { name: named(reviewerId), when: ago(approvedAt) })}
          {!isWaiting && ` ${t('whenSent')}`}
        </p>
      )}
      {isWaiting && draft.sendAt && (
        <Alert kind="info">
          <span suppressHydrationWarning>
            {t('leaving', { email: draft.toEmail, at: momentText(draft.sendAt, reader) })}
          </span>
        </Alert>
      )}
      {editedAt && status !== 'approved' && (
        <p className="text-sm text-muted" suppressHydrationWarning>
          {t('editedBy', { name: named(editedBy), when: ago(editedAt) })}
        </p>
      )}
      {isEditedByOther && <Alert kind="warning">{t('editing', { name: named(editedBy), when: ago(editedAt) })}</Alert>}
      {stale && status !== 'sending' && <Alert kind="warning">{t('stale')}</Alert>}
      {isDirty && status === 'approved' && <Alert kind="warning">{t('voids')}</Alert>}
      {status === 'failed' && !isWaiting && draft.lastError && <Failed draft={draft} error={draft.lastError} />}
    </div>
  );
}

function Failed({
  draft,
  error,
}: {
  readonly draft: EmailDraftView;
  readonly error: NonNullable<EmailDraftView['lastError']>;
}) {
  const t = useSay('reply');
  const inbox = useSay('inbox');
  const reader = useReader();
  return (
    <Alert kind="danger" title={t('failedTitle')}>
      <p suppressHydrationWarning>
        {sendErrorText(error, inbox)} {error.responseCode !== null && `(${error.responseCode})`} ·{' '}
        {t('failedAt', { at: timeText(error.at, reader), attempt: draft.attempts })}
      </p>
      <p suppressHydrationWarning>
        {draft.nextAttemptAt === null ? t('noRetry') : t('retryAt', { at: timeText(draft.nextAttemptAt, reader) })}
      </p>
    </Alert>
  );
}
