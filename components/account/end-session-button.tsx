'use client';

import { ApiProblem, remove } from '#lib/web/api/api-client.ts';
import { EndButton, type EndButtonTexts } from './end-button.tsx';

/** Ends one browser's session, or those of all the others. One that is over already is as good as ended. */
export function EndSessionButton({ path, ...texts }: EndButtonTexts & { readonly path: string }) {
  const end = () =>
    remove(path).catch((error) => {
      if (!(error instanceof ApiProblem && error.status === 404)) throw error;
    });
  return <EndButton {...texts} end={end} />;
}
