'use client';

import { use } from 'react';
import { useNotedError } from '#components/shell/collecting/use-noted-error.ts';
import { ErrorNotice } from '#components/shell/error-notice.tsx';
import { ErrorTexts } from '#components/shell/error-texts.tsx';
import { Button } from '#components/ui/button.tsx';
import type { Texts } from '#lib/i18n/texts.ts';

// `retry` requests the page again. `reset` would only render the same failure again.
type ErrorPageProps = { readonly error: Error & { digest?: string }; readonly retry: () => void };

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  useNotedError(error);
  const texts: Texts<'errors'> | null = use(ErrorTexts);
  if (!texts) return null;
  return (
    <ErrorNotice title={texts.crashTitle} text={texts.crashText}>
      <Button onClick={retry}>{texts.retry}</Button>
      {error.digest && <p className="w-full text-sm text-muted">{texts.reference.replace('{id}', error.digest)}</p>}
    </ErrorNotice>
  );
}
