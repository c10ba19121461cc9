import { ApiProblem } from '#lib/web/api/api-client.ts';

/** Texts by the code of a refusal, and `other` for unexpected errors. */
export type ProblemTexts = { readonly other: string } & Readonly<Record<string, string>>;

/** Returns the text of an error in the reader's language. An unexpected error is described as our fault. */
export function problemText(error: unknown, texts: ProblemTexts): string {
  const code = error instanceof ApiProblem ? error.code : 'other';
  return (Object.hasOwn(texts, code) ? texts[code] : undefined) ?? texts.other;
}
