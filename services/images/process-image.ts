import sharp, { type Sharp } from 'sharp';
import { imageSize } from '#lib/context/ports/image-refusals.ts';
import { imageLimits, isImageSizeAllowed, type ProcessedImage } from '#lib/context/ports/images.ts';

const QUALITY = 80;
/** The time of one step within the library: decoding, or encoding one size. */
export const STEP_SECONDS = 10;
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp'];

// The library decodes some forty formats, and most of its security flaws were in the rarer ones. Blocking
// holds for the whole process, and SVG stays open for the pictures of products that it draws itself.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
});
// No picture is processed twice, so nothing is worth keeping. One thread per picture leaves the others to the server.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Decodes a picture and encodes it for each longest side. It is decoded once, at its largest size, and the smaller sizes
 * are made of that: a JPEG of 12 megapixels is then never in memory as a whole. The pixels pass through an array of bytes
 * that has no place for metadata. `seconds` limits each step. Throws ImageSize, and an error of the library for a picture that
 * cannot be read.
 */
export async function processImage(
  bytes: Uint8Array,
  sides: readonly number[],
  seconds: number = STEP_SECONDS,
): Promise<ProcessedImage> {
  // `warning` is the strictest level. Without `pages` only the first frame is read.
  const open = (): Sharp => sharp(bytes, { failOn: 'warning', limitInputPixels: imageLimits.mostPixels });
  const { format, width, height } = await open().metadata();
  if (!FORMATS.includes(format)) throw new Error(`The picture is ${format}`);
  if (!isImageSizeAllowed({ width, height })) throw imageSize();

  const { data, info } = await fitted(open().autoOrient(), Math.max(...sides))
    .toColourspace('srgb')
    .timeout({ seconds })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const longest = Math.max(info.width, info.height);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const sizes: ProcessedImage['sizes'][number][] = [];
  for (const px of [...sides.filter((side) => side < longest), longest])
    sizes.push({
      px,
      bytes: await fitted(sharp(data, { raw }), px).webp({ quality: QUALITY }).timeout({ seconds }).toBuffer(),
    });
  return { width: info.width, height: info.height, sizes };
}

const fitted = (image: Sharp, px: number): Sharp =>
  image.resize({ width: px, height: px, fit: 'inside', withoutEnlargement: true });
