import { expect, it } from 'vitest';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import { createTask, markOverdueTasks } from '#lib/crm/tasks/tasks.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { fillInbox } from '#tests/support/inbox-history.ts';
import { rawMail, takeMail, twoChannels } from '#tests/support/mails.ts';
import { countInbox } from './inbox-counts.ts';
import { changeThreadStatus } from './threads.ts';
import { MOST_COUNTED, threadStatuses } from './values.ts';

it('countInbox counts each part of the inbox, and a merged thread once', async () => {
  const ctx = await asUser(await testContext({ vars: twoChannels }), { role: 'admin' });
  const [first, second] = [
    await takeMail(ctx, rawMail({ mid: 'a@x.test' })),
    await takeMail(ctx, rawMail({ mid: 'b@x.test' })),
  ];
  const third = await takeMail(ctx, rawMail({ mid: 'c@x.test' }));
  await takeMail(ctx, rawMail({ mid: 'd@x.test', references: ['a@x.test', 'b@x.test'] }));
  await changeThreadStatus(ctx, { id: third.threadId, status: 'resolved' });
  await createDraft(ctx, first.threadId, 'Hello');
  await createTask(ctx, {
    threadId: second.threadId,
    title: 'Call',
    taskType: 'call',
    dueAt: '2020-01-01T00:00:00.000Z',
  });
  await markOverdueTasks(ctx);

  expect(await countInbox(ctx)).toEqual({
    new: 1,
    ongoing: 0,
    waiting: 0,
    resolved: 1,
    all: 2,
    drafts: 1,
    deadLetters: 0,
    overdueTasks: 1,
  });
});

it('countInbox stops counting a status at MOST_COUNTED + 1', async () => {
  const ctx = await testContext({ vars: twoChannels });
  const threads = threadStatuses.length * (MOST_COUNTED + 200);
  await fillInbox(ctx.data, ctx.now(), { days: 9, threads, mailsPerThread: 0, bare: true }, 3);

  const counts = await countInbox(ctx);

  expect(threadStatuses.map((status) => counts[status])).toEqual(threadStatuses.map(() => MOST_COUNTED + 1));
});
