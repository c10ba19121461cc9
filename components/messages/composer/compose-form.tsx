import { type FormEvent, useState, useTransition } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { FormButtons } from '#components/ui/form/form-buttons.tsx';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { newMessageKey } from '#lib/web/messages/send-queue.ts';
import { type Composed, type ComposeKind, composed, orderOf } from './compose-input.ts';
import type { ComposeMenuProps } from './compose-props.ts';
import { EnvFields } from './env-fields.tsx';
import { PaymentFields } from './payment-fields.tsx';
import { PollFields } from './poll-fields.tsx';
import { RsvpFields } from './rsvp-fields.tsx';
import { TaskFields } from './task-fields.tsx';

type ComposeFormProps = ComposeMenuProps & { readonly kind: ComposeKind; readonly onDone: () => void };

/** Shows the form of a rich message, validates it, and sends it. */
export function ComposeForm({ kind, conversation, me, people, send, onDone }: ComposeFormProps) {
  const { timeZone, ...words } = useMessageTexts();
  const texts = words.messageCompose;
  const [problems, setProblems] = useState<Composed['problems']>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [isBusy, start] = useTransition();
  // One key for as long as the form is open, so that a retry after a lost response does not send a second message.
  const [key] = useState(newMessageKey);
  const order = orderOf(conversation.metadata);

  const submitted = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    if (isBusy) return;
    const { input, problems: found } = composed(
      kind,
      new FormData(currentTarget),
      { timeZone, now: new Date().toISOString() },
      order,
    );
    setProblems(found);
    setRefusal(null);
    if (input === null) {
      const [field = ''] = Object.keys(found);
      currentTarget.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
      return;
    }
    start(async () => {
      try {
        await send(input, key);
        onDone();
      } catch (error) {
        setRefusal(error);
      }
    });
  };
  const errorOf = (field: string) => {
    const key = problems?.[field];
    return key && texts[`bad_${key}`];
  };

  return (
    <Form onSubmit={submitted} className="flex min-h-0 flex-col gap-5 overflow-y-auto p-5">
      {kind === 'poll' && <PollFields errorOf={errorOf} />}
      {kind === 'rsvp' && <RsvpFields errorOf={errorOf} />}
      {kind === 'task' && (
        <TaskFields errorOf={errorOf} participantIds={conversation.participantIds} me={me} people={people} />
      )}
      {kind === 'payment_request' && <PaymentFields errorOf={errorOf} order={order} />}
      {kind === 'env_request' && <EnvFields errorOf={errorOf} />}
      {refusal !== null && (
        <Alert kind="danger" role="alert">
          {problemText(refusal, words.messageProblems)}
        </Alert>
      )}
      <FormButtons submit={texts.send} busy={isBusy} cancel={texts.cancel} onCancel={onDone} />
    </Form>
  );
}
