import { useEffect, useState } from 'react';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { useRead } from '#components/inbox/use-act.ts';
import { Alert } from '#components/ui/alert.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import { getText } from '#lib/web/api/get-text.ts';

/** How much of a source is shown. The downloaded file has all of it. */
const MAX_SHOWN = 200_000;

type SourceDialogProps = { readonly messageId: string; readonly onClose: () => void };

/** Shows the raw source of a mail. The dialog is open while it is mounted. */
export function SourceDialog({ messageId, onClose }: SourceDialogProps) {
  const t = useSay('mail');
  const [source, setSource] = useState<string | null>(null);
  const { isBusy, problem, act } = useRead();
  const path = `/api/admin/email/messages/${messageId}/raw`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog loads its text once, on mount.
  useEffect(() => {
    act(async () => {
      setSource(await getText(path));
      return t('sourceLoaded');
    });
  }, []);

  return (
    <OpenDialog title={t('sourceTitle')} closeLabel={t('close')} onClose={onClose}>
      <div className="flex min-h-0 flex-col gap-3 p-5">
        {problem && <Alert kind="danger">{problem}</Alert>}
        {isBusy && <p className="text-muted">{t('loading')}</p>}
        {source !== null && (
          <section
            aria-label={t('source')}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling box.
            tabIndex={0}
            className="max-h-[60dvh] overflow-auto rounded-md bg-sunken p-3"
          >
            <pre className="font-mono text-xs">{source.slice(0, MAX_SHOWN)}</pre>
          </section>
        )}
        {source !== null && source.length > MAX_SHOWN && <p className="text-sm text-muted">{t('sourcePart')}</p>}
        <p>
          <a href={path} download={`${messageId}.eml`} className={buttonClass({ look: 'secondary', size: 'small' })}>
            {t('saveFile')}
          </a>
        </p>
      </div>
    </OpenDialog>
  );
}
