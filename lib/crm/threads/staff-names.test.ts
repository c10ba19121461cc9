import { expect, it } from 'vitest';
import { asUser, testContext } from '#tests/support/context.ts';
import { staffNames } from './staff-names.ts';

it('staffNames returns the names of existing users and leaves out null, the system and unknown ids', async () => {
  const ctx = await asUser(await testContext());
  const { id } = ctx.user;

  const names = await staffNames(ctx, [id, id, null, 'system', 'usr_nobody']);

  expect(names).toEqual({ [id]: 'Test Person' });
});
