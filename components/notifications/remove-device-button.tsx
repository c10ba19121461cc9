'use client';

import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { Button } from '#components/ui/button.tsx';
import { removeDevice } from '#lib/web/push.ts';

type RemoveDeviceButtonProps = {
  readonly device: string;
  readonly label: string;
  /** The whole name, where the label alone would be one of many alike. */
  readonly name: string;
  readonly failed: string;
};

/** Sends one device no more pushes. */
export function RemoveDeviceButton({ device, label, name, failed }: RemoveDeviceButtonProps) {
  const router = useRouter();
  const [problem, setProblem] = useState('');
  const [busy, startRemoving] = useTransition();

  const end = () =>
    startRemoving(async () => {
      setProblem('');
      try {
        await removeDevice(device);
        router.refresh();
      } catch {
        setProblem(failed);
      }
    });

  return (
    <span className="flex flex-wrap items-center gap-3">
      <span role="status" className="text-sm text-danger empty:sr-only">
        {problem}
      </span>
      <Button look="secondary" size="small" aria-label={name} busy={busy} onClick={() => !busy && end()}>
        {label}
      </Button>
    </span>
  );
}
