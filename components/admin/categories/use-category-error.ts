import { useErrorText } from '#components/admin/use-error-text.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';

/** Returns a function that describes a refused change of a category. */
export function useCategoryError(texts: ConsoleTexts<'categories'>): (error: unknown) => string {
  const common = useErrorText();
  const known: Readonly<Record<string, string>> = texts;
  return (error) => (error instanceof ApiProblem && known[`problem_${error.code}`]) || common(error);
}
