/** Control characters and backslashes: browsers drop or turn them, so an address with one is not what it seems. */
const unsafe = /[\p{Cc}\\]/u;

/**
 * Where to go after signing in, as a path of our own site; anything else becomes `/`. The answer never starts with two
 * slashes, which a browser would read as another host.
 */
export function nextPathOf(origin: string, wanted: string | null | undefined): string {
  if (!wanted || unsafe.test(wanted) || !URL.canParse(wanted, origin)) return '/';
  const url = new URL(wanted, origin);
  if (url.origin !== origin || url.username !== '' || url.password !== '') return '/';
  return `/${url.pathname.replace(/^\/+/, '')}${url.search}${url.hash}`;
}
