'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { AttachButton } from '#components/messages/attachments/attach-button.tsx';
import { FileDrop } from '#components/messages/attachments/file-drop.tsx';
import { UploadTray } from '#components/messages/attachments/upload-tray.tsx';
import { useUploads } from '#components/messages/attachments/use-uploads.ts';
import { CallButtons } from '#components/messages/call/call-buttons.tsx';
import type { ComposeInput } from '#components/messages/composer/compose-input.ts';
import { ComposeMenu } from '#components/messages/composer/compose-menu.tsx';
import { Composer, type Writing } from '#components/messages/composer/composer.tsx';
import { mayEdit } from '#components/messages/message/may-change.ts';
import { MessageMenu } from '#components/messages/message/message-menu.tsx';
import { useMessageActions } from '#components/messages/message/use-message-actions.ts';
import { useMessages } from '#components/messages/messages-context.ts';
import { titleOf } from '#components/messages/titles.ts';
import { useNow } from '#components/messages/use-now.ts';
import type { People } from '#lib/messaging/members/people.ts';
import type { BlockList } from '#lib/messaging/schemas/block.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import { lastSeq } from '#lib/web/messages/thread-pages.ts';
import type { OpenedPages } from '#lib/web/messages/thread-store.ts';
import { DetailsButton } from './details-button.tsx';
import { MessageLog } from './message-log.tsx';
import { MessageSearch } from './message-search.tsx';
import { type OpenThread, Thread as ThreadContext } from './thread-context.ts';
import { ThreadHeader } from './thread-header.tsx';
import { TypingLine } from './typing-line.tsx';
import { useReadPlace } from './use-read-place.ts';
import { useSeen } from './use-seen.ts';
import { useOpenThread } from './use-thread.ts';
import { useThreadRows } from './use-thread-rows.ts';
import { useThreadScroll } from './use-thread-scroll.ts';
import { useWayTo } from './use-way-to.ts';

type ThreadProps = {
  readonly opened: OpenedPages;
  readonly cursor: string;
  readonly people: People;
  readonly blocked: BlockList;
  /** The message that the address names. */
  readonly asked: string | null;
  readonly now: string;
};

