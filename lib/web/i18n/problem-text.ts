import { ApiProblem } from '#lib/web/api-client.ts';
import type { Texts } from './texts.ts';

const isKnown = (code: string, texts: Texts<'problems'>): code is keyof Texts<'problems'> => code in texts;

/** What went wrong, in the shopper's language; what nobody foresaw is said to be our fault. */
export function problemText(error: unknown, texts: Texts<'problems'>): string {
  const code = error instanceof ApiProblem ? error.code : 'other';
  return isKnown(code, texts) ? texts[code] : texts.other;
}
