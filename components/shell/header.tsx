import { Languages } from 'lucide-react';
import { Link } from '#components/ui/link.tsx';
import { PopoverMenu } from '#components/ui/popover-menu.tsx';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { bellTexts } from '#lib/web/notifications/bell-texts.ts';
import { AccountMenu, type Person } from './account-menu.tsx';
import { CartLink } from './cart-link.tsx';
import { LocaleSwitch } from './locale-switch.tsx';
import { Logo } from './logo.tsx';
import { MessagesLink } from './messages-link.tsx';
import { SearchForm } from './search-form.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { UnreadBell } from './unread-bell.tsx';

/**
 * Shows the header of every page. On narrow screens the search has its own row below the rest. The search form is
 * rendered once for each place, because Tab follows the document order and not the visual order.
 */
export async function Header({ person }: { readonly person: Person | null }) {
  const [{ t, locale, go }, { cart, cartWith, bell, messages, messagesWaiting, messagesFailed }, notifications, words] =
    await Promise.all([
      pageTexts('shell'),
      clientTexts('shell'),
      clientTexts('notifications'),
      clientTexts('notificationWords'),
    ]);
  const search = { action: go('/products'), label: t('search'), placeholder: t('searchPlaceholder') };

  return (
    <header className="border-b border-line print:hidden">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-2 px-4 py-2 sm:px-6 md:flex-nowrap md:gap-x-6 md:py-3 lg:px-10">
        <Link href={go('/')} aria-label={t('home')} className="rounded-md py-2">
          <Logo isTight={person !== null} />
        </Link>
        <nav aria-label={t('mainNav')} className="max-xs:hidden">
          <Link href={go('/products')} className="rounded-md px-2 py-3 font-medium underline-offset-4 hover:underline">
            {t('catalog')}
          </Link>
        </nav>
        <div className="mx-auto w-full max-w-xl max-md:hidden">
          <SearchForm id="site-search" {...search} />
        </div>
        <div className="ms-auto flex items-center md:ms-0">
          <PopoverMenu id="locale-menu" label={t('language')} trigger={<Languages aria-hidden />}>
            <LocaleSwitch current={locale} isSignedIn={person !== null} />
          </PopoverMenu>
          <div className={person ? 'max-[351px]:hidden' : undefined}>
            <ThemeToggle toDark={t('themeToDark')} toLight={t('themeToLight')} />
          </div>
          {person && (
            <MessagesLink
              count={person.unreadMessages}
              href={go('/messages')}
              locale={locale}
              texts={{ messages, messagesWaiting, messagesFailed }}
            />
          )}
          {person && (
            <UnreadBell
              count={person.unread}
              asOf={person.asOf}
              locale={locale}
              home={go('/')}
              texts={bellTexts({ bell, notifications, words })}
            />
          )}
          <AccountMenu person={person} />
          <CartLink href={go('/cart')} locale={locale} texts={{ cart, cartWith }} />
        </div>
        <div className="w-full pb-1 md:hidden">
          <SearchForm id="site-search-narrow" {...search} />
        </div>
      </div>
    </header>
  );
}
