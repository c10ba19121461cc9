'use client';

import { lazy, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';

const SourceDialog = lazy(() =>
  import('./source-dialog.tsx').then(({ SourceDialog: dialog }) => ({ default: dialog })),
);

/** Opens a mail as it came over the wire: to look at, and to save. What shows it is loaded when it is wanted. */
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
