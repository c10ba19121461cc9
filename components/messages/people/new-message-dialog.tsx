import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useId, useState, useTransition } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import { MAX_GROUP_NAME } from '#lib/messaging/limits.ts';
import type { Contact } from '#lib/messaging/schemas/contact.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import { post } from '#lib/web/api/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { newConversation } from './new-conversation.ts';
import { PeoplePicker } from './people-picker.tsx';

type NewMessageDialogProps = { readonly open: boolean; readonly onClose: () => void };

/** Creates a conversation and opens it: a direct one with one person, a group with several. */
export function NewMessageDialog({ open, onClose }: NewMessageDialogProps) {
  const texts = useMessageTexts().messagePeople;
  if (!open) return null;
  return (
    <OpenDialog title={texts.newTitle} closeLabel={texts.close} onClose={onClose}>
      {(close) => <NewMessage onDone={close} />}
    </OpenDialog>
  );
}

function NewMessage({ onDone }: { readonly onDone: () => void }) {
  const words = useMessageTexts();
  const texts = words.messagePeople;
  const router = useRouter();
  const nameId = useId();
  const [picked, pick] = useState<readonly Contact[]>([]);
  const [groupName, setGroupName] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, start] = useTransition();
  // The key prevents a second group when a retry follows a lost response.
  const [key] = useState(() => crypto.randomUUID());
  const isGroup = picked.length > 1;
  const wanted = newConversation(
    picked.map(({ id }) => id),
    groupName,
  );

  const begin = () => {
    if (isBusy || !wanted) return;
    start(async () => {
      try {
        const headers = { 'idempotency-key': key };
        const { conversation } = await post<{ conversation: ConversationView }>('/api/conversations', wanted, {
          headers,
        });
        onDone();
        router.push(`${words.links.messages}/${conversation.id}` as Route); // one page for all conversations
      } catch (error) {
        setProblem(error);
      }
    });
  };

  return (
    <Form onSubmit={begin} className="flex min-h-0 flex-col gap-4 overflow-y-auto p-5">
      <PeoplePicker picked={picked} onChange={pick} />
      {problem !== null && (
        <Alert kind="danger" role="alert">
          {problemText(problem, words.messageProblems)}
        </Alert>
      )}
      {/* The missing input stays in view, however long the list of people is. */}
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-col gap-4 border-t border-line bg-surface p-5">
        {isGroup && (
          <TextField
            id={nameId}
            label={texts.groupName}
            hint={texts.groupHint}
            value={groupName}
            maxLength={MAX_GROUP_NAME}
            autoComplete="off"
            onChange={(event) => setGroupName(event.target.value)}
          />
        )}
        <Button type="submit" wide busy={isBusy || !wanted}>
          {isGroup ? texts.makeGroup : texts.write}
        </Button>
      </div>
    </Form>
  );
}
