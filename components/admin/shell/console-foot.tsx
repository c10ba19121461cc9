import { Store } from 'lucide-react';
import { AccountMenu, type Person } from '#components/shell/account-menu.tsx';
import { MessagesLink } from '#components/shell/messages-link.tsx';
import { ThemeToggle } from '#components/shell/theme-toggle.tsx';
import { UnreadBell } from '#components/shell/unread-bell.tsx';
import { Link } from '#components/ui/link.tsx';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';
import { bellTexts } from '#lib/web/notifications/bell-texts.ts';

/** Shows what belongs to the person at the foot of the sidebar, and the way back to the shop. */
export async function ConsoleFoot({ person }: { readonly person: Person }) {
  const { t, locale } = await consoleTexts('shell');
  const [{ bell, messages, messagesWaiting, messagesFailed, themeToDark, themeToLight }, notifications, words] =
    await Promise.all([
      clientTexts('shell', locale),
      clientTexts('notifications', locale),
      clientTexts('notificationWords', locale),
    ]);
  return (
    <>
      <Link href="/" title={t('openShop')} className="console-link">
        <Store aria-hidden className="size-5 shrink-0" />
        <span className="console-name">{t('openShop')}</span>
      </Link>
      <div className="console-tools">
        <MessagesLink
          count={person.unreadMessages}
          href="/messages"
          locale={locale}
          texts={{ messages, messagesWaiting, messagesFailed }}
        />
        <UnreadBell
          count={person.unread}
          asOf={person.asOf}
          locale={locale}
          home="/"
          texts={bellTexts({ bell, notifications, words })}
        />
        <AccountMenu person={person} />
        <ThemeToggle toDark={themeToDark} toLight={themeToLight} />
      </div>
    </>
  );
}
