/** Control characters and backslashes: browsers drop or turn them, so an address with one is not what it seems. */
const unsafe = /[\p{Cc}\\]/u;

/** Where to go after signing in, as a path of our own site; anything else becomes `/`. */
export const nextPathOf = (origin: string, wanted: string | null | undefined): string =>
  (wanted && ownPathOf(origin, wanted)) || '/';

/**
 * An address as a path of our own site; null when it leads anywhere else. The answer never starts with two slashes,
 * which a browser would read as another host.
 */
export function ownPathOf(origin: string, wanted: string): string | null {
  if (unsafe.test(wanted) || !URL.canParse(wanted, origin)) return null;
  const url = new URL(wanted, origin);
  if (url.origin !== origin || url.username !== '' || url.password !== '') return null;
  return `/${url.pathname.replace(/^\/+/, '')}${url.search}${url.hash}`;
}
