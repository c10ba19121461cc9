import { useEffect, useRef, useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import { useMessages, usePeople } from '#components/messages/messages-context.ts';
import { personName } from '#components/messages/names.ts';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import type { FoundMessages } from '#lib/messaging/schemas/message-input.ts';
import { get } from '#lib/web/api/api-client.ts';
import { plainText } from '#lib/web/messages/message-parts.ts';
import { useThread } from './thread-context.ts';

const PAUSE_MS = 300;
const MIN_LETTERS = 2;

/** Searches the text of one conversation. Each result links to its place. */
export function MessageSearch({ onClose }: { readonly onClose: () => void }) {
  const { texts } = useMessages();
  const { conversation } = useThread();
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim());
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const base = `/api/conversations/${conversation.id}/messages/search`;
  const pathOf = (at: number, before: FoundMessages | null): string | null => {
    if (q.length < MIN_LETTERS) return null;
    if (at === 0) return `${base}?${new URLSearchParams({ q })}`;
    const cursor = before?.pagination.nextCursor;
    return cursor ? `${base}?${new URLSearchParams({ q, cursor })}` : null;
  };
  const { data, error, isLoading, isValidating, size, setSize } = useSWRInfinite(
    pathOf,
    (path: string) => get<FoundMessages>(path),
    { revalidateOnFocus: false, revalidateFirstPage: false, shouldRetryOnError: false },
  );
  const found = data?.flatMap(({ messages }) => messages) ?? [];
  const hasMore = data?.at(-1)?.pagination.hasMore ?? false;

  return (
    <search
      className="flex max-h-[60%] flex-col gap-2 border-b border-line bg-sunken p-4"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <TextField
        id="message-search"
        ref={field}
        type="search"
        label={texts.searchHere}
        hint={texts.searchHint}
        value={typed}
        maxLength={100}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p role="status" className="text-sm text-muted empty:hidden">
        {error ? texts.failed : isLoading ? texts.loading : data && found.length === 0 ? texts.nothingFound : null}
      </p>
      {found.length > 0 && (
        <ul aria-label={texts.found} className="min-h-0 divide-y divide-line overflow-y-auto">
          {found.map((message) => (
            <Found key={message.id} message={message} onFollow={onClose} />
          ))}
        </ul>
      )}
      {hasMore && (
        <Button look="secondary" size="small" busy={isValidating} onClick={() => void setSize(size + 1)}>
          {texts.loadMore}
        </Button>
      )}
    </search>
  );
}

function Found({ message, onFollow }: { readonly message: MessageView; readonly onFollow: () => void }) {
  const { me, texts, clock } = useMessages();
  const { show } = useThread();
  const people = usePeople(message.conversationId, message.senderId === null ? [] : [message.senderId]);
  const name = message.senderId === me.id ? texts.you : personName(people, message.senderId ?? '', texts);
  return (
    <li>
      <button
        type="button"
        onClick={() => {
          onFollow();
          show(message.id);
        }}
        className="flex w-full flex-col gap-0.5 rounded-sm px-2 py-2 text-start hover:bg-neutral-soft"
      >
        <span className="flex justify-between gap-3 text-sm">
          <span className="font-medium">{name}</span>
          <time dateTime={message.createdAt} className="shrink-0 text-muted">
            {clock.full(message.createdAt)}
          </time>
        </span>
        <span className="line-clamp-2 text-sm wrap-anywhere">
          {plainText(message.content, (id) => personName(people, id, texts))}
        </span>
      </button>
    </li>
  );
}

/** Returns the text once the user has paused typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
