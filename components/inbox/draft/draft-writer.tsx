import { useEffect, useRef, useState } from 'react';
import { useInbox } from '#components/inbox/inbox-context.ts';
import { useSay } from '#components/inbox/inbox-texts.ts';
import type { Call } from '#components/inbox/use-act.ts';
import { useCommands } from '#components/inbox/use-commands.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import type { EmailPerson } from '#lib/mail/schemas/person.ts';
import { post } from '#lib/web/api/api-client.ts';
import { needsDialog, sendHeld } from './send-held.ts';
import { useFieldInserts } from './use-inserts.ts';
import { useUnsaved } from './use-unsaved.ts';
import { clearUnsavedText, newTextOf, useUnsavedText } from './use-unsaved-text.ts';

const MAX = 20_000;

type DraftWriterProps = {
  readonly threadId: string;
  readonly contact: EmailPerson;
  /** The text that the reply begins with. */
  readonly first: string;
  /** Runs in the panel, because the writer closes once the draft is saved. */
  readonly call: Call;
  readonly onClose: () => void;
};
type Answer = { readonly draft: EmailDraftView };

/**
 * Shows the form for a reply that a person begins. The reply is a normal draft: it is saved first, then approved and
 * sent.
 */
export function DraftWriter({ threadId, contact, first, call, onClose }: DraftWriterProps) {
  const t = useSay('reply');
  const field = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(first);
  const [missing, setMissing] = useState('');
  const { isBusy, problem, act } = call;
  const { hold, goOn } = useInbox();
  const key = newTextOf(threadId);
  useUnsaved(text.trim() !== '');
  useUnsavedText(key, text.trim() === '' ? null : { text, version: 0 }, (kept) => setText(kept.text));
  useFieldInserts(field);
  useCommands({ approveAndSend: () => finish('send') });
  useEffect(() => {
    const area = field.current?.querySelector('textarea');
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);

  const leave = () => {
    clearUnsavedText(key);
    onClose();
  };

  const finish = (by: 'save' | 'send') => {
    if (text.trim() === '') {
      setMissing(t('missing'));
      field.current?.querySelector('textarea')?.focus();
      return;
    }
    setMissing('');
    let isLeaving = false;
    act(
      async () => {
        const { draft } = await post<Answer>(`/api/admin/email/threads/${threadId}/drafts`, { body: text });
        // The draft has the text now. A copy left here would come back after the send, and could be sent again.
        clearUnsavedText(key);
        try {
          if (by === 'save') return t('saved');
          if (needsDialog(draft, contact)) return t('savedCheck');
          await post<Answer>(`/api/admin/email/drafts/${draft.id}/approve`, { version: draft.version });
          const said = await sendHeld(draft, hold, t);
          isLeaving = true;
          return said;
        } finally {
          leave();
        }
      },
      () => isLeaving && goOn(),
    );
  };

  return (
    <Form
      ref={field}
      onSubmit={() => finish('save')}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <TextAreaField
        id="new-draft"
        label={t('reply')}
        rows={5}
        maxLength={MAX}
        dir="auto"
        data-reply
        value={text}
        readOnly={isBusy}
        error={missing || undefined}
        hint={t('writerHint')}
        onChange={(event) => setText(event.target.value)}
      />
      {problem && <Alert kind="danger">{problem}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          {t('saveDraft')}
        </Button>
        <Button
          look="secondary"
          busy={isBusy}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Ctrl/⌘+Enter"
          onClick={() => finish('send')}
        >
          {t('approveAndSend')}
        </Button>
        <Button look="quiet" onClick={leave}>
          {t(text.trim() === '' ? 'close' : 'discard')}
        </Button>
      </div>
    </Form>
  );
}
