export const CODE_DIGITS = 6;

/** Returns the digits of a typed or pasted code and drops spaces and surrounding words. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, CODE_DIGITS);
