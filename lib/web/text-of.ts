/** A text out of something free-form; anything else is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
