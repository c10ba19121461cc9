'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState, useTransition } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { Texts } from '#lib/i18n/texts.ts';
import { type PushState, pushState, turnOffPush, turnOnPush } from '#lib/web/notifications/push.ts';

type PushSwitchProps = {
  /** The fingerprints of the listed devices. This browser may have been removed from the list below. */
  readonly listed: string;
  readonly texts: Texts<'push'>;
};

/**
 * Turns pushes in this browser on and off. Only the click asks for the permission, after a sentence about its purpose.
 * Says so when the permission was denied, the app must be installed first, or pushes are not supported.
 */
export function PushSwitch({ listed, texts }: PushSwitchProps) {
  const router = useRouter();
  const [state, setState] = useState<PushState | null>(null);
  const [problem, setProblem] = useState('');
  const [busy, startTurning] = useTransition();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list must be checked again.
  useEffect(() => {
    let isHere = true;
    void pushState().then((found) => isHere && setState(found));
    return () => {
      isHere = false;
    };
  }, [listed]);

  const turn = (work: () => Promise<PushState>) =>
    startTurning(async () => {
      setProblem('');
      try {
        setState(await work());
        router.refresh();
      } catch {
        setProblem(texts.failed);
      }
    });

  if (state === null) return null;
  if (state === 'denied' || state === 'install' || state === 'unsupported') return <p>{texts[state]}</p>;
  return (
    <div className="flex flex-col items-start gap-3">
      <p>{state === 'on' ? texts.isOn : texts.why}</p>
      <Button
        look={state === 'on' ? 'secondary' : 'primary'}
        busy={busy}
        onClick={() => !busy && turn(state === 'on' ? turnOffPush : turnOnPush)}
      >
        {state === 'on' ? texts.turnOff : texts.turnOn}
      </Button>
      <p role="status" className="text-sm text-danger empty:sr-only">
        {problem}
      </p>
    </div>
  );
}
