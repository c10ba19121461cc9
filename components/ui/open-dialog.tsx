import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Dialog } from './dialog.tsx';

type OpenDialogProps = {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly place?: 'side' | 'center' | 'full';
  /** See `Dialog`. */
  readonly stays?: boolean;
  /** The content of the dialog. `close` closes the dialog as Escape does. */
  readonly children: ReactNode | ((close: () => void) => ReactNode);
};

/** Shows a dialog that is open while it is mounted. The parent unmounts the dialog after `onClose`. */
export function OpenDialog({ title, closeLabel, onClose, place = 'center', stays = false, children }: OpenDialogProps) {
  const handle = useRef<HTMLDialogElement>(null);
  useOpening(handle);
  return (
    <Dialog handle={handle} title={title} closeLabel={closeLabel} onClose={onClose} place={place} stays={stays}>
      {typeof children === 'function' ? children(() => handle.current?.close()) : children}
    </Dialog>
  );
}

function useOpening(handle: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const dialog = handle.current;
    if (dialog && !dialog.open) dialog.showModal();
  }, [handle]);
}
