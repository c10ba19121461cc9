import { useId } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { MAX_GROUP_NAME } from '#lib/messaging/limits.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import { textIn } from '#lib/web/form-text.ts';
import { textOf } from '#lib/web/text-of.ts';
import type { ConversationCalls } from './use-conversation-calls.ts';

type GroupNameProps = { readonly conversation: ConversationView; readonly calls: ConversationCalls };

/** Shows the name of a group. Its owner can change it. */
export function GroupName({ conversation: { metadata, role }, calls }: GroupNameProps) {
  const texts = useMessageTexts().messagePeople;
  const id = useId();
  const name = textOf(metadata.groupName);
  if (role !== 'owner') return <p className="text-xl font-semibold wrap-anywhere">{name}</p>;

  return (
    <Form
      // A new name from the server resets the form.
      key={name}
      onSubmit={({ currentTarget }) => {
        const groupName = textIn(new FormData(currentTarget), 'groupName');
        if (groupName !== '' && groupName !== name) calls.change({ metadata: { groupName } });
      }}
      className="flex flex-wrap items-end gap-3"
    >
      <div className="min-w-0 grow">
        <TextField
          id={id}
          name="groupName"
          label={texts.groupName}
          defaultValue={name}
          maxLength={MAX_GROUP_NAME}
          required
        />
      </div>
      <Button type="submit" look="secondary" busy={calls.isBusy}>
        {texts.rename}
      </Button>
    </Form>
  );
}
