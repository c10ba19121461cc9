'use client';

import type { MouseEvent } from 'react';
import { menuItemClass } from '#components/ui/popover-menu.tsx';
import { type Locale, locales } from '#lib/i18n/values.ts';
import { patch } from '#lib/web/api/api-client.ts';

/** Each language in its own words: who needs the list cannot read the others. */
const names: Record<Locale, string> = { en: 'English', uk: 'Українська', ru: 'Русский' };

type LocaleSwitchProps = { readonly current: Locale; readonly isSignedIn: boolean };

/**
 * `?lang=uk` on any page leads to that page in Ukrainian (`proxy.ts`), with no script at all. With one, the filters of
 * the page come along and the account remembers.
 */
export function LocaleSwitch({ current, isSignedIn }: LocaleSwitchProps) {
  const choose = async (event: MouseEvent<HTMLAnchorElement>, locale: Locale) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const target = new URL(window.location.href);
    target.searchParams.set('lang', locale);
    // A profile that could not be saved is no reason to stay in a language one does not read.
    if (isSignedIn) await patch('/api/account/profile', { locale }).catch(() => undefined);
    window.location.assign(target);
  };

  return (
    <ul>
      {locales.map((locale) => (
        <li key={locale}>
          <a
            href={`?lang=${locale}`}
            lang={locale}
            hrefLang={locale}
            rel="nofollow"
            aria-current={locale === current ? 'true' : undefined}
            onClick={(event) => void choose(event, locale)}
            className={menuItemClass}
          >
            {names[locale]}
          </a>
        </li>
      ))}
    </ul>
  );
}
