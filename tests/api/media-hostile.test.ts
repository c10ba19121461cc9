import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POST } from '#app/api/media/route.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { openImages } from '#services/images/open-images.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { hostilePictures, MARK, statusOfOutcome } from '#tests/support/hostile-pictures.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { formOf } from '#tests/support/upload.ts';

const files = openMemoryFiles();
// The largest pictures take their time on a busy machine. That a picture ends after its time is tested beside the threads.
const patient = { threads: { clockMs: 1_800_000, cpuMs: 1_800_000 }, seconds: 1_800 };
const images = openImages(new URL('../../services/run/image-worker.ts', import.meta.url), () => {}, patient);
let world: TestContext;
beforeAll(async () => {
  world = await testContext({ files, images });
  installRuntime(world);
});
afterAll(() => images.close());

describe('S55 a hostile picture', () => {
  it('ends in a clear refusal without a trace, or in a clean picture of pixels alone', async () => {
    const hostile = await hostilePictures();
    expect(hostile.length).toBeGreaterThanOrEqual(40);

    for (const { name, outcome, bytes } of hostile) {
      const admin = await asUser(world, { role: 'admin' });
      const before = files.keys();
      const lying = { filename: 'evil.svg', bytes, type: 'text/html' };
      const { status, body } = await call(POST, { as: admin, ...(await formOf([lying])) });

      const added = files.keys().filter((key) => !before.includes(key));
      expect(status, name).toBe(statusOfOutcome[outcome]);
      if (outcome !== 'clean') {
        expect((body as unknown as { details?: object }).details, name).toMatchObject({ code: outcome });
        expect(added, name).toEqual([]);
        continue;
      }
      for (const key of added) {
        const stored = (await files.read(key)) ?? new Uint8Array();
        expect(Buffer.from(stored).includes(MARK), name).toBe(false);
        const found = await sharp(stored).metadata();
        expect(found, name).toMatchObject({ format: 'webp', space: 'srgb', depth: 'uchar' });
        for (const kind of ['exif', 'icc', 'iptc', 'xmp', 'xmpAsString', 'comments', 'pages'])
          expect(found, name).not.toHaveProperty(kind);
      }
    }
  });
});
