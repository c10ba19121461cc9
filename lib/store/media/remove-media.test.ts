import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { newId } from '#lib/core/ids.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { UploadUse } from '#lib/messaging/collections.ts';
import { MediaFiles, MediaUse } from '#lib/store/collections.ts';
import { MEDIA_SERVED_MS } from '#lib/store/limits.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { putReviewPicture } from '#tests/support/review-picture.ts';
import { vendorMedia } from './media-owner.ts';
import { changeMediaUses, noMedia } from './media-uses.ts';
import { clearMedia, forgetReviewMedia } from './remove-media.ts';
import { uploadMedia } from './upload-media.ts';

/** Returns a seller with an empty shop, and what a test does with its pictures. */
async function shop() {
  const files = openMemoryFiles();
  const ctx = await asUser(await testContext({ files }));
  const vendorId = newId('vendor');
  const owner = vendorMedia(vendorId);
  let shade = 0;
  const uploaded = async () => {
    shade += 1;
    const background = { r: shade, g: 0, b: 0 };
    const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .png()
      .toBuffer();
    return (await uploadMedia(ctx, { bytes, use: 'product', owner })).row.id;
  };
  const change = (id: string, isPublic: boolean, isNew: boolean) => {
    const reference = { fileIds: [id], isPublic };
    const [before, after] = isNew ? [noMedia, reference] : [reference, noMedia];
    return ctx.data.tx((t) => changeMediaUses(t, { owner, before, after, fieldOf: () => 'images' }, ctx.now()));
  };
  return {
    ...{ ctx, vendorId, uploaded },
    refer: (id: string, isPublic: boolean) => change(id, isPublic, true),
    release: (id: string, isPublic: boolean) => change(id, isPublic, false),
    keysOf: (id: string) => files.keys().filter((key) => key.startsWith(`media/${id}/`)),
    usedBytes: async () => (await ctx.data.need(MediaUse, vendorId)).data.bytes,
    sweep: async () => {
      while ((await clearMedia(ctx)).done > 0);
    },
  };
}

describe('clearMedia', () => {
  it('removes what nothing has used for its time, bytes first, and keeps everything else', async () => {
    const { ctx, uploaded, refer, release, keysOf, usedBytes, sweep } = await shop();
    const [unused, used, sold] = [await uploaded(), await uploaded(), await uploaded()];
    await refer(used, false);
    await refer(sold, true);
    await release(sold, true);
    const there = async () =>
      (await ctx.data.getMany(MediaFiles, [unused, used, sold])).map((row) => row !== undefined);

    ctx.clock.advance(DAY_MS);
    await sweep();
    expect(await there()).toEqual([false, true, true]);
    expect(keysOf(unused)).toEqual([]);

    ctx.clock.advance(MEDIA_SERVED_MS);
    await sweep();
    expect(await there()).toEqual([false, true, false]);
    expect(await usedBytes()).toBe((await ctx.data.need(MediaFiles, used)).data.bytes);
  });

  it('lets a use that begins at the same time win or lose, and never both', async () => {
    const { ctx, uploaded, refer, keysOf, sweep } = await shop();
    const ids = [await uploaded(), await uploaded(), await uploaded(), await uploaded(), await uploaded()];
    ctx.clock.advance(DAY_MS);

    const uses = ids.map((id) =>
      refer(id, true).then(
        () => id,
        () => null,
      ),
    );
    const [taken] = await Promise.all([Promise.all(uses), clearMedia(ctx)]);
    await sweep();

    const kept = taken.filter((id) => id !== null);
    const rows = await ctx.data.getMany(MediaFiles, ids);
    expect(rows.flatMap((row) => (row ? [row.id] : []))).toEqual(kept);
    expect(ids.filter((id) => keysOf(id).length > 0)).toEqual(kept);
  });

  it('removes the bytes that an interrupted upload left behind', async () => {
    const { ctx, uploaded, keysOf, sweep } = await shop();
    const id = await uploaded();
    await ctx.data.update(MediaFiles, id, { state: 'deleted' });
    ctx.clock.advance(DAY_MS);

    await sweep();

    expect(keysOf(id)).toEqual([]);
    expect(await ctx.data.get(MediaFiles, id)).toBeUndefined();
  });
});

describe('forgetReviewMedia', () => {
  it('takes down every picture of the reviews of a deleted account, and of no other', async () => {
    const { ctx, sweep } = await shop();
    const other = await asUser(ctx);
    const [mine, shown] = [
      await putReviewPicture(ctx, { isPublic: false }),
      await putReviewPicture(ctx, { isPublic: true }),
    ];
    const foreign = await putReviewPicture(other, { isPublic: true });
    await ctx.data.update(UploadUse, ctx.user.id, { bytes: 10 });

    const forget = () => ctx.data.tx((t) => forgetReviewMedia(t, ctx.user.id, ctx.now()), { mayQuery: true });
    expect([await forget(), await forget()]).toEqual([2, 0]);
    await sweep();

    const rows = await ctx.data.getMany(MediaFiles, [mine, shown, foreign]);
    expect(rows.map((row) => row !== undefined)).toEqual([false, false, true]);
    expect((await ctx.data.need(UploadUse, ctx.user.id)).data.bytes).toBe(0);
  });
});
