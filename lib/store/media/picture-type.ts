/** The first bytes of the accepted types, in hexadecimal. The declared type and the name prove nothing. */
const heads: readonly (readonly [string, RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/webp', /^52494646.{8}57454250/],
];
const HEAD_BYTES = 12;

/** Returns the type of a picture from its first bytes, or null for every type that is not accepted. */
export function pictureTypeOf(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('hex');
  return heads.find(([, pattern]) => pattern.test(head))?.[0] ?? null;
}
