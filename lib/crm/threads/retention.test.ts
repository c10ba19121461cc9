import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { EmailApiUsage, EmailBodies, EmailDrafts, EmailMessages, EmailThreads } from '#lib/crm/collections.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { draftRow, messageRow, threadRow, usageRow } from '#tests/support/inbox-rows.ts';
import { takeMail } from '#tests/support/mails.ts';
import { clearOld } from './retention.ts';
import { CLEARED_PREVIEW } from './values.ts';

async function clearAll(ctx: TestContext): Promise<number> {
  let all = 0;
  let cursor: string | null = null;
  do {
    const { done, next }: Awaited<ReturnType<typeof clearOld>> = await clearOld(ctx, cursor);
    all += done;
    cursor = next;
  } while (cursor !== null);
  return all;
}

describe('clearOld', () => {
  it('deletes raw mail after its retention time and keeps the message', async () => {
    const ctx = await testContext();
    const at = ctx.now().toISOString();
    const keep = { rawUntil: new Date(ctx.now().getTime() + DAY_MS).toISOString(), rawKey: 'mail/fil_2/raw' };
    await ctx.files.put('mail/fil_1/raw', Buffer.from('x'));
    await ctx.files.put('mail/fil_2/raw', Buffer.from('x'));
    await ctx.data.create(EmailMessages, 'eml_1', messageRow(at, { rawUntil: at, rawKey: 'mail/fil_1/raw' }));
    await ctx.data.create(EmailMessages, 'eml_2', messageRow(at, keep));

    expect(await clearAll(ctx)).toBe(1);
    await ctx.drain();

    expect(await ctx.files.read('mail/fil_1/raw')).toBeNull();
    expect(await ctx.files.read('mail/fil_2/raw')).not.toBeNull();
    expect((await ctx.data.need(EmailMessages, 'eml_1')).data).toMatchObject({ rawKey: null, textBytes: 50 });
    expect(await clearAll(ctx)).toBe(0);
  });

  it.each([
    ['for thirty days', {}, false],
    ['forever with CRM_RAW_DAYS=0', { CRM_RAW_DAYS: '0' }, true],
  ])('keeps raw mail %s', async (_, vars, isKept) => {
    const ctx = await testContext({ vars });
    const { id } = await takeMail(ctx);
    const { rawKey } = (await ctx.data.need(EmailMessages, id)).data;
    expect(rawKey && (await ctx.files.read(rawKey))).not.toBeNull();

    ctx.clock.advance(31 * DAY_MS);
    await clearAll(ctx);
    await ctx.drain();

    expect((await ctx.files.read(rawKey ?? '')) !== null).toBe(isKept);
  });

  it('deletes usage rows of the model after 400 days', async () => {
    const ctx = await testContext();
    const ago = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS - MINUTE_MS).toISOString();
    for (const days of [399, 400, 500]) await ctx.data.create(EmailApiUsage, `use_${days}`, usageRow(ago(days)));

    await clearAll(ctx);

    const rows = await ctx.data.getMany(EmailApiUsage, ['use_399', 'use_400', 'use_500']);
    expect(rows.map((row) => row !== undefined)).toEqual([true, false, false]);
  });

  it('clears texts and attachments of quiet threads only with CRM_RETENTION_MONTHS', async () => {
    const fill = async (ctx: TestContext) => {
      const old = new Date(ctx.now().getTime() - 70 * DAY_MS).toISOString();
      const attachment = { filename: 'a', contentType: 'text/plain', sizeBytes: 1, inline: false, cid: null };
      const attachments = [{ id: 'a1', ...attachment, stored: true }];
      await ctx.files.put('mail/fil_1/a1', Buffer.from('x'));
      await ctx.data.create(EmailThreads, 'thr_old', threadRow(old, { summary: 'Asks where the parcel is.' }));
      await ctx.data.create(EmailThreads, 'thr_new', threadRow(ctx.now().toISOString()));
      const mail = { threadId: 'thr_old', bodyChunks: 1, filesKey: 'mail/fil_1', attachments };
      await ctx.data.create(EmailMessages, 'eml_old', messageRow(old, mail));
      await ctx.data.create(EmailBodies, 'eml_old-0', { messageId: 'eml_old', n: 0, piece: '{}' });
      await ctx.data.create(EmailMessages, 'eml_new', messageRow(old, { threadId: 'thr_new' }));
      const draft = { threadId: 'thr_old', body: 'It is on its way.', originalBody: 'It is on its way.' };
      await ctx.data.create(EmailDrafts, 'drf_sent', draftRow(old, { ...draft, status: 'sent' }));
      await ctx.data.create(EmailDrafts, 'drf_open', draftRow(old, { ...draft, status: 'approved' }));
    };
    const keeping = await testContext();
    await fill(keeping);
    expect(await clearAll(keeping)).toBe(0);

    const ctx = await testContext({ vars: { CRM_RETENTION_MONTHS: '2' } });
    await fill(ctx);
    expect(await clearAll(ctx)).toBe(1);
    await ctx.drain();

    expect((await ctx.data.need(EmailMessages, 'eml_old')).data).toMatchObject({
      textPreview: '',
      bodyChunks: 0,
      attachments: [{ id: 'a1', stored: false }],
      subject: 'Where is my parcel?',
    });
    expect((await ctx.data.need(EmailThreads, 'thr_old')).data).toMatchObject({
      preview: CLEARED_PREVIEW,
      summary: null,
    });
    expect((await ctx.data.need(EmailDrafts, 'drf_sent')).data).toMatchObject({ body: '', originalBody: null });
    expect((await ctx.data.need(EmailDrafts, 'drf_open')).data.body).toBe('It is on its way.');
    expect(await ctx.data.get(EmailBodies, 'eml_old-0')).toBeUndefined();
    expect(await ctx.files.read('mail/fil_1/a1')).toBeNull();
    expect((await ctx.data.need(EmailMessages, 'eml_new')).data.textPreview).not.toBe('');
    expect(await clearAll(ctx)).toBe(0);
  });
});
