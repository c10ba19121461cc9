import { expect, it } from 'vitest';
import type { Tunnel } from '#lib/tunnel/tunnel.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { takeMail, twoChannels } from '#tests/support/mails.ts';
import { changeThreadStatus } from './threads/threads.ts';

it('the desk.changed event is published for a new mail and for a new thread status', async () => {
  const told: unknown[] = [];
  const publish: Tunnel['publish'] = async (events) => {
    for (const { event, data } of events) if (event === 'desk.changed') told.push(data);
  };
  const { tunnel } = await testContext();
  const ctx = await testContext({ vars: twoChannels, tunnel: { ...tunnel, publish } });
  const thread = { areas: ['drafts', 'tasks', 'threads'] };

  const { threadId } = await takeMail(ctx);
  await ctx.drain();
  const ofMail = told.splice(0);
  await changeThreadStatus(await asUser(ctx, { role: 'admin' }), { id: threadId, status: 'resolved' });
  await ctx.drain();

  expect(ofMail).toContainEqual(thread);
  expect(told).toEqual([thread]);
});
