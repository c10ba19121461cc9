import { expect, it } from 'vitest';
import { EmailMessages } from '#lib/crm/collections.ts';
import { testContext } from '#tests/support/context.ts';
import { takeMail, twoChannels } from '#tests/support/mails.ts';
import { getThreadDetail } from './threads.ts';

it('shows mails of the same second in the order of their arrival', async () => {
  const ctx = await testContext({ vars: twoChannels });
  const date = 'Sun, 01 Mar 2026 09:00:00 +0000';
  const first = await takeMail(ctx, { mid: 'first@shop.test', subject: 'The lamp', date });
  const taken = [first.id];
  // Ids are random, so that a few mails in the order of their ids are no proof.
  for (let count = 0; count < 8; count += 1) {
    ctx.clock.advance(1_000);
    taken.push((await takeMail(ctx, { inReplyTo: 'first@shop.test', subject: 'Re: The lamp', date })).id);
  }

  const { messages } = await getThreadDetail(ctx, first.threadId);

  expect(messages.map(({ id }) => id)).toEqual(taken);
});

it('shows mails of the same second and arrival by id, so that they keep their places', async () => {
  const ctx = await testContext({ vars: twoChannels });
  const { threadId, id } = await takeMail(ctx, { mid: 'first@shop.test', subject: 'The lamp' });
  const taken = [id];
  for (let count = 0; count < 4; count += 1)
    taken.push((await takeMail(ctx, { inReplyTo: 'first@shop.test', subject: 'Re: The lamp' })).id);
  const at = '2026-03-01T09:00:00.000Z';
  await ctx.data.batch((t) => {
    for (const mail of taken) t.update(EmailMessages, mail, { receivedAt: at, sortAt: at });
  });

  const { messages } = await getThreadDetail(ctx, threadId);

  expect(messages.map((message) => message.id)).toEqual(taken.toSorted((a, b) => (a < b ? -1 : 1)));
});
