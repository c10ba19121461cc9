import { ApiProblem } from '#lib/web/api/api-client.ts';

/** Sentences by the code of a refusal, and one for what nobody foresaw. */
type ProblemTexts = { readonly other: string } & Readonly<Record<string, string>>;

/** What went wrong, in the reader's language; what nobody foresaw is said to be our fault. */
export function problemText(error: unknown, texts: ProblemTexts): string {
  const code = error instanceof ApiProblem ? error.code : 'other';
  return (Object.hasOwn(texts, code) ? texts[code] : undefined) ?? texts.other;
}
