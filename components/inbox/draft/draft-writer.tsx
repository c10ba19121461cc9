import { useEffect, useRef, useState } from 'react';
import { useAct } from '#components/inbox/use-act.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import { post } from '#lib/web/api/api-client.ts';
import { useUnsaved } from './use-unsaved.ts';
import { clearUnsavedText, useUnsavedText } from './use-unsaved-text.ts';

const MAX = 20_000;
/** Returns the key under which the text of an unsaved new reply is stored. */
export const newTextOf = (threadId: string): string => `new ${threadId}`;

/**
 * Shows the form for a reply that a person begins. The reply is a normal draft: it is saved first, then approved and
 * sent.
 */
export function DraftWriter({ threadId, onClose }: { readonly threadId: string; readonly onClose: () => void }) {
  const field = useRef<HTMLFormElement>(null);
  const [text, setText] = useState('');
  const [missing, setMissing] = useState('');
  const { isBusy, problem, act } = useAct();
  const key = newTextOf(threadId);
  useUnsaved(text.trim() !== '');
  useUnsavedText(key, text.trim() === '' ? null : { text, version: 0 }, (kept) => setText(kept.text));
  useEffect(() => field.current?.querySelector('textarea')?.focus(), []);

  const leave = () => {
    clearUnsavedText(key);
    onClose();
  };

  const save = () => {
    if (text.trim() === '') {
      setMissing('Enter a reply first');
      field.current?.querySelector('textarea')?.focus();
      return;
    }
    setMissing('');
    act(async () => {
      await post<{ draft: EmailDraftView }>(`/api/admin/email/threads/${threadId}/drafts`, { body: text });
      return 'Draft saved. It is waiting for approval.';
    }, leave);
  };

  return (
    <Form ref={field} onSubmit={save} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <TextAreaField
        id="new-draft"
        label="Reply"
        rows={8}
        maxLength={MAX}
        dir="auto"
        value={text}
        error={missing || undefined}
        hint="Saved as a draft. Nothing is sent until someone approves it."
        onChange={(event) => setText(event.target.value)}
      />
      {problem && <Alert kind="danger">{problem}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          Save draft
        </Button>
        <Button look="quiet" onClick={leave}>
          {text.trim() === '' ? 'Close' : 'Discard'}
        </Button>
      </div>
    </Form>
  );
}
