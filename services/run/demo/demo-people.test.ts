import { describe, expect, it } from 'vitest';
import { Users } from '#lib/auth/collections.ts';
import { readSuperadmins } from '#lib/auth/superadmins.ts';
import { findUserByEmail } from '#lib/auth/users.ts';
import { roles } from '#lib/context/values.ts';
import { CreditAccounts } from '#lib/payments/collections.ts';
import { Vendors } from '#lib/store/collections.ts';
import { ReferralCodes } from '#lib/store/referrals/collections.ts';
import { seedDemo } from '#services/run/seed.ts';
import { testContext } from '#tests/support/context.ts';
import { everyRow } from '#tests/support/world.ts';
import { seedDemoPeople } from './demo-people.ts';

const demo = { vars: { PLAZA_DEMO: '1', PLAZA_DEMO_HISTORY: 'off' } };

describe('the people of a demo', () => {
  it('have one account per role and three seller owners, after any number of starts', async () => {
    const ctx = await testContext(demo);

    const owners = await seedDemoPeople(ctx);
    const again = await seedDemoPeople(ctx);

    const found = await Promise.all(roles.map((role) => findUserByEmail(ctx.data, `${role}@plaza.test`)));
    expect(found.map((user) => user?.role)).toEqual([...roles]);
    expect(await readSuperadmins(ctx.data)).toEqual([found.at(-1)?.id]);
    expect(again).toEqual(owners);
    expect(await everyRow(ctx.data, Users)).toHaveLength(8);
    const member = found[roles.indexOf('member')]?.id;
    expect(await everyRow(ctx.data, ReferralCodes)).toMatchObject([{ id: 'RDEM0C0DE', data: { userId: member } }]);
  });

  it('have credit to spend, and own their sellers', async () => {
    const ctx = await testContext(demo);

    await seedDemo(ctx);
    await ctx.drain();

    const visitor = await findUserByEmail(ctx.data, 'visitor@plaza.test');
    const owner = await findUserByEmail(ctx.data, 'vendor-one@plaza.test');
    expect((await ctx.data.need(CreditAccounts, visitor?.id ?? '')).data.balanceMinor).toBeGreaterThan(0);
    expect((await ctx.data.need(Vendors, owner?.vendorId ?? '')).data.ownerId).toBe(owner?.id);
  });

  it('exist only in a demo', async () => {
    const ctx = await testContext();

    await seedDemo(ctx);

    expect(await everyRow(ctx.data, Users)).toEqual([]);
  });
});
