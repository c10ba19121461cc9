import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/core/time.ts';
import { Attachments, UploadUse } from '#lib/messaging/collections.ts';
import { attachmentStates } from '#lib/messaging/schemas/attachment.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { expectServed } from '#tests/support/served-query.ts';
import { attachmentsDue, clearAttachments } from './attachment-gc.ts';
import { attachStaged, readStaged } from './attachments.ts';
import { uploadFiles } from './uploads.ts';

describe('clearAttachments', () => {
  it('uses only queries served by declared indexes', async () => {
    const { data } = await testContext();

    for (const state of attachmentStates) expectServed(data, attachmentsDue(state, '2026-01-01T00:00:00.000Z', 50));
  });

  it('keeps every file that a message attaches at the same time, and removes all others', async () => {
    const files = openMemoryFiles();
    const ctx = await asUser(await testContext({ files }));
    const given = Array.from({ length: 12 }, (_, n) => ({ filename: 'a.txt', bytes: Buffer.from(`file ${n}`) }));
    const uploaded = await uploadFiles(ctx, given, null);
    const conversationId = 'cvs_1';
    // A sender whose clock is a little behind still sees these files as not expired.
    const sentAt = new Date(ctx.now().getTime() + DAY_MS - 1);
    ctx.clock.advance(DAY_MS);

    const sends = uploaded.map(({ id }) =>
      ctx.data
        .tx(async (t) => {
          const rows = await readStaged(ctx, t, { ids: [id], conversationId, now: sentAt });
          attachStaged(t, rows, { messageId: 'msg_1', conversationId });
        })
        .then(
          () => id,
          () => null,
        ),
    );
    const [taken] = await Promise.all([Promise.all(sends), clearAttachments(ctx)]);
    while ((await clearAttachments(ctx)).done > 0);

    const kept = taken.filter((id) => id !== null);
    const rows = await ctx.data.getMany(Attachments, kept);
    expect(rows.map((row) => row?.data.state)).toEqual(kept.map(() => 'attached'));
    expect(files.keys()).toEqual(rows.flatMap((row) => row?.data.storageKey ?? []).sort());
    const use = (await ctx.data.need(UploadUse, ctx.user.id)).data.bytes;
    expect(use).toBe(rows.reduce((sum, row) => sum + (row?.data.size ?? 0), 0));
  });
});
