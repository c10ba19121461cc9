import type { Texts } from '#lib/i18n/texts.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';

/** Says why a wait for a product could not begin or end. */
export function watchProblem(error: unknown, texts: Texts<'stockWatch'>): string {
  if (!(error instanceof ApiProblem)) return texts.failed;
  switch (error.code) {
    case 'InStock':
      return texts.inStock;
    case 'TooManyWatches':
      return texts.tooMany;
    default:
      return error.status === 404 ? texts.gone : texts.failed;
  }
}
