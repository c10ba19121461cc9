import { CODE_DIGITS } from '#lib/auth/limits.ts';

/** Returns the digits of a typed or pasted code and drops spaces and surrounding words. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, CODE_DIGITS);
