const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A moment as the console writes it: one zone for everybody who works on it. */
export const consoleTime = (at: string): string => `${format.format(new Date(at))} UTC`;
