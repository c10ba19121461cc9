/** Returns a string unchanged and '' for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
