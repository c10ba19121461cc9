import { useRef, useState } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { useAct } from '#components/inbox/use-act.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import { post } from '#lib/web/api/api-client.ts';
import type { DraftWorld } from './draft-world.ts';
import { searchText, whatHappened } from './unknown-words.ts';

type Outcome = 'sent' | 'not_sent';

/**
 * Shows a mail with an unknown outcome. Only a person can decide the outcome, and until then the mail cannot be sent
 * again.
 */
export function UnknownBanner({ draft, world }: { readonly draft: EmailDraftView; readonly world: DraftWorld }) {
  const t = useSay('reply');
  const reader = useReader();
  const dialog = useRef<HTMLDialogElement>(null);
  const [outcome, setOutcome] = useState<Outcome>('sent');
  const { isBusy, problem, act, forget } = useAct();
  const error = draft.lastError;

  const ask = (chosen: Outcome) => {
    setOutcome(chosen);
    dialog.current?.showModal();
  };
  const resolve = () =>
    act(
      async () => {
        await post(`/api/admin/email/drafts/${draft.id}/resolve`, { outcome });
        return t(outcome === 'sent' ? 'markedSent' : 'sendableAgain');
      },
      () => dialog.current?.close(),
    );

  return (
    <div className="sticky top-2 z-20 bg-background">
      <Alert
        kind="danger"
        title={t('unknownTitle')}
        action={
          <>
            <Button size="small" look="secondary" aria-haspopup="dialog" onClick={() => ask('sent')}>
              {t('markSent')}
            </Button>
            <Button size="small" look="secondary" aria-haspopup="dialog" onClick={() => ask('not_sent')}>
              {t('markNotSent')}
            </Button>
          </>
        }
      >
        <p suppressHydrationWarning>
          {t('unknownAbout', { email: draft.toEmail, subject: draft.subject })}{' '}
          {whatHappened(error, world.channel.smtpHost || t('theServer'), { t, reader })}
        </p>
        {error?.responseCode && <p className="text-muted">{error.message}</p>}
        <p suppressHydrationWarning>
          {searchText(draft, { now: world.now, hasMailbox: world.channel.imapHost !== '' }, { t, reader })}
        </p>
      </Alert>
      <Dialog
        handle={dialog}
        title={t(outcome === 'sent' ? 'sentTitle' : 'notSentTitle')}
        closeLabel={t('close')}
        onClose={forget}
      >
        <div className="flex flex-col gap-4 overflow-y-auto p-5">
          <p>{t(outcome === 'sent' ? 'sentText' : 'notSentText')}</p>
          {problem && <Alert kind="danger">{problem}</Alert>}
          <div className="flex flex-wrap gap-3">
            <Button look="secondary" onClick={() => dialog.current?.close()}>
              {t('cancel')}
            </Button>
            <Button look="danger" busy={isBusy} onClick={resolve}>
              {t(outcome === 'sent' ? 'confirmSent' : 'confirmNotSent')}
            </Button>
          </div>
        </div>
      </Dialog>
    </div>
  );
}
