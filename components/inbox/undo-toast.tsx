import { X } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { useSay } from './inbox-texts.ts';
import { useCommands } from './use-commands.ts';

type UndoToastProps = {
  readonly text: string;
  /** Missing when there is nothing to undo. */
  readonly onUndo?: (() => void) | undefined;
  readonly onDismiss: () => void;
};

/** Shows what was just done with an undo button, or why it failed. The announcement happens elsewhere. */
export function UndoToast({ text, onUndo, onDismiss }: UndoToastProps) {
  const t = useSay('inbox');
  useCommands(onUndo ? { undo: onUndo } : {});
  return (
    <section aria-label={t(onUndo ? 'undo' : 'notDone')} className="toast">
      <p className="line-clamp-3 min-w-0 grow text-sm wrap-anywhere">{text}</p>
      {onUndo && (
        <Button look="secondary" size="small" onClick={onUndo}>
          {t('undo')}
        </Button>
      )}
      <button
        type="button"
        aria-label={t('close')}
        onClick={onDismiss}
        className="flex size-9 shrink-0 items-center justify-center rounded-md hover:bg-sunken"
      >
        <X aria-hidden className="size-4" />
      </button>
    </section>
  );
}
