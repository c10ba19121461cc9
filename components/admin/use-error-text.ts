import { useCommonTexts } from '#components/admin/console-reader.tsx';
import { ApiProblem } from '#lib/web/api/api-client.ts';

/** The names of failures by their status, for a refusal without a text of its own. */
const names: Readonly<Record<number, string>> = {
  400: 'ValidationError',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  429: 'RateLimitError',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
};

/** Returns a function that describes a failed call in the language of the account. */
export function useErrorText(): (error: unknown) => string {
  const texts = useCommonTexts();
  const known: Readonly<Record<string, string>> = texts;
  return (error) =>
    (error instanceof ApiProblem && (known[`problem_${error.code}`] ?? known[`problem_${names[error.status]}`])) ||
    texts.failed;
}
