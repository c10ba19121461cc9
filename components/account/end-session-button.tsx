'use client';

import { ApiProblem, remove } from '#lib/web/api/api-client.ts';
import { EndButton, type EndButtonTexts } from './end-button.tsx';

/** Shows a button that ends one session, or all others. A session that has already ended (404) counts as success. */
export function EndSessionButton({ path, ...texts }: EndButtonTexts & { readonly path: string }) {
  const end = () =>
    remove(path).catch((error) => {
      if (!(error instanceof ApiProblem && error.status === 404)) throw error;
    });
  return <EndButton {...texts} end={end} />;
}
