import { SECOND_MS } from '#lib/core/time.ts';

/** Returns the delay of a Retry-After header in milliseconds from now; null for an unusable header. */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
