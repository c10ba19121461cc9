type Reader = { readonly locale: string; readonly timeZone: string };

const formatOf = ({ locale, timeZone }: Reader) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
/** Whether a text is a valid time. Rows of an earlier version may hold dates that do not exist. */
const isMoment = (at: string): boolean => !Number.isNaN(Date.parse(at));

/** Returns a time in the reader's format: "24 Nov 2026, 14:00". */
export const whenText = (at: string, reader: Reader): string =>
  isMoment(at) ? formatOf(reader).format(new Date(at)) : at;

/** Thin and narrow spaces, which servers put into such texts and browsers do not. */
const THIN = /[\u2009\u202f]/g;

/** Returns a time range. Parts that both times share are written once. */
export const spanText = (from: string, to: string, reader: Reader): string =>
  isMoment(from) && isMoment(to)
    ? formatOf(reader).formatRange(new Date(from), new Date(to)).replaceAll(THIN, ' ')
    : `${from} – ${to}`;
