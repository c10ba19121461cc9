const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** A moment as the console writes it: one zone for everybody who works on it. */
export const consoleTime = (at: string): string => `${format.format(new Date(at))} UTC`;

/** The same to the second, where what came first matters. */
export const consoleMoment = (at: string): string => `${exact.format(new Date(at))} UTC`;
