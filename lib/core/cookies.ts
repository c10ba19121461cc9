import type { HeaderReader } from './request-head.ts';

/**
 * Returns the value of a cookie as it was sent. The first one counts, because browsers send the most specific first.
 */
export function cookieOf(headers: HeaderReader, name: string): string | undefined {
  const sent = headers.get('cookie');
  // Nearly every request looks for a cookie, and most do not have it.
  if (!sent?.includes(name)) return undefined;
  for (const part of sent.split(';')) {
    const equals = part.indexOf('=');
    const key = equals < 0 ? part : part.slice(0, equals);
    if (key.trim() === name) return equals < 0 ? '' : part.slice(equals + 1).trim();
  }
  return undefined;
}
