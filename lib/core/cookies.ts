import type { HeaderReader } from './asked.ts';

/** The value of a cookie as it was sent. The first one counts: browsers send the most specific first. */
export function cookieOf(headers: HeaderReader, name: string): string | undefined {
  const sent = headers.get('cookie');
  // Looked for in nearly every request, and mostly not there.
  if (!sent?.includes(name)) return undefined;
  for (const part of sent.split(';')) {
    const [key, ...rest] = part.split('=');
    if (key?.trim() === name) return rest.join('=').trim();
  }
  return undefined;
}
