'use client';

import { ErrorNotice } from '#components/shell/error-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

type ErrorPageProps = { readonly error: Error & { digest?: string }; readonly retry: () => void };

/** The console is in English, whatever the language of the shop. */
export default function InboxError({ error, retry }: ErrorPageProps) {
  return (
    <ErrorNotice
      title="This part of the inbox could not be loaded"
      text="The error is on our side and has been logged. No email is lost. Trying again often helps."
    >
      <Button onClick={retry}>Try again</Button>
      <LinkButton href="/admin/inbox" look="secondary">
        Go to inbox
      </LinkButton>
      {error.digest && <p className="w-full text-sm text-muted">Reference: {error.digest}</p>}
    </ErrorNotice>
  );
}
