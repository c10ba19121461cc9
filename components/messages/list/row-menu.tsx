import { Archive, ArchiveRestore, Bell, BellOff, Mail, MailOpen, Trash2 } from 'lucide-react';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { type ReactNode, useRef } from 'react';
import { ConfirmDialog } from '#components/messages/confirm-dialog.tsx';
import { MenuItem } from '#components/messages/menu-item.tsx';
import { useMessages, usePeople } from '#components/messages/messages-context.ts';
import { fullTitleOf, shownPeople } from '#components/messages/titles.ts';
import { PopoverPanel } from '#components/ui/popover-panel.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import { post, put, remove } from '#lib/web/api/api-client.ts';

export const ROW_MENU = 'conversation-menu';
const HOUR_MS = 3_600_000;

type RowMenuProps = { readonly row: ConversationView | null; readonly openId: string | null };

/**
 * Shows the actions on a conversation that is not open. Changes show at once and are reverted when the server rejects
 * them.
 */
export function RowMenu({ row, openId }: RowMenuProps) {
  const { me, texts, lists, base, locale, fail } = useMessages();
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const people = usePeople(row?.id ?? '', row ? shownPeople(row, me.id) : []);

  return (
    <>
      <PopoverPanel id={ROW_MENU}>{row && items(row)}</PopoverPanel>
      {row && (
        <ConfirmDialog
          handle={dialog}
          title={deleteTitle(row)}
          note={row.type === 'direct' ? texts.deleteDirectText : texts.leaveText}
          label={row.type === 'direct' ? texts.delete : texts.leave}
          onConfirm={() => void drop(row)}
        />
      )}
    </>
  );

  function items(row: ConversationView): ReactNode {
    const item = (label: string, icon: ReactNode, work: () => void) => (
      <MenuItem label={label} icon={icon} onPress={work} />
    );
    const mute = (label: string, until: string | null) =>
      item(
        label,
        <BellOff aria-hidden />,
        () =>
          void change(row, { muted: true, mutedUntil: until }, { muted: true, ...(until && { mutedUntil: until }) }),
      );
    const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
    return (
      <ul>
        {row.unreadCount > 0
          ? item(texts.markRead, <MailOpen aria-hidden />, () => void markRead(row))
          : row.lastMessage && item(texts.markUnread, <Mail aria-hidden />, () => void markUnread(row))}
        {row.muted ? (
          item(
            texts.unmute,
            <Bell aria-hidden />,
            () => void change(row, { muted: false, mutedUntil: null }, { muted: false }),
          )
        ) : (
          <>
            {mute(texts.mute1, inHours(1))}
            {mute(texts.mute8, inHours(8))}
            {mute(texts.muteForever, null)}
          </>
        )}
        {row.archived
          ? item(
              texts.unarchive,
              <ArchiveRestore aria-hidden />,
              () => void change(row, { archived: false }, { archived: false }),
            )
          : item(
              texts.archive,
              <Archive aria-hidden />,
              () => void change(row, { archived: true }, { archived: true }),
            )}
        {item(row.type === 'direct' ? texts.deleteConversation : texts.leave, <Trash2 aria-hidden />, () =>
          dialog.current?.showModal(),
        )}
      </ul>
    );
  }

  function deleteTitle(row: ConversationView): string {
    const name = fullTitleOf(row, me.id, people, texts);
    return fill(row.type === 'direct' ? texts.deleteOf : texts.leaveOf, { name }, locale);
  }

  /** Shows a change at once. Then shows the server's view of the row, or the former row after an error. */
  async function tried(
    row: ConversationView,
    shown: Partial<ConversationView>,
    ask: () => Promise<unknown>,
  ): Promise<void> {
    fail(null);
    lists.upserted({ ...row, ...shown });
    try {
      await ask();
    } catch (error) {
      lists.upserted(row);
      fail(error);
    }
  }

  async function change(row: ConversationView, shown: Partial<ConversationView>, body: object): Promise<void> {
    await tried(row, shown, async () => {
      const { conversation } = await put<{ conversation: ConversationView }>(`/api/conversations/${row.id}`, body);
      lists.upserted(conversation);
    });
  }

  async function markRead(row: ConversationView): Promise<void> {
    await tried(row, { unreadCount: 0, lastReadSeq: row.messageSeq }, () =>
      post(`/api/conversations/${row.id}/read`, { seq: row.messageSeq }),
    );
  }

  async function markUnread(row: ConversationView): Promise<void> {
    await tried(row, { unreadCount: 1, lastReadSeq: row.messageSeq - 1 }, () =>
      post(`/api/conversations/${row.id}/read`, { unread: true, messageId: row.lastMessage?.id }),
    );
  }

  async function drop(row: ConversationView): Promise<void> {
    fail(null);
    try {
      await remove(`/api/conversations/${row.id}`);
      lists.removed(row.id);
      if (openId === row.id) router.push(base as Route);
    } catch (error) {
      fail(error);
    }
  }
}
