import { expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/core/time.ts';
import { NotificationCollapse, Notifications } from '#lib/notifications/collections.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { everyRow } from '#tests/support/world.ts';
import { sweepDue } from './expiry.ts';

it('archives the expired notifications of 200 users within the write limit of a commit', async () => {
  const people = 200;
  const world = await testContext();
  const expiresAt = new Date(world.now().getTime() + MINUTE_MS).toISOString();
  for (let n = 0; n < people; n++) {
    const { user } = await asUser(world);
    const data = { collapseKey: 'conversation:cvs_1' };
    const content = { type: 'MESSAGE', title: 'News', message: 'Words', source: 'test', data, expiresAt } as const;
    await createNotification(world, user.id, content);
  }
  world.clock.advance(MINUTE_MS);

  expect(await sweepDue(world)).toBe(people);

  const rows = await everyRow(world.data, Notifications);
  expect(rows.filter(({ data }) => data.archivedReason === 'expired')).toHaveLength(people);
  expect(await everyRow(world.data, NotificationCollapse)).toEqual([]);
});
