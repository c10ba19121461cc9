/** What a task without a date is sorted by: after every one that has a date. */
export const NEVER_DUE = '9999-12-31T23:59:59.999Z';
