import { X } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { useCommands } from './use-commands.ts';

type UndoToastProps = {
  readonly text: string;
  /** Missing when there is nothing to undo. */
  readonly onUndo?: (() => void) | undefined;
  readonly onDismiss: () => void;
};

/** Shows what was just done with an undo button, or why it failed. The announcement happens elsewhere. */
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
