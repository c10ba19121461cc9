import { Store } from 'lucide-react';
import type { ReactNode } from 'react';
import { AccountMenu, type Person } from '#components/shell/account-menu.tsx';
import { MessagesLink } from '#components/shell/messages-link.tsx';
import { ThemeToggle } from '#components/shell/theme-toggle.tsx';
import { UnreadBell } from '#components/shell/unread-bell.tsx';
import { Link } from '#components/ui/link.tsx';
import type { Locale } from '#lib/i18n/values.ts';
import type { Go } from '#lib/web/i18n/local-links.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';
import { bellTexts } from '#lib/web/notifications/bell-texts.ts';

type ConsoleFootProps = {
  readonly person: Person;
  readonly locale: Locale;
  /** Keeps the language of the page in its links. */
  readonly go: Go;
  readonly openShop: string;
  /** A button beside the way back. */
  readonly tools?: ReactNode;
};

/** Shows what belongs to the person at the foot of the sidebar, and the way back to the shop. */
export async function ConsoleFoot({ person, locale, go, openShop, tools }: ConsoleFootProps) {
  const [{ bell, messages, messagesWaiting, messagesFailed, themeToDark, themeToLight }, notifications, words] =
    await Promise.all([
      clientTexts('shell', locale),
      clientTexts('notifications', locale),
      clientTexts('notificationWords', locale),
    ]);
  return (
    <>
      <div className="console-exit">
        <Link href={go('/')} title={openShop} className="console-link">
          <Store aria-hidden className="size-5 shrink-0" />
          <span className="console-name">{openShop}</span>
        </Link>
        {tools}
      </div>
      <div className="console-tools">
        <MessagesLink
          count={person.unreadMessages}
          href={go('/messages')}
          locale={locale}
          texts={{ messages, messagesWaiting, messagesFailed }}
        />
        <UnreadBell
          count={person.unread}
          asOf={person.asOf}
          locale={locale}
          home={go('/')}
          texts={bellTexts({ bell, notifications, words })}
        />
        <AccountMenu person={person} />
        <ThemeToggle toDark={themeToDark} toLight={themeToLight} />
      </div>
    </>
  );
}
