'use client';

import { X } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { useCommands } from './use-commands.ts';

type UndoToastProps = {
  readonly text: string;
  /** Absent where nothing was done that could be taken back. */
  readonly onUndo?: (() => void) | undefined;
  readonly onDismiss: () => void;
};

/** What was just done, and the way back; or why it was not. It is announced elsewhere, so it is only seen here. */
export function UndoToast({ text, onUndo, onDismiss }: UndoToastProps) {
  useCommands(onUndo ? { undo: onUndo } : {});
  return (
    <section aria-label={onUndo ? 'Undo' : 'Not done'} className="toast">
      <p className="line-clamp-3 min-w-0 grow text-sm wrap-anywhere">{text}</p>
      {onUndo && (
        <Button look="secondary" size="small" onClick={onUndo}>
          Undo
        </Button>
      )}
      <button
        type="button"
        aria-label="Close"
        onClick={onDismiss}
        className="flex size-9 shrink-0 items-center justify-center rounded-md hover:bg-sunken"
      >
        <X aria-hidden className="size-4" />
      </button>
    </section>
  );
}
