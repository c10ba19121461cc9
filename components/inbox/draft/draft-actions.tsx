import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useInbox } from '#components/inbox/inbox-context.ts';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { useCommands } from '#components/inbox/use-commands.ts';
import { Button } from '#components/ui/button.tsx';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import type { DraftWorld } from './draft-world.ts';
import { isHeld } from './held-send.ts';

const SendDialog = lazy(() => import('./send-dialog.tsx').then((module) => ({ default: module.SendDialog })));
const RejectDialog = lazy(() => import('./reject-dialog.tsx').then((module) => ({ default: module.RejectDialog })));

type DraftActionsProps = {
  readonly draft: EmailDraftView;
  readonly text: string;
  readonly world: DraftWorld;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  readonly hasSlots: boolean;
  readonly onSave: () => void;
  readonly onApprove: () => void;
  readonly onApproveAndSend: () => void;
  /** Counts how often the send dialog was asked for. Each time it opens once. */
  readonly asked: number;
  readonly onThrowAway: () => void;
};

/** Shows the actions for a draft in its current state. Approving and sending are separate actions. */
export function DraftActions(props: DraftActionsProps) {
  const { draft, text, world, isDirty, isBusy, hasSlots, onSave, onApprove, onApproveAndSend, asked, onThrowAway } =
    props;
  const t = useSay('reply');
  const row = useRef<HTMLDivElement>(null);
  /** The version that the send dialog shows. A newer version closes it. */
  const [sendOf, setSendOf] = useState<number | null>(null);
  const [isRejecting, setRejecting] = useState(false);
  const { takeBack } = useInbox();
  const { id, status } = draft;
  const isWaiting = isHeld(draft);
  const openSend = () => setSendOf(draft.version);
  const isEmpty = text.trim() === '';
  const canApprove = !isEmpty && !hasSlots && (status === 'pending' || isDirty);
  const canSend = (status === 'approved' || status === 'failed') && !isDirty && !isWaiting;
  const canReject = status !== 'sending' && !isWaiting;
  useFocusKept(row, `${isWaiting} ${canSend}`);
  useCommands({
    ...(canApprove && { approve: onApprove }),
    ...(canSend && { send: openSend }),
    ...(canReject && { reject: () => setRejecting(true) }),
    ...(canReject && !isEmpty && { approveAndSend: onApproveAndSend }),
  });
  const openAsked = useEffectEvent(openSend);
  useEffect(() => {
    if (asked > 0) openAsked();
  }, [asked]);
  if (status === 'sending') return null;
  if (isWaiting)
    return (
      <div ref={row}>
        <Button look="secondary" onClick={() => takeBack(id)}>
          {t('undoSend')}
        </Button>
      </div>
    );

  return (
    <div ref={row} className="inbox-actions flex flex-wrap items-center gap-3 bg-surface">
      {canSend && (
        <Button aria-haspopup="dialog" onClick={openSend}>
          {t(status === 'failed' ? 'sendAgain' : 'send')}
        </Button>
      )}
      {!canSend && (
        <Button
          busy={isBusy}
          aria-disabled={!canApprove || undefined}
          aria-describedby={hasSlots ? 'why-not-approve' : undefined}
          onClick={() => canApprove && onApprove()}
        >
          {t(isDirty ? 'saveAndApprove' : 'approve')}
        </Button>
      )}
      {!canSend && (
        <Button
          look="secondary"
          busy={isBusy}
          aria-disabled={!canApprove || undefined}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Ctrl/⌘+Enter"
          onClick={() => canApprove && onApproveAndSend()}
        >
          {t('approveAndSend')}
        </Button>
      )}
      {isDirty && (
        <>
          <Button
            look="secondary"
            busy={isBusy}
            aria-disabled={isEmpty || undefined}
            onClick={() => !isEmpty && onSave()}
          >
            {t('save')}
          </Button>
          <Button look="quiet" onClick={onThrowAway}>
            {t('discardChanges')}
          </Button>
        </>
      )}
      <Button look="danger" aria-haspopup="dialog" onClick={() => setRejecting(true)} className="ms-auto">
        {t('reject')}
      </Button>
      {hasSlots && (
        <p id="why-not-approve" className="w-full text-sm text-danger">
          {t('fillSlots')}
        </p>
      )}
      <Suspense>
        {isRejecting && <RejectDialog draftId={draft.id} onClose={() => setRejecting(false)} />}
        {sendOf === draft.version && <SendDialog draft={draft} world={world} onClose={() => setSendOf(null)} />}
      </Suspense>
    </div>
  );
}

/**
 * Focuses the first button of a container when its buttons change and the focused one is gone. The keyboard user can
 * then continue there instead of at the top of the page.
 */
function useFocusKept(place: RefObject<HTMLElement | null>, buttons: string): void {
  const before = useRef(buttons);
  useEffect(() => {
    if (before.current === buttons) return;
    before.current = buttons;
    if (document.activeElement !== document.body) return;
    place.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [place, buttons]);
}
