'use client';

import { lazy, Suspense, useState } from 'react';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { Button } from '#components/ui/button.tsx';

const SourceDialog = lazy(() =>
  import('./source-dialog.tsx').then(({ SourceDialog: dialog }) => ({ default: dialog })),
);

/** Shows a button that opens the raw source of a mail, to read and to save. The dialog is loaded on demand. */
export function MessageSource({ messageId }: { readonly messageId: string }) {
  const t = useSay('mail');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" look="quiet" onClick={() => setOpen(true)} className="-ms-3">
        {t('source')}
      </Button>
      <Suspense fallback={null}>
        {isOpen && <SourceDialog messageId={messageId} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
