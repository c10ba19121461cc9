import { Copy, Flag, MailOpen, Pencil, Reply, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '#components/messages/confirm-dialog.tsx';
import { MenuItem } from '#components/messages/menu-item.tsx';
import { useMessages, usePeople } from '#components/messages/messages-context.ts';
import { personName } from '#components/messages/names.ts';
import { ReportDialog } from '#components/messages/people/report-dialog.tsx';
import { useThread } from '#components/messages/thread/thread-context.ts';
import { PopoverPanel } from '#components/ui/popover-panel.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import { namedIn, plainText } from '#lib/web/messages/message-parts.ts';
import { mayDelete, mayEdit } from './may-change.ts';

export const MESSAGE_MENU = 'message-menu';
const quick = ['👍', '❤️', '😂', '🎉', '😮', '😢'] as const;

type MessageMenuProps = {
  readonly message: MessageView | null;
  readonly onDelete: (message: MessageView) => void;
  readonly onUnread: (message: MessageView) => void;
};

/** Shows the actions on a message. One menu serves all messages: the button that opens it sets the message. */
export function MessageMenu({ message, onDelete, onUnread }: MessageMenuProps) {
  const { me, texts, locale, fail } = useMessages();
  const { conversation, announce, reply, edit, react } = useThread();
  const dialog = useRef<HTMLDialogElement>(null);
  const [reported, report] = useState<MessageView | null>(null);
  const people = usePeople(conversation.id, namedIn(message?.content ?? ''));
  if (!message) return <PopoverPanel id={MESSAGE_MENU}>{null}</PopoverPanel>;

  const copy = async () => {
    const words = plainText(message.content, (id) => personName(people, id, texts));
    await navigator.clipboard.writeText(words).then(() => announce(texts.copied), fail);
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
          {!me.isRestricted && (
            <MenuItem label={texts.reply} icon={<Reply aria-hidden />} onPress={() => reply(message)} />
          )}
          {message.content !== '' && (
            <MenuItem label={texts.copy} icon={<Copy aria-hidden />} onPress={() => void copy()} />
          )}
          {mayEdit(message, me, Date.now()) && (
            <MenuItem label={texts.edit} icon={<Pencil aria-hidden />} onPress={() => edit(message)} />
          )}
          {!isOwn && (
            <MenuItem label={texts.unreadFromHere} icon={<MailOpen aria-hidden />} onPress={() => onUnread(message)} />
          )}
          {!isOwn && <MenuItem label={texts.report} icon={<Flag aria-hidden />} onPress={() => report(message)} />}
          {mayDelete(message, me.id, conversation) && (
            <MenuItem label={texts.delete} icon={<Trash2 aria-hidden />} onPress={() => dialog.current?.showModal()} />
          )}
        </ul>
      </PopoverPanel>
      {reported && <ReportDialog about={{ kind: 'message', ...reported }} onClose={() => report(null)} />}
      <ConfirmDialog
        handle={dialog}
        title={texts.deleteMessage}
        note={texts.deleteMessageText}
        label={texts.delete}
        onConfirm={() => onDelete(message)}
      />
    </>
  );
}
