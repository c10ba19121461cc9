import { RotateCcw, Trash2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useMessages } from '#components/messages/messages-context.ts';
import { classNames } from '#components/ui/class-names.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { PendingRow } from '#lib/web/messages/thread-rows.ts';
import { MessageText } from './message-text.tsx';
import { ReplyQuote } from './reply-quote.tsx';

/** Shows a message that is being sent or has failed. */
export function PendingItem({ row }: { readonly row: PendingRow }) {
  const { texts, queue, locale } = useMessages();
  const isOnline = useOnline();
  const { outgoing, startsGroup } = row;
  const { key, conversationId, content, attachments, replyToId, state, problem } = outgoing;
  const hasFailed = state === 'failed';
  return (
    <li
      data-row={row.key}
      className={classNames('message-row flex flex-row-reverse px-3 sm:px-4', startsGroup ? 'pt-3' : 'pt-0.5')}
    >
      <article aria-label={texts.ownMessage} className="flex max-w-[min(38rem,82%)] min-w-0 flex-col items-end">
        <div
          className={classNames(
            'message-bubble message-own min-w-0 rounded-lg bg-primary-soft px-3 py-2',
            hasFailed && 'border border-danger',
          )}
        >
          {replyToId !== null && <ReplyQuote conversationId={conversationId} messageId={replyToId} />}
          {content !== '' && <MessageText conversationId={conversationId} content={content} />}
          {attachments.map(({ id, name }) => (
            <p key={id} className="text-sm text-muted">
              {name}
            </p>
          ))}
          {!hasFailed && (
            <span className="mt-0.5 flex justify-end text-xs text-muted">
              {isOnline ? texts.sending : texts.waiting}
            </span>
          )}
        </div>
        {hasFailed && (
          <div className="flex flex-wrap items-center justify-end gap-x-3 text-sm text-danger">
            <span>{problem === '' ? texts.notSent : fill(texts.notSentBecause, { problem }, locale)}</span>
            <button
              type="button"
              onClick={() => queue.retry(key)}
              className="flex min-h-11 items-center gap-1 font-medium underline underline-offset-4"
            >
              <RotateCcw aria-hidden className="size-4" />
              {texts.retry}
            </button>
            <button
              type="button"
              onClick={() => queue.drop(key)}
              className="flex min-h-11 items-center gap-1 font-medium underline underline-offset-4"
            >
              <Trash2 aria-hidden className="size-4" />
              {texts.delete}
            </button>
          </div>
        )}
      </article>
    </li>
  );
}

const watch = (changed: () => void) => {
  const stop = new AbortController();
  window.addEventListener('online', changed, stop);
  window.addEventListener('offline', changed, stop);
  return () => stop.abort();
};

/** Whether this device has a network. */
const useOnline = (): boolean =>
  useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true,
  );
