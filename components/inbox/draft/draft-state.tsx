import { consoleMoment, consoleTime } from '#components/admin/console-time.ts';
import { agoText } from '#components/inbox/age-text.ts';
import { confidenceTones, draftTones, draftWords, sourceWords } from '#components/inbox/inbox-words.ts';
import { sendErrorText } from '#components/inbox/problem-text.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Badge } from '#components/ui/badge.tsx';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import type { DraftWorld } from './draft-world.ts';
import { isHeld } from './held-send.ts';

type DraftStateProps = { readonly draft: EmailDraftView; readonly world: DraftWorld; readonly isDirty: boolean };

/** How long after a save another person's edit is reported to the user. */
const EDITING_MS = 10 * 60_000;

/** Shows the source and the state of a draft in words. */
export function DraftState({ draft, world, isDirty }: DraftStateProps) {
  const { status, source, model, confidence, stale, reviewerId, approvedAt, editedBy, editedAt } = draft;
  const isWaiting = isHeld(draft);
  const named = (id: string | null): string => (id === world.me ? 'you' : (world.people[id ?? ''] ?? 'someone else'));
  const isEditedByOther =
    editedBy !== null &&
    editedBy !== world.me &&
    editedAt !== null &&
    Date.parse(world.now) - Date.parse(editedAt) < EDITING_MS;
  return (
    <div className="flex flex-col gap-3">
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="text-lg">Draft</h2>
        <Badge tone={isWaiting ? 'accent' : draftTones[status]}>
          {isWaiting ? 'about to be sent' : draftWords[status]}
        </Badge>
        <Badge>{sourceWords[source]}</Badge>
        {confidence && <Badge tone={confidenceTones[confidence]}>{confidence} confidence</Badge>}
        <span className="text-sm text-muted">
          version {draft.version}
          {source === 'ai' && model && ` · ${model}`}
        </span>
      </header>
      {approvedAt && status === 'approved' && (
        <p className="text-sm text-muted">
          Approved by {named(reviewerId)} {agoText(approvedAt, world.now)}.
          {!isWaiting && ' It will be sent when someone presses Send.'}
        </p>
      )}
      {isWaiting && draft.sendAt && (
        <Alert kind="info">
          This email will be sent to {draft.toEmail} at {consoleMoment(draft.sendAt)}. You can undo it until then.
        </Alert>
      )}
      {editedAt && status !== 'approved' && (
        <p className="text-sm text-muted">
          Last edited by {named(editedBy)} {agoText(editedAt, world.now)}.
        </p>
      )}
      {isEditedByOther && (
        <Alert kind="warning">
          {named(editedBy)} has been editing this draft, last {agoText(editedAt, world.now)}. Agree on who will finish
          it.
        </Alert>
      )}
      {stale && status !== 'sending' && (
        <Alert kind="warning">
          A newer email has arrived since this was written. Read it before you send this reply.
        </Alert>
      )}
      {isDirty && status === 'approved' && (
        <Alert kind="warning">You are changing an approved text. Saving will withdraw the approval.</Alert>
      )}
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
  return (
    <Alert kind="danger" title="The email was not sent">
      <p>
        {sendErrorText(error)} {error.responseCode !== null && `(${error.responseCode})`} · at {consoleTime(error.at)},
        attempt {draft.attempts}.
      </p>
      <p>
        {draft.nextAttemptAt === null
          ? 'It will not be retried automatically. Send it again, or edit it first.'
          : `It will be retried automatically at ${consoleTime(draft.nextAttemptAt)}.`}
      </p>
    </Alert>
  );
}
