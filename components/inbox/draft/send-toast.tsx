import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { inboxHref } from '#components/inbox/inbox-href.ts';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { useCommands } from '#components/inbox/use-commands.ts';
import { Button } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import { type HeldSend, isOpen, secondsLeft } from './held-send.ts';

type SendToastProps = {
  readonly send: HeldSend;
  readonly look: (draftId: string) => Promise<void>;
  readonly takeBack: (draftId: string) => Promise<void>;
  readonly drop: (draftId: string) => void;
};

/** The server may send a moment late. A host that only sweeps its outbox may send a minute late. */
const FIRST_LOOK_MS = 1000;
const LATER_LOOKS_MS = 3000;
/** A success message closes by itself. */
const SHOWN_MS = 6000;

/** Shows a held-back mail with its undo button, and later the outcome. The announcement happens elsewhere. */
export function SendToast({ send, look, takeBack, drop }: SendToastProps) {
  const t = useSay('reply');
  const frame = useRef<HTMLElement>(null);
  const [isBusy, setBusy] = useState(false);
  const { draftId, threadId, toEmail, fate, note } = send;
  const left = useSecondsLeft(send);
  const isWaiting = isOpen(fate);
  const undo = async () => {
    if (isBusy || !isWaiting) return;
    const isHere = frame.current?.contains(document.activeElement) ?? false;
    setBusy(true);
    await takeBack(draftId);
    setBusy(false);
    // The pressed button may be gone by then, and the next Tab must not start at the top of the page.
    if (isHere) requestAnimationFrame(() => frame.current?.querySelector('button')?.focus());
  };
  useCommands(isWaiting ? { undo: () => void undo() } : {});

  const ask = useEffectEvent(() => void look(draftId).catch(() => undefined)); // the next interval asks again
  const isDue = isWaiting && left === 0;
  useEffect(() => {
    if (!isDue) return;
    const first = setTimeout(ask, FIRST_LOOK_MS);
    const later = setInterval(ask, LATER_LOOKS_MS);
    return () => {
      clearTimeout(first);
      clearInterval(later);
    };
  }, [isDue]);

  const leave = useEffectEvent(() => {
    // Do not remove the toast while it contains the focus, so that the keyboard position is kept.
    if (!frame.current?.contains(document.activeElement)) drop(draftId);
  });
  const passes = !isWaiting && fate.kind !== 'trouble';
  useEffect(() => {
    if (!passes) return;
    const timer = setInterval(leave, SHOWN_MS);
    return () => clearInterval(timer);
  }, [passes]);

  return (
    <section ref={frame} aria-label={t('toast', { email: toEmail })} className="toast">
      <p className="min-w-0 grow text-sm wrap-anywhere">
        {'text' in fate
          ? fate.text
          : (note ?? (left > 0 ? t('toastIn', { email: toEmail, seconds: left }) : t('toastNow', { email: toEmail })))}
        {fate.kind === 'trouble' && (
          <>
            {' '}
            <Link href={inboxHref({}, threadId)} className="underline underline-offset-4">
              {t('viewThread')}
            </Link>
          </>
        )}
      </p>
      {(isWaiting || isBusy) && (
        <Button look="secondary" size="small" busy={isBusy} onClick={() => void undo()}>
          {t('undoSend')}
        </Button>
      )}
      {!isWaiting && (
        <button
          type="button"
          aria-label={t('close')}
          onClick={() => drop(draftId)}
          className="flex size-9 shrink-0 items-center justify-center rounded-md hover:bg-sunken"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </section>
  );
}

function useSecondsLeft(send: HeldSend): number {
  const [left, setLeft] = useState(() => secondsLeft(send, Date.now()));
  const tick = useEffectEvent(() => setLeft(secondsLeft(send, Date.now())));
  const isRunning = isOpen(send.fate) && left > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  return left;
}
