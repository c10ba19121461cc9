/** Why a mail could not be read, by error code. A code that is not listed is shown as it is. */
const words: Readonly<Record<string, string>> = {
  TooManyParts: 'It has more parts than any mail needs',
  TooDeep: 'Its parts are nested deeper than any mail needs',
  HeaderTooLarge: 'Its header is larger than any mail needs',
  EMAXLEN: 'It has more parts, or a larger header, than can be taken apart',
  NotFetched: 'The line to the mail server breaks each time it is fetched',
  Timeout: 'Taking it apart took too long',
  OutOfMemory: 'Taking it apart took too much memory',
  Crashed: 'The program that takes it apart crashed each time',
  Unreadable: 'It cannot be taken apart',
  BadDate: 'Its date cannot be read',
  BadFields: 'A field of it, such as its date, is not what a mail has',
  ReadFailed: 'Something in it was not expected by our own program',
  INVALID: 'Something in it cannot be stored',
  TOO_LARGE: 'It is too large to be stored',
};

export const deadLetterText = (code: string): string => words[code] ?? `It cannot be read (${code})`;
