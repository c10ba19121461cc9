'use client';

import { lazy, Suspense, useState } from 'react';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { TextBlock } from './mail-text.ts';
import { MessageText } from './message-text.tsx';

const MailFrame = lazy(() => import('./mail-frame.tsx').then((module) => ({ default: module.MailFrame })));

type MessageBodyProps = {
  readonly messageId: string;
  readonly subject: string;
  readonly blocks: readonly TextBlock[];
  readonly hasHtml: boolean;
  readonly html: string | null;
  readonly hasInlineImages: boolean;
  readonly remoteImageCount: number;
};

/** Shows the text of a mail first. A button switches to the formatted mail and back. */
export function MessageBody({ messageId, subject, blocks, hasHtml, html, ...images }: MessageBodyProps) {
  const t = useSay('mail');
  const [isFormatted, setFormatted] = useState(hasHtml && blocks.length === 0);
  return (
    <div className="flex flex-col gap-3">
      {isFormatted ? (
        <Suspense fallback={<Skeleton className="h-120 w-full" />}>
          <MailFrame
            messageId={messageId}
            title={t('formatted', { subject: subject || t('noSubject') })}
            html={html}
            {...images}
          />
        </Suspense>
      ) : (
        <MessageText blocks={blocks} />
      )}
      {hasHtml && blocks.length > 0 && (
        <div>
          <Button size="small" look="secondary" aria-pressed={isFormatted} onClick={() => setFormatted(!isFormatted)}>
            {t(isFormatted ? 'asText' : 'asFormatted')}
          </Button>
        </div>
      )}
    </div>
  );
}
