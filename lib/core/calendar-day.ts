/**
 * Returns whether a day, `YYYY-MM-DD`, is in the years that every time zone can count. Beyond them the text of a year
 * is no longer four digits long somewhere.
 */
export const isUsualDay = (day: string): boolean => day >= '1970-01-01' && day <= '2999-12-31';
