const ADDRESS = /^[^\s<>()[\]\\,;:"@]{1,64}@[^\s<>()[\]\\,;:"@]{1,253}$/;

/**
 * Returns true when a text is exactly one plain address. A mail library would find further recipients in a longer text.
 */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text) && !/\.\.|\.$/.test(text);

/** Returns the address without its plus part. Mail to both arrives in one mailbox. */
export function withoutPlus(address: string): string {
  const plus = address.indexOf('+');
  const at = address.indexOf('@', plus);
  return plus === -1 || at === -1 ? address : address.slice(0, plus) + address.slice(at);
}

/** Returns true when an address is in a set of lower-cased addresses, with or without its plus part. */
export function isOneOf(own: ReadonlySet<string>, address: string): boolean {
  const exact = address.toLowerCase();
  return own.has(exact) || own.has(withoutPlus(exact));
}

/** Returns the part after the @, or the whole text when there is none. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
