import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { type ImageLimits, openImages, openImagesHere } from './open-images.ts';

const SIDES = [192, 384, 640, 1080, 1920];
const opened: ReturnType<typeof openImages>[] = [];
const threaded = (limits: ImageLimits = {}) => {
  const images = openImages(new URL('../run/image-worker.ts', import.meta.url), () => {}, limits);
  opened.push(images);
  return images;
};
afterAll(() => Promise.all(opened.map((images) => images.close())));

const red = { r: 200, g: 20, b: 20 };
const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: red } });
const bytesOf = async (image: Sharp) => new Uint8Array(await image.toBuffer());

describe.each([
  ['in a worker thread', () => threaded()],
  ['in this thread', () => openImagesHere()],
])('a picture read %s', (_, open) => {
  it('is encoded for each longest side as WebP and never enlarged', async () => {
    const images = open();

    const large = await images.process(await bytesOf(plain(2_400, 1_200).jpeg()), SIDES);
    const small = await images.process(await bytesOf(plain(300, 500).png()), SIDES);

    expect(large).toMatchObject({ width: 1_920, height: 960 });
    expect(large.sizes.map(({ px }) => px)).toEqual(SIDES);
    expect(small).toMatchObject({ width: 300, height: 500 });
    expect(small.sizes.map(({ px }) => px)).toEqual([192, 384, 500]);
    for (const { px, bytes } of [...large.sizes, ...small.sizes]) {
      const found = await sharp(bytes).metadata();
      expect(found).toMatchObject({ format: 'webp', space: 'srgb', depth: 'uchar' });
      expect(Math.max(found.width, found.height)).toBe(px);
    }
  });

  it('is upright and in sRGB, and keeps no metadata', async () => {
    const turned = await bytesOf(
      plain(400, 200)
        .withExif({ IFD0: { Copyright: 'SECRET' } })
        .withMetadata({ orientation: 6 })
        .jpeg(),
    );
    const printed = await bytesOf(plain(64, 64).toColourspace('cmyk').jpeg());

    const upright = await open().process(turned, SIDES);
    const shown = await open().process(printed, SIDES);

    expect(upright).toMatchObject({ width: 200, height: 400 });
    for (const { bytes } of upright.sizes) {
      expect(await sharp(bytes).metadata()).not.toHaveProperty('exif');
      expect(Buffer.from(bytes).includes('SECRET')).toBe(false);
    }
    const pixel = await sharp(shown.sizes[0]?.bytes).extract({ left: 9, top: 9, width: 1, height: 1 }).raw().toBuffer();
    expect(Math.abs((pixel[0] ?? 0) - red.r)).toBeLessThan(40);
  });

  it('is refused when it is damaged, too small, or in another format', async () => {
    const whole = await bytesOf(plain(400, 400).jpeg());
    const refused = (bytes: Uint8Array) => open().process(bytes, SIDES);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>');

    await expect(refused(whole.slice(0, whole.byteLength / 2))).rejects.toMatchObject({ code: 'BrokenImage' });
    await expect(refused(new Uint8Array(100))).rejects.toMatchObject({ code: 'BrokenImage' });
    await expect(refused(await bytesOf(plain(64, 64).gif()))).rejects.toMatchObject({ code: 'BrokenImage' });
    await expect(refused(svg)).rejects.toMatchObject({
      code: 'BrokenImage',
    });
    await expect(refused(await bytesOf(plain(31, 400).png()))).rejects.toMatchObject({ code: 'ImageSize' });
  });
});

describe('openImages', () => {
  it('leaves the process able to draw its own pictures', async () => {
    await openImagesHere().process(await bytesOf(plain(64, 64).png()), SIDES);
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/>');

    expect(await sharp(await sharp(drawing).png().toBuffer()).metadata()).toMatchObject({ format: 'png', width: 40 });
  });

  it('answers Busy to a picture whose turn does not come, and reads the next one', async () => {
    const images = threaded({ turns: { most: 1, waitMs: 1 } });
    const picture = await bytesOf(plain(1_200, 1_200).png());

    const [first, second] = await Promise.allSettled([images.process(picture, SIDES), images.process(picture, SIDES)]);

    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ reason: { name: 'ServiceUnavailable', code: 'Busy', retryAfter: 5 } });
    expect((await images.process(picture, SIDES)).sizes).toHaveLength(5);
  });

  it('gives up a picture that takes too long, and reads the next one in a new thread', async () => {
    const picture = await bytesOf(plain(2_400, 2_400).png());

    await expect(threaded({ threads: { clockMs: 0, cpuMs: 1 } }).process(picture, SIDES)).rejects.toMatchObject({
      code: 'BrokenImage',
    });
    expect((await threaded().process(picture, SIDES)).sizes).toHaveLength(5);
  });
});
