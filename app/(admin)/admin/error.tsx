'use client';

import { useCommonTexts, useReader } from '#components/admin/console-reader.tsx';
import { useNotedError } from '#components/shell/collecting/use-noted-error.ts';
import { ErrorNotice } from '#components/shell/error-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { fill } from '#lib/i18n/fill.ts';

type ErrorPageProps = { readonly error: Error & { digest?: string }; readonly retry: () => void };

/** Shows a failure of a page inside the console, so that its sidebar and palette still lead on. */
export default function ConsoleError({ error, retry }: ErrorPageProps) {
  useNotedError(error);
  const texts = useCommonTexts();
  const { locale } = useReader();
  return (
    <ErrorNotice title={texts.crashTitle} text={texts.crashText}>
      <Button onClick={retry}>{texts.retry}</Button>
      <LinkButton href="/admin" look="secondary">
        {texts.toOverview}
      </LinkButton>
      {error.digest && (
        <p className="w-full text-sm text-muted">{fill(texts.reference, { id: error.digest }, locale)}</p>
      )}
    </ErrorNotice>
  );
}
