import { newId } from '#lib/core/ids.ts';
import { type Changing, withMessage } from '#lib/messaging/conversations/conversation-change.ts';

/** An event in a conversation. Users appear only by id, so that clients show the current name or none. */
export type SystemFact =
  | { readonly kind: 'member_joined'; readonly userIds: readonly string[]; readonly byId: string }
  | { readonly kind: 'member_left'; readonly userIds: readonly string[] }
  | { readonly kind: 'member_removed'; readonly userIds: readonly string[]; readonly byId: string }
  | { readonly kind: 'group_renamed'; readonly groupName: string; readonly byId: string }
  | { readonly kind: 'missed_call'; readonly callId: string; readonly media: string; readonly callerId: string }
  | {
      readonly kind: 'call_ended';
      readonly callId: string;
      readonly media: string;
      readonly durationSeconds: number;
    };

/** Returns the event as an English sentence, for clients that do not know the kinds. */
function sentenceOf(fact: SystemFact): string {
  switch (fact.kind) {
    case 'member_joined':
      return fact.userIds.length === 1 ? 'A participant joined' : `${fact.userIds.length} participants joined`;
    case 'member_left':
      return 'A participant left';
    case 'member_removed':
      return fact.userIds.length === 1
        ? 'A participant was removed'
        : `${fact.userIds.length} participants were removed`;
    case 'group_renamed':
      return `The group is now called ${fact.groupName}`;
    case 'missed_call':
      return 'Missed call';
    case 'call_ended':
      return `Call ended after ${fact.durationSeconds} seconds`;
  }
}

/** Appends a system message to a conversation. */
export const withSystemMessage = (change: Changing, fact: SystemFact, at: string): Changing =>
  withMessage(change, newId('message'), {
    senderId: null,
    type: 'system',
    content: sentenceOf(fact),
    metadata: { ...fact },
    createdAt: at,
  });
