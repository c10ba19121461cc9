import type { People } from '#lib/messaging/members/people.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { ComposeInput } from './compose-input.ts';

export type ComposeMenuProps = {
  readonly conversation: Pick<ConversationView, 'participantIds' | 'metadata'>;
  /** The reader's id. */
  readonly me: string;
  readonly people: People;
  /** The reader sells here, so what they ask for can be paid here. */
  readonly isSeller: boolean;
  /** Sends it under a key that makes it one message; the dialog stays open with what is wrong when it rejects. */
  readonly send: (input: ComposeInput, key: string) => Promise<void>;
};

/** What is wrong with a field of a form, in words. */
export type FieldErrors = { readonly errorOf: (field: string) => string | undefined };
