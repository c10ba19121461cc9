import type { Say } from '#lib/i18n/console/texts.ts';

/** The error codes of mails that could not be read, as far as they have a text. */
const codes = [
  'TooManyParts',
  'TooDeep',
  'HeaderTooLarge',
  'EMAXLEN',
  'NotFetched',
  'Timeout',
  'OutOfMemory',
  'Crashed',
  'Unreadable',
  'BadDate',
  'BadFields',
  'ReadFailed',
  'INVALID',
  'TOO_LARGE',
] as const;

/** Returns why a mail could not be read. A code without a text is shown as it is. */
export function deadLetterText(code: string, t: Say<'crm'>): string {
  const known = codes.find((name) => name === code);
  return known ? t(`letter_${known}`) : t('letterUnknown', { code });
}