/** Shows one open conversation. */
export function Thread({ opened, cursor, people: given, blocked, asked, now: first }: ThreadProps) {
  const { me, texts, people: known, queue, lists, base, fail } = useMessages();
  const router = useRouter();
  const uploads = useUploads(opened.conversation.id);
  // The people are seeded before the first render, on the server as well.
  useState(() => known.seed(given));
  const { store, marker, signal, state, typing } = useOpenThread(opened, cursor);
  const { conversation, pages } = state;
  const { id } = conversation;
  const now = useNow(first);
  const [said, announce] = useState('');
  const actions = useMessageActions(id, store, announce);
  const [writing, setWriting] = useState<Writing>({ kind: 'new' });
  const [menuOf, setMenuOf] = useState<MessageView | null>(null);
  const [isSearching, setSearching] = useState(false);
  const { readSeq, line, markUnread } = useReadPlace(store, marker, announce);
  const { rows, people, failed, closed } = useThreadRows({ state, line, blocked });
  const title = titleOf(conversation, me.id, people, texts);

  const scroller = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const { isFar, toEnd, toRow } = useThreadScroll(scroller, rows);
  useSeen(scroller, rows, (seq) => marker.seen(seq));

  const show = useWayTo({ store, rows, toRow, asked, failed: fail });

  const thread: OpenThread = {
    conversation,
    store,
    announce,
    reply: (message) => write({ kind: 'reply', to: message }),
    edit: (message) => write({ kind: 'edit', message }),
    openMenu: setMenuOf,
    show: (messageId) => void show(messageId),
    act: (message, action) => actions.act(message, action),
    react: (message, emoji) => void actions.react(message, emoji),
  };

  return (
    <ThreadContext value={thread}>
      <FileDrop
        onFiles={closed === null && writing.kind !== 'edit' ? uploads.add : null}
        className="flex min-h-0 min-w-0 grow flex-col"
      >
        <ThreadHeader
          conversation={conversation}
          title={title}
          isSearching={isSearching}
          onSearch={() => setSearching(!isSearching)}
        >
          <CallButtons conversation={conversation} me={me.id} people={people} />
          <DetailsButton conversation={conversation} onChange={changed} />
        </ThreadHeader>
        {isSearching && <MessageSearch onClose={() => setSearching(false)} />}
        <MessageLog
          scroller={scroller}
          rows={rows}
          state={state}
          title={title}
          now={now}
          readSeq={readSeq}
          isFar={isFar}
          newCount={Math.max(0, conversation.messageSeq - Math.max(marker.seq, pages.hasAfter ? 0 : seenEnd()))}
          onNewest={() => void toNewest()}
        />
        <MessageMenu
          message={menuOf && (pages.messages.find(({ id: messageId }) => messageId === menuOf.id) ?? menuOf)}
          onDelete={(message) => void actions.drop(message)}
          onUnread={(message) => void markUnread(message)}
        />
        <TypingLine conversationId={id} userIds={typing} />
        <p role="status" className="sr-only">
          {failed > 0 ? texts.notSent : said}
        </p>
        {closed !== null ? (
          <p className="border-t border-line p-4 text-center text-muted">{closed}</p>
        ) : (
          <Composer
            key={writing.kind === 'edit' ? writing.message.id : 'new'}
            conversationId={id}
            title={title}
            writing={writing}
            box={box}
            files={{ isThere: uploads.ids.length > 0, isBusy: uploads.isBusy, hasFailed: uploads.hasFailed }}
            tray={writing.kind !== 'edit' && <UploadTray uploads={uploads} />}
            tools={
              writing.kind !== 'edit' && (
                <>
                  <ComposeMenu
                    conversation={conversation}
                    me={me.id}
                    people={people}
                    isSeller={me.isSeller}
                    send={compose}
                  />
                  <AttachButton onFiles={uploads.add} />
                </>
              )
            }
            onSend={writing.kind === 'edit' ? (content) => save(writing.message, content) : send}
            onTyping={(text) => signal.changed(text)}
            onEnd={() => write({ kind: 'new' })}
            onEditLast={editLast}
          />
        )}
      </FileDrop>
    </ThreadContext>
  );

  /**
   * Returns the `seq` of the last loaded message while the reader is near the end, else 0. It counts as seen before the
   * server confirms it.
   */
  function seenEnd(): number {
    return isFar ? 0 : lastSeq(pages);
  }

  function write(next: Writing): void {
    setWriting(next);
    // Waits until the pressed menu has returned the focus.
    requestAnimationFrame(() => box.current?.focus());
  }

  async function save(message: MessageView, content: string): Promise<void> {
    if (!(await actions.change(message, content))) return;
    setWriting((now) => (now.kind === 'edit' && now.message.id === message.id ? { kind: 'new' } : now));
    requestAnimationFrame(() => box.current?.focus());
  }

  function send(content: string): void {
    fail(null);
    const attachments = uploads.uploaded;
    queue.add(id, { content, attachments, replyToId: writing.kind === 'reply' ? writing.to.id : null });
    uploads.clear();
    signal.sent();
    setWriting({ kind: 'new' });
    void toNewest();
  }

  async function compose(input: ComposeInput, key: string): Promise<void> {
    await actions.compose(input, key);
    await toNewest();
  }

  function changed(conversation: ConversationView | null): void {
    if (conversation) {
      store.changed(conversation);
      lists.upserted(conversation);
    } else {
      lists.removed(id);
      router.push(base as Route);
    }
  }

  async function toNewest(): Promise<void> {
    await store.showNewest();
    requestAnimationFrame(toEnd);
  }

  function editLast(): void {
    const last = pages.messages.findLast((message) => mayEdit(message, me, Date.now()));
    if (last) write({ kind: 'edit', message: last });
  }
}
