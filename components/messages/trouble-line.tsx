import { X } from 'lucide-react';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { useMessageTexts } from './message-texts.tsx';
import { useMessages } from './messages-context.ts';

/** The last error, until the user dismisses it or starts another action. A new object for each error. */
export type Trouble = { readonly error: unknown } | null;

/** Shows errors of the messages pages in one place. */
export function TroubleLine({ trouble, onClose }: { readonly trouble: Trouble; readonly onClose: () => void }) {
  const { texts } = useMessages();
  const { messageProblems } = useMessageTexts();
  return (
    <div role="alert" className="empty:hidden">
      {trouble && (
        <div className="flex items-center gap-2 bg-danger-soft ps-4 pe-1 text-sm text-danger">
          <p className="min-w-0 grow py-2 font-medium">{problemText(trouble.error, messageProblems)}</p>
          <button
            type="button"
            aria-label={texts.close}
            onClick={onClose}
            className="flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-neutral-soft"
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </div>
  );
}
