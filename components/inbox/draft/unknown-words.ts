import { consoleMoment } from '#components/admin/console-time.ts';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';

/**
 * Returns how the outcome of a send became unknown. When our own server was interrupted, the progress of the send is
 * unknown.
 */
export function whatHappened(error: EmailDraftView['lastError'], server: string): string {
  if (error === null) return `The connection to ${server} broke before the server confirmed the email.`;
  const at = consoleMoment(error.at);
  if (error.code === 'Interrupted')
    return `Sending was interrupted at ${at}. It is unknown whether ${server} had received the email.`;
  return `The connection to ${server} broke at ${at}, after the email was handed over (stage ${error.stage}) but before the server confirmed it.`;
}

type Sought = Pick<EmailDraftView, 'messageId' | 'lookUntil'>;

/** Returns the current result of the search in the mailbox of sent mail. */
export function searchText(
  { messageId, lookUntil }: Sought,
  { now, hasMailbox }: { readonly now: string; readonly hasMailbox: boolean },
): string {
  const id = messageId === null ? '' : ` Its Message-ID is ${messageId}.`;
  if (!hasMailbox) return `This channel has no mailbox, so we could not search for it.${id}`;
  if (lookUntil !== null && lookUntil > now)
    return `We are searching the Sent mailbox until ${consoleMoment(lookUntil)}; it has not been found yet.${id}`;
  return `It was not found in the Sent mailbox. That proves nothing if the server keeps no copies.${id}`;
}
