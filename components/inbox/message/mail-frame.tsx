import { useEffect, useEffectEvent, useState } from 'react';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { useRead } from '#components/inbox/use-act.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Say } from '#lib/i18n/console/texts.ts';
import { get } from '#lib/web/api/api-client.ts';
import { mailDocument } from './mail-document.ts';

type Rendered = {
  readonly html: string;
  readonly remoteImages: { readonly found: number; readonly loaded: number; readonly blocked: number };
};
type MailFrameProps = {
  readonly messageId: string;
  readonly title: string;
  /** Null when the HTML is too long to be part of the page. */
  readonly html: string | null;
  readonly hasInlineImages: boolean;
  readonly remoteImageCount: number;
};

/**
 * Shows a formatted mail in a sandboxed frame. The mail's own images are loaded with the mail. Remote images reveal to
 * the sender that the mail was opened, so they are loaded only on request.
 */
export function MailFrame({ messageId, title, html, hasInlineImages, remoteImageCount }: MailFrameProps) {
  const t = useSay('mail');
  const [shown, setShown] = useState<Rendered | null>(null);
  const [wanted, setWanted] = useState<'inline' | 'remote'>('inline');
  const { isBusy, problem, act } = useRead();

  const load = (images: 'inline' | 'remote') => {
    setWanted(images);
    act(async () => {
      const rendered = await get<Rendered>(`/api/admin/email/messages/${messageId}/html?images=${images}`);
      setShown(rendered);
      return images === 'remote' ? imagesText(rendered.remoteImages, t) : t('formattedLoaded');
    });
  };
  const isWhole = html !== null && !hasInlineImages;
  const opened = useEffectEvent(() => {
    if (!isWhole) load('inline');
  });
  useEffect(() => opened(), []);

  const page = shown?.html ?? html;
  const images = shown?.remoteImages;
  const isAsked = wanted === 'remote' && images !== undefined && !isBusy;
  return (
    <div className="flex flex-col gap-2">
      {remoteImageCount > 0 &&
        (isAsked && !problem ? (
          <p className="text-sm text-muted">{imagesText(images, t)}</p>
        ) : (
          <div>
            <Button size="small" look="secondary" busy={isBusy} onClick={() => load('remote')}>
              {t('loadImages', { count: remoteImageCount })}
            </Button>
          </div>
        ))}
      {problem && (
        <Alert
          kind="danger"
          title={t(wanted === 'remote' ? 'imagesFailed' : 'formattedFailed')}
          action={
            <Button size="small" look="secondary" onClick={() => load(wanted)}>
              {t('tryAgain')}
            </Button>
          }
        >
          {problem}
        </Alert>
      )}
      {page !== null ? (
        <iframe
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          title={title}
          srcDoc={mailDocument(page)}
          className="h-120 w-full resize-y rounded-md border border-line bg-white"
        />
      ) : (
        !problem && <Skeleton className="h-120 w-full" />
      )}
    </div>
  );
}

const imagesText = ({ found, loaded, blocked }: Rendered['remoteImages'], t: Say<'mail'>): string =>
  [t('imagesLoaded', { found, loaded }), blocked > 0 && t('imagesBlocked', { count: blocked })]
    .filter(Boolean)
    .join(', ');
