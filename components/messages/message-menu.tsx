'use client';

import { Copy, Flag, MailOpen, Pencil, Reply, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { menuItemClass } from '#components/ui/popover-menu.tsx';
import { PopoverPanel } from '#components/ui/popover-panel.tsx';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import { fill } from '#lib/web/i18n/fill.ts';
import { mayDelete, mayEdit } from './may-change.ts';
import { useMessages } from './messages-context.ts';
import { ReportDialog } from './people/report-dialog.tsx';
import { useThread } from './thread-context.ts';

export const MESSAGE_MENU = 'message-menu';
const quick = ['👍', '❤️', '😂', '🎉', '😮', '😢'] as const;

type MessageMenuProps = {
  readonly message: MessageView | null;
  readonly onDelete: (message: MessageView) => void;
  readonly onUnread: (message: MessageView) => void;
};

/** What can be done with a message. One menu serves all: the button that opens it says for which. */
export function MessageMenu({ message, onDelete, onUnread }: MessageMenuProps) {
  const { me, texts, locale } = useMessages();
  const { conversation, announce, reply, edit, react } = useThread();
  const dialog = useRef<HTMLDialogElement>(null);
  const [reported, report] = useState<MessageView | null>(null);
  if (!message) return <PopoverPanel id={MESSAGE_MENU}>{null}</PopoverPanel>;

  const item = (label: string, icon: ReactNode, work: () => void) => (
    <li>
      <button type="button" className={menuItemClass} onClick={work}>
        <span className="[&>svg]:size-5">{icon}</span>
        {label}
      </button>
    </li>
  );
  const copy = async () => {
    await navigator.clipboard.writeText(message.content).then(
      () => announce(texts.copied),
      () => announce(texts.failed),
    );
  };
  const isOwn = message.senderId === me.id;
  return (
    <>
      <PopoverPanel id={MESSAGE_MENU}>
        {!me.isRestricted && (
          <ul aria-label={texts.react} className="flex gap-0.5 border-b border-line pb-1">
            {quick.map((emoji) => (
              <li key={emoji}>
                <button
                  type="button"
                  aria-label={fill(texts.reactWith, { emoji }, locale)}
                  aria-pressed={message.reactions[emoji]?.includes(me.id) ?? false}
                  onClick={() => react(message, emoji)}
                  className="size-11 rounded-md text-xl hover:bg-sunken aria-pressed:bg-primary-soft"
                >
                  {emoji}
                </button>
              </li>
            ))}
          </ul>
        )}
        <ul>
          {!me.isRestricted && item(texts.reply, <Reply aria-hidden />, () => reply(message))}
          {message.content !== '' && item(texts.copy, <Copy aria-hidden />, () => void copy())}
          {mayEdit(message, me, Date.now()) && item(texts.edit, <Pencil aria-hidden />, () => edit(message))}
          {!isOwn && item(texts.unreadFromHere, <MailOpen aria-hidden />, () => onUnread(message))}
          {!isOwn && item(texts.report, <Flag aria-hidden />, () => report(message))}
          {mayDelete(message, me.id, conversation) &&
            item(texts.delete, <Trash2 aria-hidden />, () => dialog.current?.showModal())}
        </ul>
      </PopoverPanel>
      {reported && <ReportDialog message={reported} onClose={() => report(null)} />}
      <Dialog handle={dialog} title={texts.deleteMessage} closeLabel={texts.close}>
        <div className="flex flex-col gap-5 p-5">
          <p>{texts.deleteMessageText}</p>
          <div className="flex flex-wrap gap-3">
            <Button
              look="danger"
              onClick={() => {
                dialog.current?.close();
                onDelete(message);
              }}
            >
              {texts.delete}
            </Button>
            <Button look="secondary" onClick={() => dialog.current?.close()}>
              {texts.cancel}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
