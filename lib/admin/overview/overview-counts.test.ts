import { expect, it } from 'vitest';
import { SECOND_MS } from '#lib/core/time.ts';
import { EmailDrafts } from '#lib/crm/collections.ts';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import { Outbox, PushOutbox } from '#lib/data/outbox.ts';
import { from } from '#lib/data/query.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { rawMail, takeMail, twoChannels } from '#tests/support/mails.ts';
import { countOverview } from './overview-counts.ts';

it('countOverview counts open items in each part of the console and caches the counts for about two seconds', async () => {
  const ctx = await asUser(await testContext({ vars: twoChannels }), { role: 'admin' });
  const { threadId } = await takeMail(ctx, rawMail({ mid: 'a@x.test' }));
  const other = await takeMail(ctx, rawMail({ mid: 'b@x.test' }));
  const nothing = {
    unknownSends: 0,
    overdueTasks: 0,
    deadLetters: 0,
    moderation: 0,
    appeals: 0,
    verification: 0,
    money: 0,
    deadEffects: 0,
  };
  expect(await countOverview(ctx)).toEqual({ ...nothing, newThreads: 2, drafts: 0 });

  await createDraft(ctx, threadId, 'Hello');
  const { id: unknown } = await createDraft(ctx, other.threadId, 'Hello again');
  await ctx.data.update(EmailDrafts, unknown, { status: 'send_unknown' });
  const [effect] = (await ctx.data.find(from(Outbox).where('status', '==', 'waiting').orderBy('availableAt').limit(1)))
    .rows;
  await ctx.data.update(Outbox, effect?.id ?? '', { status: 'dead' });
  if (effect) await ctx.data.create(PushOutbox, 'obx_push', { ...effect.data, status: 'dead' });
  ctx.clock.advance(SECOND_MS);
  const soon = await countOverview(ctx);
  ctx.clock.advance(2 * SECOND_MS);
  const later = await countOverview(ctx);

  expect(soon).toEqual({ ...nothing, newThreads: 2, drafts: 0 });
  expect(later).toMatchObject({ drafts: 1, unknownSends: 1, deadEffects: 2 });
});
