const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** Returns a time as the console shows it: in UTC for every admin. */
export const consoleTime = (at: string): string => `${format.format(new Date(at))} UTC`;

/** Returns the same with seconds, for lists where the order of events matters. */
export const consoleMoment = (at: string): string => `${exact.format(new Date(at))} UTC`;
