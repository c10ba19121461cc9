type Reader = { readonly locale: string; readonly timeZone: string };

/** A moment as people write it: "24 Nov 2026, 14:00". */
export const whenText = (at: string, { locale, timeZone }: Reader): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at));

/** Thin and narrow blanks, which servers put into such texts and browsers do not. */
const THIN = /[\u2009\u202f]/g;

/** From one moment to another; what both have in common is written once. */
export const spanText = (from: string, to: string, { locale, timeZone }: Reader): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
    .formatRange(new Date(from), new Date(to))
    .replaceAll(THIN, ' ');
