import { type ImageSize, imageSizeOf } from '#lib/core/image-size.ts';

/** How a file can be shown. `file`: not at all, only downloaded. */
export type FileKind = 'image' | 'audio' | 'video' | 'file';

/** The type of a file, determined from its bytes. */
export type FileType = { readonly mimeType: string; readonly kind: FileKind } & Partial<ImageSize>;

/** The type for everything that a browser must not interpret: above all HTML, SVG and XML. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** File signatures: patterns of the first bytes, as hex. */
const heads: readonly (readonly [string, RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(?:37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
  ['application/pdf', /^255044462d/],
  // An Ogg page with a Theora stream is a video.
  ['video/ogg', /^4f676753.{48}807468656f7261/],
  ['audio/ogg', /^4f676753/],
  ['video/webm', /^1a45dfa3.*4282847765626d/],
  ['audio/mpeg', /^494433(?:02|03|04)/],
];
const HEAD_BYTES = 64;

/** The brands of an ISO file. The major brand names its type; the compatible brands name types that it can be read as. */
const brandTypes: readonly (readonly [string, RegExp])[] = [
  ['image/avif', /^avi[fs]/],
  ['audio/mp4', /^M4A /],
  ['video/mp4', /^(?:iso[m2-9]|mp4[12]|avc1|dash|M4V |MSNV|mmp4)/],
];

/** The types that may be shown inline. Each is harmless under the type it is sent as, whatever its other bytes contain. */
const shown: readonly string[] = [...heads, ...brandTypes].map(([type]) => type).concat('audio/mpeg');

/** Whether a browser may show a file of this type. Other files are downloaded. */
export const mayShow = (mimeType: string): boolean => shown.includes(mimeType);

/**
 * Returns the type of a file from its bytes alone, because its name and its declared type prove nothing. An image whose
 * header does not state its size is not treated as an image.
 */
export function fileTypeOf(bytes: Uint8Array): FileType {
  const mimeType = headType(bytes) ?? isoType(bytes) ?? (isMp3Frame(bytes) ? 'audio/mpeg' : UNKNOWN_TYPE);
  if (!mimeType.startsWith('image/')) return { mimeType, kind: kindOf(mimeType) };
  const size = imageSizeOf(mimeType, bytes);
  return size ? { mimeType, kind: 'image', ...size } : { mimeType: UNKNOWN_TYPE, kind: 'file' };
}

function kindOf(mimeType: string): FileKind {
  if (mimeType.startsWith('audio/')) return 'audio';
  return mimeType.startsWith('video/') ? 'video' : 'file';
}

function headType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('hex');
  return heads.find(([, pattern]) => pattern.test(head))?.[0] ?? null;
}

function isoType(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  if (text.slice(4, 8) !== 'ftyp' || bytes.byteLength < 16) return null;
  const length = Buffer.from(bytes.subarray(0, 4)).readUInt32BE();
  const others = text.slice(16, Math.min(length, HEAD_BYTES)).match(/.{4}/gs) ?? [];
  for (const brand of [text.slice(8, 12), ...others]) {
    const found = brandTypes.find(([, pattern]) => pattern.test(brand));
    if (found) return found[0];
    // For an unknown major brand and for QuickTime, compatible brands name only similar types. For an image container
    // they name the type.
    if (brand === text.slice(8, 12) && brand !== 'mif1' && brand !== 'msf1') return null;
  }
  return null;
}

/** Whether the bytes begin with a frame of MPEG audio layer III with a valid bitrate and sample rate. */
function isMp3Frame([first, second = 0, third = 0]: Uint8Array): boolean {
  if (first !== 0xff || (second & 0xe6) !== 0xe2 || (second & 0x18) === 0x08) return false;
  const [bitrate, rate] = [third >> 4, (third >> 2) & 3];
  return bitrate !== 0 && bitrate !== 15 && rate !== 3;
}
