export const CODE_DIGITS = 6;

/** The digits of a code as people type and paste it: with spaces in it, or with the words around it. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, CODE_DIGITS);
