import { useRef, useState } from 'react';
import { useAct } from '#components/inbox/use-act.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import { post } from '#lib/web/api/api-client.ts';
import type { DraftWorld } from './draft-world.ts';
import { searchText, whatHappened } from './unknown-words.ts';

type Outcome = 'sent' | 'not_sent';
const words = {
  sent: {
    button: 'Mark as sent…',
    title: 'Mark as sent',
    text: 'The draft will be closed as sent, and the email will appear in the thread. Confirm only if you have seen it in the Sent mailbox or the recipient has it.',
  },
  not_sent: {
    button: 'Mark as not sent…',
    title: 'Mark as not sent',
    text: 'The draft will go back to approved, and you can send it again. If the first attempt did arrive, the recipient will get this email twice.',
  },
} as const;

/**
 * Shows a mail with an unknown outcome. Only a person can decide the outcome, and until then the mail cannot be sent
 * again.
 */
export function UnknownBanner({ draft, world }: { readonly draft: EmailDraftView; readonly world: DraftWorld }) {
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
        return outcome === 'sent' ? 'Marked as sent.' : 'You can send it again.';
      },
      () => dialog.current?.close(),
    );

  return (
    <div className="sticky top-2 z-20 bg-background">
      <Alert
        kind="danger"
        title="This email may or may not have been sent"
        action={
          <>
            <Button size="small" look="secondary" aria-haspopup="dialog" onClick={() => ask('sent')}>
              {words.sent.button}
            </Button>
            <Button size="small" look="secondary" aria-haspopup="dialog" onClick={() => ask('not_sent')}>
              {words.not_sent.button}
            </Button>
          </>
        }
      >
        <p>
          To {draft.toEmail}, “{draft.subject}”. {whatHappened(error, world.channel.smtpHost || 'the mail server')}
        </p>
        {error && <p className="text-muted">{error.message}</p>}
        <p>{searchText(draft, { now: world.now, hasMailbox: world.channel.imapHost !== '' })}</p>
      </Alert>
      <Dialog handle={dialog} title={words[outcome].title} closeLabel="Close" onClose={forget}>
        <div className="flex flex-col gap-4 overflow-y-auto p-5">
          <p>{words[outcome].text}</p>
          {problem && <Alert kind="danger">{problem}</Alert>}
          <div className="flex flex-wrap gap-3">
            <Button look="secondary" onClick={() => dialog.current?.close()}>
              Cancel
            </Button>
            <Button look="danger" busy={isBusy} onClick={resolve}>
              {outcome === 'sent' ? 'Confirm sent' : 'Confirm not sent'}
            </Button>
          </div>
        </div>
      </Dialog>
    </div>
  );
}
