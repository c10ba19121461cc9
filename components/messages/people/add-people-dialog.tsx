import { useState } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import type { Contact } from '#lib/messaging/schemas/contact.ts';
import { PeoplePicker } from './people-picker.tsx';
import type { ConversationCalls } from './use-conversation-calls.ts';

type AddPeopleDialogProps = {
  readonly without: readonly string[];
  readonly calls: ConversationCalls;
  readonly onClose: () => void;
};

/** Adds people to a group. They can see the earlier messages. */
export function AddPeopleDialog({ without, calls, onClose }: AddPeopleDialogProps) {
  const texts = useMessageTexts().messagePeople;
  const [picked, pick] = useState<readonly Contact[]>([]);

  return (
    <OpenDialog title={texts.addPeople} closeLabel={texts.close} onClose={onClose}>
      {(close) => (
        <Form
          onSubmit={() => picked.length > 0 && calls.change({ addParticipantIds: picked.map(({ id }) => id) }, close)}
          className="flex min-h-0 flex-col gap-4 overflow-y-auto p-5"
        >
          <p className="text-muted">{texts.addNote}</p>
          <PeoplePicker picked={picked} onChange={pick} without={without} />
          {calls.problem && (
            <Alert kind="danger" role="alert">
              {calls.problem}
            </Alert>
          )}
          <div className="sticky -bottom-5 -mx-5 -mb-5 border-t border-line bg-surface p-5">
            <Button type="submit" wide busy={calls.isBusy || picked.length === 0}>
              {texts.add}
            </Button>
          </div>
        </Form>
      )}
    </OpenDialog>
  );
}
