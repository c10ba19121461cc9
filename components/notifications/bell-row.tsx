import { Archive, BellOff, Check, EllipsisVertical, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '#components/ui/link.tsx';
import { menuItemClass } from '#components/ui/popover-menu.tsx';
import { PopoverPanel } from '#components/ui/popover-panel.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { NotificationView } from '#lib/notifications/schemas/notification.ts';
import { put, remove } from '#lib/web/api/api-client.ts';
import { agoText } from '#lib/web/day-groups.ts';
import type { BellTexts } from '#lib/web/notifications/bell-texts.ts';
import { notificationHref } from './notification-href.ts';
import { NotificationIcon } from './notification-icon.tsx';

type BellRowProps = {
  readonly row: NotificationView;
  readonly locale: Locale;
  readonly prefix: string | null;
  readonly texts: BellTexts;
  readonly onFollow: () => void;
  /** Shows a changed row before the server has confirmed it; null removes the row. */
  readonly onChange: (next: NotificationView | null) => void;
  readonly onAttempt: (work: () => Promise<unknown>) => Promise<boolean>;
  readonly onMute: () => void;
};

/** Shows one of the newest notifications as a link, with a menu. */
export function BellRow({ row, locale, prefix, texts, onFollow, onChange, onAttempt, onMute }: BellRowProps) {
  const { id, type, title, message, status, createdAt } = row;
  const isUnread = status === 'unread';
  const path = `/api/notifications/${id}`;
  const menu = `bell-menu-${id}`;

  const read = (keepalive: boolean) => {
    onChange({ ...row, status: 'read' });
    void onAttempt(() => put(`${path}/read`, undefined, { keepalive }));
  };
  const follow = () => {
    if (isUnread) read(true);
    onFollow();
  };
  const away = (work: () => Promise<unknown>) => {
    onChange(null);
    void onAttempt(work);
  };

  return (
    <li className="flex items-start gap-1 border-b border-line ps-4 pe-1 last:border-b-0 hover:bg-sunken">
      <Link href={notificationHref(row, prefix)} onClick={follow} className="flex min-w-0 grow gap-3 py-3">
        <NotificationIcon type={type} />
        <span className="min-w-0 grow wrap-anywhere">
          <span className={isUnread ? 'block font-semibold' : 'block font-medium'}>
            {isUnread && (
              <>
                <span aria-hidden className="me-2 inline-block size-2.5 rounded-full bg-primary" />
                <span className="sr-only">{texts.unread}: </span>
              </>
            )}
            {title}
          </span>
          <span className="line-clamp-2 text-sm">{message}</span>
          <time dateTime={createdAt} className="block text-sm text-muted">
            {agoText(createdAt, new Date(), locale)}
          </time>
        </span>
      </Link>
      <button
        type="button"
        popoverTarget={menu}
        aria-label={fill(texts.menuOf, { title }, locale)}
        className="mt-1 flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-neutral-soft"
      >
        <EllipsisVertical aria-hidden className="size-5" />
      </button>
      <PopoverPanel id={menu}>
        <ul>
          {isUnread && (
            <Item onPress={() => read(false)} icon={<Check aria-hidden />}>
              {texts.markRead}
            </Item>
          )}
          <Item onPress={() => away(() => put(`${path}/archive`, undefined))} icon={<Archive aria-hidden />}>
            {texts.archive}
          </Item>
          <Item onPress={() => away(() => remove(path))} icon={<Trash2 aria-hidden />}>
            {texts.remove}
          </Item>
          <Item onPress={onMute} icon={<BellOff aria-hidden />}>
            {fill(texts.mute, { type: texts.types[type] }, locale)}
          </Item>
        </ul>
      </PopoverPanel>
    </li>
  );
}

type ItemProps = { readonly onPress: () => void; readonly icon: ReactNode; readonly children: ReactNode };

const Item = ({ onPress, icon, children }: ItemProps) => (
  <li className="[&_svg]:size-5">
    <button type="button" onClick={onPress} className={menuItemClass}>
      {icon}
      {children}
    </button>
  </li>
);
