/** Types that may be named when a file is handed out, by its first bytes; what a sender calls it proves nothing. */
const kinds: readonly (readonly [string, RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(?:37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
  ['application/pdf', /^255044462d/],
];

/** The type of a file, `application/octet-stream` for all that is not on the list: HTML, SVG and XML among it. */
export function kindOfBytes(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.slice(0, 16)).toString('hex');
  return kinds.find(([, pattern]) => pattern.test(head))?.[0] ?? 'application/octet-stream';
}

/** The same for a picture that may be shown inside a mail; null for anything else. */
export function pictureKindOf(bytes: Uint8Array): string | null {
  const type = kindOfBytes(bytes);
  return type.startsWith('image/') ? type : null;
}
