import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { ImportProblem } from '#lib/store/schemas/product-import.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';

type CsvTexts = SellerTexts<'csv'>;

/** Returns the text with a key that is not known to exist. */
function textOf(texts: CsvTexts, key: string): string | undefined {
  const known: Readonly<Record<string, string>> = texts;
  return Object.hasOwn(known, key) ? known[key] : undefined;
}

/** Returns what is wrong with a row in the reader's language. Returns undefined for a refusal without a text. */
export const rowProblemText = (
  { code, field }: Pick<ImportProblem, 'code' | 'field'>,
  texts: CsvTexts,
): string | undefined => textOf(texts, code === 'Invalid' ? `cell_${field}` : `row_${code}`);

/** Returns what is wrong with the file as a whole. Returns undefined when the error is about something else. */
export function importFileProblem(error: unknown, texts: CsvTexts, locale: Locale): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  if (error.status === 413) return texts.importTooLarge;
  const text = textOf(texts, `file_${error.code}`);
  return text && fill(text, { at: error.details.at ?? '' }, locale);
}
