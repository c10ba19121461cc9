'use client';

import { Moon, Sun } from 'lucide-react';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import { remember, THEME_COOKIE, type Theme } from '#lib/web/cookies.ts';

const chosenTheme = (): Theme => {
  const { theme } = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') return theme;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
};

/**
 * Shows the button that switches the theme and saves the choice in a cookie. The server renders the next page in that
 * theme. The style sheet decides which of the two labels is visible, because the server cannot know the system
 * preference.
 */
export function ThemeToggle({ toDark, toLight }: { readonly toDark: string; readonly toLight: string }) {
  const turn = () => {
    const next = chosenTheme() === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    remember(THEME_COOKIE, next);
  };

  return (
    <button type="button" onClick={turn} className={`needs-script ${iconButtonClass}`}>
      <Moon aria-hidden className="only-light" />
      <span className="only-light sr-only">{toDark}</span>
      <Sun aria-hidden className="only-dark" />
      <span className="only-dark sr-only">{toLight}</span>
    </button>
  );
}
