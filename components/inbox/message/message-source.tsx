'use client';

import { lazy, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';

const SourceDialog = lazy(() =>
  import('./source-dialog.tsx').then(({ SourceDialog: dialog }) => ({ default: dialog })),
);

/** Shows a button that opens the raw source of a mail, to read and to save. The dialog is loaded on demand. */
export function MessageSource({ messageId }: { readonly messageId: string }) {
  const [opened, setOpened] = useState(0);
  return (
    <>
      <Button size="small" look="quiet" onClick={() => setOpened((times) => times + 1)} className="-ms-3">
        Source
      </Button>
      {opened > 0 && (
        <Suspense fallback={null}>
          <SourceDialog key={opened} messageId={messageId} />
        </Suspense>
      )}
    </>
  );
}
