/** A user's preferences in the browser. The server reads them, so that a page is right from the first render. */
export const THEME_COOKIE = 'plaza_theme';
export const CURRENCY_COOKIE = 'plaza_currency';
export const SORT_COOKIE = 'plaza_sort';
/** Holds `NARROW_SIDEBAR` while the sidebar of the console is collapsed. */
export const SIDEBAR_COOKIE = 'plaza_sidebar';
export const NARROW_SIDEBAR = 'narrow';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];
export const isTheme = (text: string | undefined): text is Theme => themes.some((theme) => theme === text);

const YEAR_SECONDS = 31_536_000;

/** Stores a choice for a year. An empty value deletes it. Never use it for secrets. */
export function remember(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not in every browser we serve.
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${value === '' ? 0 : YEAR_SECONDS}`;
}
