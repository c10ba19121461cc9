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
 * Turns the page to the other theme and remembers it in a cookie, so that the next page comes out in it at once. Which
 * of its two faces shows is decided by the style sheet: the server cannot know what the system prefers.
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
