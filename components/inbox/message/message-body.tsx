'use client';

import { useState } from 'react';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { Button } from '#components/ui/button.tsx';
import { MailFrame } from './mail-frame.tsx';
import type { TextBlock } from './mail-text.ts';
import { MessageText } from './message-text.tsx';

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
        <MailFrame
          messageId={messageId}
          title={t('formatted', { subject: subject || t('noSubject') })}
          html={html}
          {...images}
        />
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
