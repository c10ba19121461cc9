export const errorKinds = ['client', 'server', 'csp', 'process'] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** The name of the group that counts the errors beyond the daily limit of new groups. */
export const OVERFLOW = 'overflow';
