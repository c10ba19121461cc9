/** Why a mail could not be read, by error code. A code that is not listed is shown as it is. */
const words: Readonly<Record<string, string>> = {
  TooManyParts: 'The email has too many parts',
  TooDeep: 'The parts of the email are nested too deeply',
  HeaderTooLarge: 'The header of the email is too large',
  EMAXLEN: 'The email has too many parts or too large a header to be parsed',
  NotFetched: 'The connection to the mail server breaks each time the email is fetched',
  Timeout: 'Parsing took too long',
  OutOfMemory: 'Parsing took too much memory',
  Crashed: 'The parser crashed each time',
  Unreadable: 'The email cannot be parsed',
  BadDate: 'The date of the email is invalid',
  BadFields: 'A field of the email, such as the date, is invalid',
  ReadFailed: 'An unexpected error occurred in our parser',
  INVALID: 'Some of the content cannot be stored',
  TOO_LARGE: 'The email is too large to be stored',
};

export const deadLetterText = (code: string): string => words[code] ?? `The email cannot be read (${code})`;
