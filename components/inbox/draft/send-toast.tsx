'use client';

import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { inboxHref } from '#components/inbox/inbox-href.ts';
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

/** The server may be a moment late, and a host that only sweeps its promises a minute. */
const FIRST_LOOK_MS = 1000;
const LATER_LOOKS_MS = 3000;
/** Good news needs nobody to close it. */
const SHOWN_MS = 6000;

/** A mail that is about to leave, and the way to take it back; then what became of it. Announced elsewhere. */
export function SendToast({ send, look, takeBack, drop }: SendToastProps) {
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
    // The button that was pressed may be gone by then, and the next Tab must not begin at the top of the page.
    if (isHere) requestAnimationFrame(() => frame.current?.querySelector('button')?.focus());
  };
  useCommands(isWaiting ? { undo: () => void undo() } : {});

  const ask = useEffectEvent(() => void look(draftId).catch(() => undefined)); // asked again soon
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
    // Who has just pressed a key here keeps the place they stand on.
    if (!frame.current?.contains(document.activeElement)) drop(draftId);
  });
  const passes = !isWaiting && fate.kind !== 'trouble';
  useEffect(() => {
    if (!passes) return;
    const timer = setInterval(leave, SHOWN_MS);
    return () => clearInterval(timer);
  }, [passes]);

  return (
    <section ref={frame} aria-label={`Mail to ${toEmail}`} className="toast">
      <p className="min-w-0 grow text-sm wrap-anywhere">
        {'text' in fate
          ? fate.text
          : (note ?? (left > 0 ? `To ${toEmail}: leaves in ${left} s` : `To ${toEmail}: leaving…`))}
        {fate.kind === 'trouble' && (
          <>
            {' '}
            <Link href={inboxHref({}, threadId)} className="underline underline-offset-4">
              To its thread
            </Link>
          </>
        )}
      </p>
      {(isWaiting || isBusy) && (
        <Button look="secondary" size="small" busy={isBusy} onClick={() => void undo()}>
          Undo send
        </Button>
      )}
      {!isWaiting && (
        <button
          type="button"
          aria-label="Close"
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
