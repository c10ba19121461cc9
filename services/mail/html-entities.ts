import { decodeHTML, decodeHTMLAttribute, decodeHTMLStrict } from 'entities/decode';

/**
 * Matches what mails need beside the standard: names of characters without width, and names without the semicolon that
 * HTML requires, such as `&euro`, which old programs write.
 */
const SPECIAL_NAME = /&(?:(?:shy|zwj|zwnj);|[A-Za-z]{2,31}\d{0,2}(?=[\s.,]|$))/g;

/**
 * Decodes the character references of a text. Characters without width are left out, because they would divide words
 * and fill empty lines. Other text stays as it is.
 */
export const decodeText = (text: string): string =>
  text.includes('&') ? decodeHTML(text.replace(SPECIAL_NAME, asStandard)) : text;

function asStandard(name: string): string {
  if (name.endsWith(';')) return '';
  const reference = `${name};`;
  return decodeHTMLStrict(reference) === reference ? name : reference;
}

/** Decodes the value of an attribute. A parameter of an address, such as `&copy=2`, stays as it is. */
export const decodeAttribute = decodeHTMLAttribute;
