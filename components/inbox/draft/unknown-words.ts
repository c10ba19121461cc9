import { consoleMoment } from '#components/admin/console-time.ts';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';

/**
 * Returns how the outcome of a send became unknown. When our own server was interrupted, the progress of the send is
 * unknown.
 */
export function whatHappened(error: EmailDraftView['lastError'], server: string): string {
  if (error === null) return `The line to ${server} broke before the server said whether it took it.`;
  const at = consoleMoment(error.at);
  if (error.code === 'Interrupted') return `It was given up at ${at}: whether ${server} had it by then nobody saw.`;
  return `The line to ${server} broke at ${at}, after the mail had been handed over (stage ${error.stage}), before the server said whether it took it.`;
}

type Sought = Pick<EmailDraftView, 'messageId' | 'lookUntil'>;

/** Returns the current result of the search in the mailbox of sent mail. */
export function searchText(
  { messageId, lookUntil }: Sought,
  { now, hasMailbox }: { readonly now: string; readonly hasMailbox: boolean },
): string {
  const id = messageId === null ? '' : ` Its Message-ID is ${messageId}.`;
  if (!hasMailbox) return `This channel reads no mailbox, so it could not be looked for.${id}`;
  if (lookUntil !== null && lookUntil > now)
    return `The mailbox of sent mail is being searched until ${consoleMoment(lookUntil)}; it has not been found there yet.${id}`;
  return `The mailbox of sent mail was searched, and it was not found there. That proves nothing where the server keeps no copy.${id}`;
}
