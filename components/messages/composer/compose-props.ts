import type { People } from '#lib/messaging/members/people.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { ComposeInput } from './compose-input.ts';

export type ComposeMenuProps = {
  readonly conversation: Pick<ConversationView, 'participantIds' | 'metadata'>;
  /** The reader's id. */
  readonly me: string;
  readonly people: People;
  /** The reader is a seller, so the reader's requests can be paid here. */
  readonly isSeller: boolean;
  /** Sends a rich message under a key that prevents duplicates. On rejection the dialog stays open and shows the error. */
  readonly send: (input: ComposeInput, key: string) => Promise<void>;
};

/** The error texts of a form's fields. */
export type FieldErrors = { readonly errorOf: (field: string) => string | undefined };
