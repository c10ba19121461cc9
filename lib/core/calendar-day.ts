export const FIRST_DAY = '1970-01-01';
export const LAST_DAY = '2999-12-31';

/**
 * Returns whether a day, `YYYY-MM-DD`, is in the years that every time zone can count. Beyond them the text of a year
 * is no longer four digits long somewhere.
 */
export const isUsualDay = (day: string): boolean => day >= FIRST_DAY && day <= LAST_DAY;
