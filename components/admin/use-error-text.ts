import { useCommonTexts } from '#components/admin/console-reader.tsx';
import { ApiProblem } from '#lib/web/api/api-client.ts';

/**
 * Returns a function that describes a failed call in the language of the account. A refusal without a text of its own
 * is shown in the words of the API.
 */
export function useErrorText(): (error: unknown) => string {
  const texts = useCommonTexts();
  const known: Readonly<Record<string, string>> = texts;
  return (error) => (error instanceof ApiProblem ? (known[`problem_${error.code}`] ?? error.message) : texts.failed);
}
