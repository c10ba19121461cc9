import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/core/time.ts';
import { EmailDeadLetters, EmailDrafts, EmailMessages, EmailTasks, EmailThreads } from '#lib/crm/collections.ts';
import { countInbox } from '#lib/crm/threads/inbox-counts.ts';
import { listThreads } from '#lib/crm/threads/threads.ts';
import { testContext } from '#tests/support/context.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { everyRow } from '#tests/support/world.ts';
import { seedDemoPeople } from './demo-people.ts';
import { demoThreads, seedDemoInbox } from './seed-inbox.ts';

const openDemo = async (vars: Readonly<Record<string, string>> = {}) => {
  const ctx = await testContext({ vars: { PLAZA_DEMO: '1', ...vars }, files: openMemoryFiles() });
  await seedDemoPeople(ctx);
  await seedDemoInbox(ctx);
  return ctx;
};

describe('the inbox of a demo', () => {
  it('has a dozen threads in three languages, each with its mails, in every status', async () => {
    const ctx = await openDemo();

    const { threads } = await listThreads(ctx, { limit: 100 });
    const mails = demoThreads.flatMap((thread) => thread.mails);
    expect(threads.map(({ subject }) => subject).sort()).toEqual(demoThreads.map(({ subject }) => subject).sort());
    expect(threads.reduce((sum, { inboundCount }) => sum + inboundCount, 0)).toBe(
      mails.filter(({ from }) => from !== undefined).length,
    );
    expect(new Set(threads.map(({ status }) => status))).toEqual(new Set(['new', 'ongoing', 'waiting', 'resolved']));
  });

  it('shows what a person has to decide: drafts that wait, a send nobody knows of, a mail nobody could read', async () => {
    const ctx = await openDemo();

    const drafts = await everyRow(ctx.data, EmailDrafts);
    expect(drafts.map(({ data }) => data.status).sort()).toEqual(['pending', 'pending', 'send_unknown']);
    expect(await countInbox(ctx)).toMatchObject({ all: demoThreads.length, drafts: 2, deadLetters: 1 });
  });

  it('is filled also where its channel cannot send, beside a mail server of the platform', async () => {
    const ctx = await openDemo({ SMTP_HOST: 'smtp.example.test', SMTP_FROM: 'no-reply@plaza.test' });

    const drafts = await everyRow(ctx.data, EmailDrafts);
    expect(drafts.map(({ data }) => data.status)).toEqual(['pending', 'pending', 'pending']);
  });

  it('is filled once, however often the server starts', async () => {
    const ctx = await openDemo();
    const count = async () =>
      Promise.all(
        [EmailThreads, EmailMessages, EmailDrafts, EmailTasks, EmailDeadLetters].map(
          async (rows) => (await everyRow<object>(ctx.data, rows as never)).length,
        ),
      );
    const before = await count();
    ctx.clock.advance(DAY_MS);

    await seedDemoInbox(ctx);

    expect(await count()).toEqual(before);
  });
});
