import type { EmailDraft } from '#lib/crm/schemas/draft.ts';

/** Returns the recipient and the subject of a draft without the overrides of a send. */
export const withoutOverrides = ({
  own,
  toEmail,
  toName,
  subject,
  redirected,
}: EmailDraft): NonNullable<EmailDraft['own']> => own ?? { toEmail, toName, subject, redirected };

/** Returns the patch that removes the overrides of a send from a draft. Overrides apply to one send only. */
export const removeOverrides = ({ own }: EmailDraft): Partial<EmailDraft> =>
  own === null ? {} : { ...own, own: null };
