import { useId, useState } from 'react';
import { useInbox } from '#components/inbox/inbox-context.ts';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { OpenNextChoice } from '#components/inbox/threads/open-next-choice.tsx';
import { useAct } from '#components/inbox/use-act.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import type { DraftWorld } from './draft-world.ts';
import { lastLines } from './last-lines.ts';
import { sameAddress, sendHeld } from './send-held.ts';

type SendDialogProps = { readonly draft: EmailDraftView; readonly world: DraftWorld; readonly onClose: () => void };

/**
 * Shows the final check before a send: the sender, the actual recipient and the end of the text. No field submits on
 * Enter, and the initial focus is not on the send button. The server then holds the mail back for some seconds.
 */
export function SendDialog({ draft, world, onClose }: SendDialogProps) {
  const t = useSay('reply');
  const id = useId();
  const [toEmail, setTo] = useState(draft.toEmail);
  const [subject, setSubject] = useState(draft.subject);
  const [isChanging, setChanging] = useState(false);
  const { isBusy, problem, act } = useAct();
  const { hold, goOn } = useInbox();
  const { contact, otherAddress, channel } = world;
  const isRedirected = !sameAddress(toEmail, contact.email);

  const send = (close: () => void) =>
    act(
      () => sendHeld({ ...draft, toEmail: toEmail.trim(), subject: subject.trim() }, hold, t),
      () => {
        close();
        goOn();
      },
    );

  return (
    <OpenDialog title={t('sendTitle')} closeLabel={t('close')} onClose={onClose}>
      {(close) => (
        <div className="flex flex-col gap-4 overflow-y-auto p-5">
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 wrap-anywhere">
            <dt className="text-muted">{t('from')}</dt>
            <dd>
              {channel.name} {channel.address && `<${channel.address}>`}
            </dd>
            <dt className="text-muted">{t('to')}</dt>
            <dd className={isRedirected ? 'font-semibold text-danger' : 'font-semibold'}>
              {toEmail || t('noRecipient')}
            </dd>
            <dt className="text-muted">{t('subject')}</dt>
            <dd dir="auto">{subject}</dd>
            <dt className="text-muted">{t('endsWith')}</dt>
            <dd dir="auto" className="border-s-2 border-line-strong ps-3 whitespace-pre-wrap">
              {lastLines(draft.body)}
            </dd>
          </dl>
          {isRedirected && (
            <Alert kind="danger" title={t('redirected')}>
              {t('redirectedText', { email: contact.email })}
            </Alert>
          )}
          {otherAddress && !sameAddress(otherAddress, toEmail) && (
            <Button size="small" look="secondary" onClick={() => setTo(otherAddress)} className="self-start">
              {t('sendToOther', { email: otherAddress })}
            </Button>
          )}
          {isChanging ? (
            <div className="flex flex-col gap-3">
              <TextField
                id={`${id}-to`}
                label={t('to')}
                type="email"
                maxLength={320}
                value={toEmail}
                onChange={(event) => setTo(event.target.value)}
              />
              <TextField
                id={`${id}-subject`}
                label={t('subject')}
                maxLength={500}
                value={subject}
                onChange={(event) => setSubject(event.target.value)}
              />
            </div>
          ) : (
            <Button size="small" look="quiet" onClick={() => setChanging(true)} className="-ms-3 self-start">
              {t('changeRecipient')}
            </Button>
          )}
          {problem && <Alert kind="danger">{problem}</Alert>}
          <div className="flex flex-wrap gap-3">
            <Button look="secondary" onClick={close}>
              {t('cancel')}
            </Button>
            <Button busy={isBusy} look={isRedirected ? 'danger' : 'primary'} onClick={() => send(close)}>
              {t(isBusy ? 'sendBusy' : 'sendNow')}
            </Button>
          </div>
          <OpenNextChoice />
        </div>
      )}
    </OpenDialog>
  );
}
