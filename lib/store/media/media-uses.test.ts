import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '#lib/core/ids.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { MediaFiles } from '#lib/store/collections.ts';
import { MEDIA_SERVED_MS } from '#lib/store/limits.ts';
import type { MediaFile } from '#lib/store/schemas/media.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { newMediaFile } from './media-files.ts';
import { type MediaOwner, reviewerMedia, siteMedia, vendorMedia } from './media-owner.ts';
import { changeMediaUses, countedUses, type MediaReference, noMedia } from './media-uses.ts';

const owner = vendorMedia('vnd_1');
const shown = (...fileIds: readonly string[]): MediaReference => ({ fileIds, isPublic: true });
const hidden = (...fileIds: readonly string[]): MediaReference => ({ fileIds, isPublic: false });
const picture = (ctx: TestContext, patch: Partial<MediaFile> = {}): MediaFile =>
  newMediaFile(
    {
      ...{ vendorId: 'vnd_1', uploadedBy: 'usr_1', sha256: 'a'.repeat(64), width: 640, height: 480 },
      sizes: [{ px: 640, bytes: 1_000 }],
      ...patch,
    },
    ctx.now(),
  );

async function upload(ctx: TestContext, patch: Partial<MediaFile> = {}): Promise<string> {
  const id = newId('file');
  await ctx.data.create(MediaFiles, id, picture(ctx, patch));
  return id;
}
const read = async (ctx: TestContext, id: string) => (await ctx.data.need(MediaFiles, id)).data;
const change = (ctx: TestContext, before: MediaReference, after: MediaReference, of: MediaOwner = owner) =>
  ctx.data.tx((t) => changeMediaUses(t, { owner: of, before, after, fieldOf: () => 'images' }, ctx.now()));
const inDays = (ctx: TestContext, days: number) => new Date(ctx.now().getTime() + days * DAY_MS).toISOString();

describe('changeMediaUses', () => {
  it('counts a reference, keeps the file while there is one, and returns the files of the row', async () => {
    const ctx = await testContext();
    const id = await upload(ctx);

    const files = await change(ctx, noMedia, hidden(id, id));
    expect(files.get(id)?.data).toMatchObject({ width: 640, height: 480 });
    expect(await read(ctx, id)).toMatchObject({ state: 'used', uses: 1, publicUses: 0, expiresAt: null });

    await change(ctx, hidden(id), shown(id));
    await change(ctx, noMedia, shown(id));
    expect(await read(ctx, id)).toMatchObject({ uses: 2, publicUses: 2, servedUntil: null });

    await change(ctx, shown(id), noMedia);
    expect(await read(ctx, id)).toMatchObject({ state: 'used', uses: 1, publicUses: 1, expiresAt: null });
  });

  it('lets a file that was never public expire after a day', async () => {
    const ctx = await testContext();
    const id = await upload(ctx);
    await change(ctx, noMedia, hidden(id));
    ctx.clock.advance(DAY_MS);

    await change(ctx, hidden(id), noMedia);

    const unused = { state: 'staged', uses: 0, servedUntil: null, expiresAt: inDays(ctx, 1) };
    expect(await read(ctx, id)).toMatchObject(unused);
  });

  it('serves a public file 400 days more, and not a day less when a draft has it meanwhile', async () => {
    const ctx = await testContext();
    const id = await upload(ctx);
    await change(ctx, noMedia, shown(id));
    await change(ctx, shown(id), noMedia);
    const until = new Date(ctx.now().getTime() + MEDIA_SERVED_MS).toISOString();
    expect(await read(ctx, id)).toMatchObject({ state: 'staged', servedUntil: until, expiresAt: until });

    await change(ctx, noMedia, hidden(id));
    expect(await read(ctx, id)).toMatchObject({ state: 'used', servedUntil: until, expiresAt: null });
    await change(ctx, hidden(id), noMedia);
    expect(await read(ctx, id)).toMatchObject({ state: 'staged', servedUntil: until, expiresAt: until });

    ctx.clock.advance(MEDIA_SERVED_MS);
    await change(ctx, noMedia, hidden(id));
    await change(ctx, hidden(id), noMedia);
    expect(await read(ctx, id)).toMatchObject({ expiresAt: inDays(ctx, 1) });
  });

  it('stops serving a file whose row is taken down, also one that was served before', async () => {
    const ctx = await testContext();
    const id = await upload(ctx);
    await change(ctx, noMedia, shown(id));
    await change(ctx, shown(id), noMedia);
    await change(ctx, noMedia, shown(id));

    await change(ctx, shown(id), hidden(id));

    expect(await read(ctx, id)).toMatchObject({ state: 'used', uses: 1, publicUses: 0, servedUntil: null });
  });

  it.each<[string, MediaOwner, Partial<MediaFile>]>([
    ['another vendor', owner, { vendorId: 'vnd_2' }],
    ['a reviewer', owner, { vendorId: null, use: 'review' }],
    ['another person', reviewerMedia('usr_2'), { vendorId: null, use: 'review' }],
    ['a vendor', siteMedia, { use: 'logo' }],
    ['nobody, because it is deleted', owner, { state: 'deleted' }],
  ])('refuses a new file of %s like a missing one, and changes nothing', async (_, of, patch) => {
    const ctx = await testContext();
    const own = await upload(ctx, of.kind === 'vendor' ? {} : { vendorId: null, use: 'logo' });
    const foreign = await upload(ctx, patch);
    const before = await read(ctx, own);

    for (const id of [foreign, 'fil_missing'])
      await expect(change(ctx, noMedia, shown(own, id), of)).rejects.toMatchObject({
        name: 'ValidationError',
        details: { images: expect.any(String) },
      });
    expect(await read(ctx, own)).toEqual(before);
  });

  it('leaves a file that the row already had, whoever owns it and whether or not it has a row', async () => {
    const ctx = await testContext();
    const own = await upload(ctx);

    const files = await change(ctx, shown('fil_demo'), shown('fil_demo', own));

    expect([...files.keys()]).toEqual([own]);
  });

  it('counts every reference that begins at the same time', async () => {
    const ctx = await testContext();
    const id = await upload(ctx);

    await Promise.all(Array.from({ length: 12 }, () => change(ctx, noMedia, shown(id))));

    expect(await read(ctx, id)).toMatchObject({ uses: 12, publicUses: 12 });
  });
});

describe('countedUses', () => {
  it('agrees with a recount of the references, after any history', async () => {
    const ctx = await testContext();
    const kinds = fc.constantFrom<'none' | 'hidden' | 'shown'>('none', 'hidden', 'shown');
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 3 }), kinds), { maxLength: 40 }), (steps) => {
        const rows: ('none' | 'hidden' | 'shown')[] = ['none', 'none', 'none', 'none'];
        let file = picture(ctx);
        for (const [at, next] of steps) {
          const had = rows[at];
          const uses = Number(next !== 'none') - Number(had !== 'none');
          const publicUses = Number(next === 'shown') - Number(had === 'shown');
          rows[at] = next;
          file = { ...file, ...countedUses(file, { uses, publicUses }, ctx.now()) };

          const used = rows.filter((kind) => kind !== 'none').length;
          const seen = rows.filter((kind) => kind === 'shown').length;
          expect(file).toMatchObject({ uses: used, publicUses: seen, state: used > 0 ? 'used' : 'staged' });
          expect(file.expiresAt === null).toBe(used > 0);
          expect(seen > 0 && file.servedUntil !== null).toBe(false);
        }
      }),
    );
  });
});
