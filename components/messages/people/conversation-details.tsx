import { Archive, ArchiveRestore, Flag } from 'lucide-react';
import { useState } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { useNames } from '#components/messages/use-names.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { People } from '#lib/messaging/members/people.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import { EndButtons } from './end-buttons.tsx';
import { GroupName } from './group-name.tsx';
import { MemberList } from './member-list.tsx';
import { MuteControl } from './mute-control.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { useBlocks } from './use-blocks.ts';
import { type OnChange, useConversationCalls } from './use-conversation-calls.ts';

type ConversationDetailsProps = {
  readonly conversation: ConversationView;
  /** The reader's id. */
  readonly me: string;
  readonly people: People;
  readonly onChange: OnChange;
};

/** Shows a conversation's settings, its members, and the reader's actions. */
export function ConversationDetails({ conversation, me, people, onChange }: ConversationDetailsProps) {
  const { locale, messagePeople: texts } = useMessageTexts();
  const { nameOf } = useNames(me, people);
  const calls = useConversationCalls(conversation.id, onChange);
  const { blocked, toggle } = useBlocks();
  const [isReporting, setReporting] = useState(false);
  const { type, archived, participantIds } = conversation;
  const peerId = type === 'direct' ? participantIds.find((id) => id !== me) : undefined;
  const isBlocked = peerId !== undefined && blocked?.has(peerId);
  const Icon = archived ? ArchiveRestore : Archive;

  return (
    <div className="flex flex-col gap-8">
      {type === 'group' && <GroupName conversation={conversation} calls={calls} />}
      <MemberList {...{ conversation, me, people, calls }} blocks={{ blocked, toggle }} />
      <MuteControl conversation={conversation} calls={calls} />
      <section className="flex flex-col items-start gap-3">
        <h3 className="text-lg">{texts.more}</h3>
        <Button look="secondary" busy={calls.isBusy} onClick={() => calls.change({ archived: !archived })}>
          <Icon aria-hidden className="size-5" />
          {archived ? texts.unarchive : texts.archive}
        </Button>
        {peerId !== undefined && blocked !== null && (
          <>
            <Button
              look={isBlocked ? 'secondary' : 'danger'}
              busy={calls.isBusy}
              aria-describedby="block-note"
              onClick={() => calls.act(() => toggle(peerId))}
            >
              {fill(isBlocked ? texts.unblock : texts.block, { name: nameOf(peerId) }, locale)}
            </Button>
            <p id="block-note" className="text-sm text-muted">
              {isBlocked ? texts.blockedNote : texts.blockNote}
            </p>
          </>
        )}
        {peerId !== undefined && people[peerId]?.isDeleted === false && (
          <Button look="secondary" aria-haspopup="dialog" onClick={() => setReporting(true)}>
            <Flag aria-hidden className="size-5" />
            {texts.reportPerson}
          </Button>
        )}
        {peerId !== undefined && isReporting && (
          <ReportDialog
            about={{ kind: 'person', id: peerId, name: nameOf(peerId) }}
            onClose={() => setReporting(false)}
          />
        )}
        <EndButtons conversation={conversation} calls={calls} />
      </section>
      <div role="status" className="empty:hidden">
        {calls.problem && <Alert kind="danger">{calls.problem}</Alert>}
      </div>
    </div>
  );
}
