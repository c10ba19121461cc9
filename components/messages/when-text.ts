type Reader = { readonly locale: string; readonly timeZone: string };

const formatOf = ({ locale, timeZone }: Reader) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
/** Rows of an earlier version may hold days that the calendar lacks. */
const isMoment = (at: string): boolean => !Number.isNaN(Date.parse(at));

/** A moment as people write it: "24 Nov 2026, 14:00". */
export const whenText = (at: string, reader: Reader): string =>
  isMoment(at) ? formatOf(reader).format(new Date(at)) : at;

/** Thin and narrow blanks, which servers put into such texts and browsers do not. */
const THIN = /[\u2009\u202f]/g;

/** From one moment to another; what both have in common is written once. */
export const spanText = (from: string, to: string, reader: Reader): string =>
  isMoment(from) && isMoment(to)
    ? formatOf(reader).formatRange(new Date(from), new Date(to)).replaceAll(THIN, ' ')
    : `${from} – ${to}`;
