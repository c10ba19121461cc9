/** The sort key of a task without a due date. It comes after every real date. */
export const NEVER_DUE = '9999-12-31T23:59:59.999Z';
