import { beforeAll, describe, expect, it } from 'vitest';
import { installRuntime } from '#lib/context/runtime.ts';
import { sqliteHandleOf } from '#services/database/sqlite-handle.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { readyToKnock } from '#tests/support/knock.ts';
import type { Policy } from '#tests/support/policies/policy-types.ts';
import { policies } from '#tests/support/policy.ts';
import { pushVars } from '#tests/support/push-vars.ts';
import { readRoutes } from '#tests/support/route-table.ts';
import { stockShop } from '#tests/support/shop.ts';

/** Reading a person's whole correspondence, the scan of their document, or a whole list writes an audit entry. */
const onRecord = [
  '/api/account/export',
  '/api/admin/exports/{list}',
  '/api/admin/email/contacts/{id}/export',
  '/api/admin/vendors/{id}/payout-account',
  '/api/admin/verification/procedures/{procedureNumber}/evidence/{id}',
];
const readers = (await readRoutes()).filter(
  ({ method, path, spec }) => method === 'GET' && spec.auth !== 'cron' && !onRecord.includes(path),
);

let world: TestContext;
beforeAll(async () => {
  world = await testContext({ vars: { PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'UAH', ...pushVars } });
  installRuntime(world);
  await stockShop(world, { mug: 1_000 });
});

/** Returns how many rows this connection has ever changed. It is the only connection of the in-memory store. */
const changes = (): unknown =>
  sqliteHandleOf(world.data)?.database.prepare('SELECT total_changes() AS rows').get()?.rows;

/** Another administrator must look at an administrator's own verification. */
const mayReadOwn = ({ answers }: Policy): boolean => typeof answers === 'number' || answers.own === 200;

describe('a GET', () => {
  it.each(readers.map((route) => [`GET ${route.path}`, route] as const))(
    'S18 writes nothing: %s',
    async (name, route) => {
      const policy = policies[name];
      if (!policy) throw new Error(`tests/support/policies does not know ${name}`);
      const ask = await readyToKnock(world, {
        route,
        policy,
        caller: policy.auth === 'superadmin' ? 'superadmin' : 'admin',
        target: mayReadOwn(policy) ? 'own' : 'other',
        isBroken: false,
      });
      // The first request builds indexes and fills short-lived caches.
      await ask();

      const before = changes();
      const { status } = await ask();

      const answers = policy.forAdmins ?? policy.answers;
      expect(status).toBe(typeof answers === 'number' ? answers : 200);
      expect(changes()).toBe(before);
    },
  );

  it('is distinguished from a write by the same measure', async () => {
    const before = changes();

    await asUser(world);

    expect(changes()).not.toBe(before);
  });
});
