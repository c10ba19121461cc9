import { expect, it } from 'vitest';
import { ModerationCases } from '#lib/admin/collections.ts';
import { newCase } from '#lib/admin/moderation/moderation.ts';
import { after, SECOND_MS } from '#lib/core/time.ts';
import { testContext } from '#tests/support/context.ts';
import { listUserCases } from './person.ts';

it('lists all cases of a person page by page, the latest report first, and none of another', async () => {
  const world = await testContext();
  const found = { type: 'message', title: 'Message (text)', excerpt: 'Buy', isGone: false, lanes: [] } as const;
  const caseOf = (id: string, ownerId: string, n: number) => ({
    ...newCase({ ...found, id, ownerId }, 'report', after(world.now(), n * SECOND_MS)),
    version: 1,
  });
  await world.data.batch((write) => {
    // The ids run against the times, so that an order by id would be wrong.
    for (let n = 0; n < 120; n++)
      write.create(ModerationCases, `msg_${1_000 - n}`, caseOf(`msg_${1_000 - n}`, 'usr_mine', (n * 7) % 120));
    write.create(ModerationCases, 'msg_other', caseOf('msg_other', 'usr_other', 3));
  });

  const pages = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listUserCases(world, 'usr_mine', { limit: 50, cursor });
    pages.push(page.cases);
    cursor = page.nextCursor;
  }

  const times = pages.flat().map(({ lastReportedAt }) => lastReportedAt);
  expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
  expect(times).toEqual(times.toSorted().reverse());
  expect(new Set(pages.flat().map(({ entityId }) => entityId)).size).toBe(120);
});
