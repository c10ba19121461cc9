// When processes run, as cron expressions in UTC.
export const EVERY_MINUTE = '* * * * *';
export const EVERY_FIVE_MINUTES = '*/5 * * * *';
export const HOURLY = '0 * * * *';
/** Ten minutes later, when the rows of the last hour are committed. */
export const AFTER_HOURLY = '10 * * * *';
/** When the last rows of the day before are committed. */
export const NIGHTLY = '10 2 * * *';
export const BEFORE_DAILY = '10 3 * * *';
export const DAILY = '20 3 * * *';
export const MONTHLY = '40 3 1 * *';
