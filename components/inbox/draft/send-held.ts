import type { Inbox } from '#components/inbox/inbox-context.ts';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import type { Say } from '#lib/i18n/console/texts.ts';
import type { EmailPerson } from '#lib/mail/schemas/person.ts';
import { post } from '#lib/web/api/api-client.ts';
import { UNDO_SECONDS } from './held-send.ts';

type Sent = { readonly sendAt: string | null };
type Draft = Pick<EmailDraftView, 'id' | 'version' | 'threadId' | 'toEmail' | 'subject'>;

/** Asks the server to send an approved draft after the time for an undo, and returns the text to announce. */
export async function sendHeld(
  { id, version, threadId, toEmail, subject }: Draft,
  hold: Inbox['hold'],
  t: Say<'reply'>,
): Promise<string> {
  const { sendAt } = await post<Sent>(`/api/admin/email/drafts/${id}/send`, {
    undoSeconds: UNDO_SECONDS,
    // Only the text that is shown here may leave.
    version,
    // Always sent in full, because the server's defaults may differ from what is shown here.
    toEmail,
    subject,
  });
  if (sendAt === null) return t('alreadySent');
  hold({ draftId: id, threadId, toEmail, sendAt, inMs: UNDO_SECONDS * 1000 });
  return t('willSend', { email: toEmail, seconds: UNDO_SECONDS });
}

export const sameAddress = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

type Checked = Pick<EmailDraftView, 'stale' | 'toEmail' | 'foreignLinks' | 'openSlots'>;

/**
 * Returns true when a draft must not leave without the send dialog: it goes to somebody else than the contact of its
 * thread, has a placeholder or a foreign link, or a newer mail has arrived since it was written.
 */
export const needsDialog = ({ stale, toEmail, foreignLinks, openSlots }: Checked, contact: EmailPerson): boolean =>
  stale || !sameAddress(toEmail, contact.email) || foreignLinks.length > 0 || openSlots.length > 0;
