const ADDRESS = /^[^\s<>()[\]\\,;:"@]{1,64}@[^\s<>()[\]\\,;:"@]{1,253}$/;

/** Whether a text is one plain address and nothing else: given more, a mail library would find further recipients in it. */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text) && !/\.\.|\.$/.test(text);

/** The address without its plus part: mail to both lies in one mailbox. */
export function withoutPlus(address: string): string {
  const plus = address.indexOf('+');
  const at = address.indexOf('@', plus);
  return plus === -1 || at === -1 ? address : address.slice(0, plus) + address.slice(at);
}

/** Whether an address is one of these, which are lower-cased; a plus part makes it no other. */
export function isOneOf(own: ReadonlySet<string>, address: string): boolean {
  const exact = address.toLowerCase();
  return own.has(exact) || own.has(withoutPlus(exact));
}

/** The part behind the @, "" where there is none. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
