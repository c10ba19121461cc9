/** The displayed size of an image in pixels. */
export type ImageSize = { readonly width: number; readonly height: number };

/** Returns the size of an image from its header bytes, or null when they do not state it. Reads only the header. */
type Measure = (bytes: DataView) => ImageSize | null;

/**
 * The limit of segments or boxes before the size. A file with more is not treated as an image, because reading would
 * take too long.
 */
const MAX_STEPS = 2_000;

const ascii = (view: DataView, at: number, length: number): string =>
  at + length > view.byteLength
    ? ''
    : String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));

const sizeOf = (width: number, height: number): ImageSize | null =>
  width > 0 && height > 0 ? { width, height } : null;

const ofPng: Measure = (view) =>
  ascii(view, 12, 4) === 'IHDR' && view.byteLength >= 24 ? sizeOf(view.getUint32(16), view.getUint32(20)) : null;

const ofGif: Measure = (view) =>
  view.byteLength >= 10 ? sizeOf(view.getUint16(6, true), view.getUint16(8, true)) : null;

const ofWebp: Measure = (view) => {
  if (view.byteLength < 30) return null;
  switch (ascii(view, 12, 4)) {
    case 'VP8 ':
      return sizeOf(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return sizeOf((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return sizeOf((view.getUint32(24, true) & 0xffffff) + 1, (view.getUint32(26, true) >>> 8) + 1);
    default:
      return null;
  }
};

/** Markers that begin a frame. 0xc4, 0xc8 and 0xcc in this range have other meanings. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const EXIF = 0xe1;
/** Whether an Exif orientation swaps width and height. Browsers rotate such an image. */
const isTurned = (orientation: number): boolean => orientation >= 5 && orientation <= 8;

const ofJpeg: Measure = (view) => {
  let orientation = 1;
  for (let at = 2, step = 0; at + 9 <= view.byteLength && step < MAX_STEPS; step += 1) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    // Fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    if (length < 2) return null;
    if (isFrame(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      return isTurned(orientation) ? sizeOf(height, width) : sizeOf(width, height);
    }
    if (marker === EXIF) orientation = orientationIn(view, at + 4, at + 2 + length) ?? orientation;
    at += 2 + length;
  }
  return null;
};

const ORIENTATION = 0x0112;

/** Returns the orientation in an Exif segment, read from the first table (IFD) of its TIFF header. */
function orientationIn(view: DataView, from: number, to: number): number | null {
  const tiff = from + 6;
  if (ascii(view, from, 4) !== 'Exif' || tiff + 8 > to || to > view.byteLength) return null;
  const little = ascii(view, tiff, 2) === 'II';
  const table = tiff + view.getUint32(tiff + 4, little);
  if (table + 2 > to) return null;
  const count = view.getUint16(table, little);
  for (let n = 0, at = table + 2; n < count && at + 12 <= to; n++, at += 12)
    if (view.getUint16(at, little) === ORIENTATION) return view.getUint16(at + 8, little);
  return null;
}

const containers = ['meta', 'iprp', 'ipco'];
const DEEPEST = 4;

/** Returns the largest size that an AVIF file names. Its thumbnails and gain maps are smaller. */
const ofAvif: Measure = (view) => largestIn(view, 0, view.byteLength, { depth: 0, steps: { left: MAX_STEPS } });

type Within = { readonly depth: number; readonly steps: { left: number } };

function largestIn(view: DataView, from: number, to: number, { depth, steps }: Within): ImageSize | null {
  let largest: ImageSize | null = null;
  for (let at = from; at + 8 <= to; ) {
    steps.left -= 1;
    if (steps.left < 0) return null;
    const length = view.getUint32(at);
    const name = ascii(view, at + 4, 4);
    // The lengths 0 and 1 mean "to the end" and "64 bits", which no image header needs.
    if (length < 8 || at + length > to) break;
    // `meta` has four bytes of its own before the boxes it contains.
    const inside = at + (name === 'meta' ? 12 : 8);
    const found =
      name === 'ispe' && length >= 20
        ? sizeOf(view.getUint32(at + 12), view.getUint32(at + 16))
        : containers.includes(name) && depth < DEEPEST
          ? largestIn(view, inside, at + length, { depth: depth + 1, steps })
          : null;
    if (found && (!largest || found.width * found.height > largest.width * largest.height)) largest = found;
    at += length;
  }
  return largest;
}

const measures: Readonly<Record<string, Measure>> = {
  'image/png': ofPng,
  'image/jpeg': ofJpeg,
  'image/gif': ofGif,
  'image/webp': ofWebp,
  'image/avif': ofAvif,
};

/** No screen and no decoder supports more. A file with a larger size is not treated as an image. */
const LONGEST_SIDE = 65_535;

/** Returns the displayed size of an image of this type, or null when its bytes do not state it. */
export function imageSizeOf(mimeType: string, bytes: Uint8Array): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = measures[mimeType]?.(view) ?? null;
  return size && Math.max(size.width, size.height) <= LONGEST_SIDE ? size : null;
}
