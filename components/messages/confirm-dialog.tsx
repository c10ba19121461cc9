import type { RefObject } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { useMessages } from './messages-context.ts';

type ConfirmDialogProps = {
  readonly handle: RefObject<HTMLDialogElement | null>;
  readonly title: string;
  readonly note: string;
  readonly label: string;
  readonly onConfirm: () => void;
};

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({ handle, title, note, label, onConfirm }: ConfirmDialogProps) {
  const { texts } = useMessages();
  const close = () => handle.current?.close();
  const confirm = () => {
    close();
    onConfirm();
  };
  return (
    <Dialog handle={handle} title={title} closeLabel={texts.close}>
      <div className="flex flex-col gap-5 p-5">
        <p>{note}</p>
        <div className="flex flex-wrap gap-3">
          <Button look="danger" onClick={confirm}>
            {label}
          </Button>
          <Button look="secondary" onClick={close}>
            {texts.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
