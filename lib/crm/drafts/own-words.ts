import type { EmailDraft } from '#lib/crm/schemas/draft.ts';

/** Where a draft goes and under which subject, as long as no send of it wishes otherwise. */
export const ownWords = ({ own, toEmail, toName, subject, redirected }: EmailDraft): NonNullable<EmailDraft['own']> =>
  own ?? { toEmail, toName, subject, redirected };

/** Takes what one send wished out of a draft again: a wish holds for that send and for no other. */
export const putBack = ({ own }: EmailDraft): Partial<EmailDraft> => (own === null ? {} : { ...own, own: null });
