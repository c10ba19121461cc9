'use client';

import type { MouseEvent } from 'react';
import { menuItemClass } from '#components/ui/popover-menu.tsx';
import { type Locale, locales } from '#lib/i18n/values.ts';
import { patch } from '#lib/web/api/api-client.ts';

/** The name of each language in that language: a reader who needs the list may not read the others. */
const names: Record<Locale, string> = { en: 'English', uk: 'Українська', ru: 'Русский' };

type LocaleSwitchProps = { readonly current: Locale; readonly isSignedIn: boolean };

/**
 * Shows links to the current page in each language. `?lang=uk` works on any page without a script (`proxy.ts`). With a
 * script, the link keeps the other query parameters and the account saves the language.
 */
export function LocaleSwitch({ current, isSignedIn }: LocaleSwitchProps) {
  const choose = async (event: MouseEvent<HTMLAnchorElement>, locale: Locale) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const target = new URL(window.location.href);
    target.searchParams.set('lang', locale);
    // A failed profile update must not keep the reader in a language they cannot read.
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
