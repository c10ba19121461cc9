'use client';

import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Dialog } from './dialog.tsx';

type OpenDialogProps = {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly place?: 'side' | 'center';
  /** What is in it; `close` closes it as Escape does. */
  readonly children: (close: () => void) => ReactNode;
};

/** A dialog that is open for as long as it is there. Whoever shows it takes it away when it was closed. */
export function OpenDialog({ title, closeLabel, onClose, place = 'center', children }: OpenDialogProps) {
  const handle = useRef<HTMLDialogElement>(null);
  useOpening(handle);
  return (
    <Dialog handle={handle} title={title} closeLabel={closeLabel} onClose={onClose} place={place}>
      {children(() => handle.current?.close())}
    </Dialog>
  );
}

function useOpening(handle: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const dialog = handle.current;
    if (dialog && !dialog.open) dialog.showModal();
  }, [handle]);
}
