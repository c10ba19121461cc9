/**
 * The content types that downloads may have, detected by their first bytes. The type that a sender declares proves
 * nothing.
 */
const kinds: readonly (readonly [string, RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(?:37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
  ['application/pdf', /^255044462d/],
];

/**
 * Returns the type of a file, or `application/octet-stream` for types that are not listed, such as HTML, SVG and XML.
 */
export function kindOfBytes(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.slice(0, 16)).toString('hex');
  return kinds.find(([, pattern]) => pattern.test(head))?.[0] ?? 'application/octet-stream';
}

/** Returns the type of an image that may be shown inside a mail, or null for other files. */
export function pictureKindOf(bytes: Uint8Array): string | null {
  const type = kindOfBytes(bytes);
  return type.startsWith('image/') ? type : null;
}
