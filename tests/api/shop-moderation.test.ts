import { expect, it } from 'vitest';
import { POST as block } from '#app/api/admin/entity-moderation/block/route.ts';
import { POST as restore } from '#app/api/admin/entity-moderation/restore/route.ts';
import { POST as appeal } from '#app/api/moderation/appeals/route.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { Vendors } from '#lib/store/collections.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { call } from '#tests/support/call.ts';
import { asUser, testContext } from '#tests/support/context.ts';

it('a seller is told that their shop stays suspended when its case is restored and their own block keeps it down', async () => {
  const world = await testContext();
  installRuntime(world);
  const admin = await asUser(world, { role: 'admin' });
  const decide = (route: typeof block, entityId: string) =>
    call(route, { as: admin, body: { entityId, reason: 'Pesters people' } });

  for (const isAppealed of [false, true]) {
    const seller = await asUser(world);
    const id = await createVendor(world, {
      ...{ name: `Still down ${isAppealed}`, country: 'UA', contactEmail: 'shop@plaza.test', ownerId: seller.user.id },
    });
    for (const blocked of [id, seller.user.id]) await decide(block, blocked);
    const body = { entityId: id, text: 'It is in order' };
    if (isAppealed) expect((await call(appeal, { as: seller, body })).status).toBe(201);

    await decide(restore, id);

    expect((await world.data.need(Vendors, id)).data.status).toBe('suspended');
    await world.drain();
    const told = (await world.data.find(newestFirst({ userId: seller.user.id }, 10))).rows.map(
      ({ data: { title, message } }) => `${title}. ${message}`,
    );
    const other = 'Your shop stays suspended for another reason.';
    expect(told).toContain(
      isAppealed
        ? `Your appeal was granted. ${other} Pesters people`
        : `A decision about your shop was withdrawn. ${other}`,
    );
    expect(told.filter((text) => /no longer suspended|is back/.test(text))).toEqual([]);
  }
});
