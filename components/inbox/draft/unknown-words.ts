import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import type { Reader, Say } from '#lib/i18n/console/texts.ts';
import { momentText } from '#lib/i18n/console/times.ts';

type Words = { readonly t: Say<'reply'>; readonly reader: Reader };

/**
 * Returns how the outcome of a send became unknown. When our own server was interrupted, the progress of the send is
 * unknown.
 */
export function whatHappened(error: EmailDraftView['lastError'], server: string, { t, reader }: Words): string {
  if (error === null) return t('broke', { server });
  const at = momentText(error.at, reader);
  if (error.code === 'Interrupted') return t('interrupted', { at, server });
  return t('brokeAt', { at, server });
}

type Sought = Pick<EmailDraftView, 'messageId' | 'lookUntil'>;

/** Returns the current result of the search in the mailbox of sent mail. */
export function searchText(
  { messageId, lookUntil }: Sought,
  { now, hasMailbox }: { readonly now: string; readonly hasMailbox: boolean },
  { t, reader }: Words,
): string {
  const id = messageId === null ? '' : ` ${t('sought_id', { id: messageId })}`;
  if (!hasMailbox) return `${t('sought_noMailbox')}${id}`;
  if (lookUntil !== null && lookUntil > now) return `${t('sought_until', { at: momentText(lookUntil, reader) })}${id}`;
  return `${t('sought_none')}${id}`;
}
