/**
 * Control characters and backslashes: browsers drop or convert them, so such an address leads elsewhere than it
 * seems.
 */
const unsafe = /[\p{Cc}\\]/u;

/** Returns the path to open after sign-in. An address outside our site becomes `/`. */
export const nextPathOf = (origin: string, wanted: string | null | undefined): string =>
  (wanted && ownPathOf(origin, wanted)) || '/';

/**
 * Returns an address as a path of our own site, or null when it leads anywhere else. The path never starts with two
 * slashes, which a browser would read as another host.
 */
export function ownPathOf(origin: string, wanted: string): string | null {
  if (unsafe.test(wanted) || !URL.canParse(wanted, origin)) return null;
  const url = new URL(wanted, origin);
  if (url.origin !== origin || url.username !== '' || url.password !== '') return null;
  return `/${url.pathname.replace(/^\/+/, '')}${url.search}${url.hash}`;
}
