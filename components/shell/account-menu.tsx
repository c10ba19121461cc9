import { User } from 'lucide-react';
import { Link } from '#components/ui/link.tsx';
import { iconButtonClass, menuItemClass, PopoverMenu } from '#components/ui/popover-menu.tsx';
import { hasRightsOf, type UserStatus } from '#lib/auth/values.ts';
import type { Role } from '#lib/context/values.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';
import { SignInLink } from './sign-in-link.tsx';
import { SignOutButton } from './sign-out-button.tsx';

export type Person = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly status: UserStatus;
  readonly sells: boolean;
  /** The number of unread notifications. */
  readonly unread: number;
  /** The time of that count, by the server's clock. */
  readonly asOf: string;
  /** The number of unread messages. */
  readonly unreadMessages: number;
};

/** Shows the menu of the signed-in user with links to the account pages. A guest sees the sign-in link. */
export async function AccountMenu({ person }: { readonly person: Person | null }) {
  const [{ t, go }, { t: wish }] = await Promise.all([pageTexts('shell'), pageTexts('wishlist')]);
  if (!person)
    return (
      <SignInLink href={go('/sign-in')} label={t('signIn')} className={iconButtonClass}>
        <User aria-hidden />
      </SignInLink>
    );

  return (
    <PopoverMenu id="account-menu" label={t('account')} trigger={<User aria-hidden className="fill-current" />}>
      <p className="max-w-64 truncate px-3 pt-2 pb-1 text-sm text-muted">{person.name || person.email}</p>
      <ul>
        <li>
          <Link href={go('/orders')} className={menuItemClass}>
            {t('orders')}
          </Link>
        </li>
        <li>
          <Link href={go('/wishlist')} className={menuItemClass}>
            {wish('title')}
          </Link>
        </li>
        <li>
          <Link href={go('/wallet')} className={menuItemClass}>
            {t('wallet')}
          </Link>
        </li>
        {person.sells && (
          <li>
            <Link href={go('/sell')} className={menuItemClass}>
              {t('myShop')}
            </Link>
          </li>
        )}
        <li>
          <Link href={go('/account')} className={menuItemClass}>
            {t('profile')}
          </Link>
        </li>
        {hasRightsOf('admin', person) && (
          <li>
            <Link href="/admin" className={menuItemClass}>
              {t('console')}
            </Link>
          </li>
        )}
        <li className="mt-1 border-t border-line pt-1">
          <SignOutButton label={t('signOut')} />
        </li>
      </ul>
    </PopoverMenu>
  );
}
