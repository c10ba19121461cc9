'use client';

import { useSay } from '#components/inbox/inbox-texts.ts';
import { useNotedError } from '#components/shell/collecting/use-noted-error.ts';
import { ErrorNotice } from '#components/shell/error-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

type ErrorPageProps = { readonly error: Error & { digest?: string }; readonly retry: () => void };

/** Shows that a page of the inbox failed, with the ways to go on. */
export default function InboxError({ error, retry }: ErrorPageProps) {
  const t = useSay('inbox');
  useNotedError(error);
  return (
    <ErrorNotice title={t('errorTitle')} text={t('errorText')}>
      <Button onClick={retry}>{t('tryAgain')}</Button>
      <LinkButton href="/admin/inbox" look="secondary">
        {t('goToInbox')}
      </LinkButton>
      {error.digest && <p className="w-full text-sm text-muted">{t('reference', { id: error.digest })}</p>}
    </ErrorNotice>
  );
}
