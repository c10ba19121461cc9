import { beforeAll, describe, expect, it } from 'vitest';
import { POST as erase } from '#app/api/admin/email/contacts/[id]/erase/route.ts';
import { POST as dismiss } from '#app/api/admin/entity-moderation/dismiss/route.ts';
import { POST as restore } from '#app/api/admin/entity-moderation/restore/route.ts';
import { blockEntity } from '#lib/admin/moderation/moderation.ts';
import { report } from '#lib/admin/moderation/reports.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { saveContact } from '#lib/crm/contacts/contacts.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { putConversation, putMessage, testConversation } from '#tests/support/conversations.ts';
import { readyToKnock } from '#tests/support/knock.ts';
import type { Caller, Policy, Target } from '#tests/support/policies/policy-types.ts';
import { policies } from '#tests/support/policy.ts';
import { pushVars } from '#tests/support/push-vars.ts';
import { type FoundRoute, readRoutes } from '#tests/support/route-table.ts';
import { scriptedGateway } from '#tests/support/scripted-gateway.ts';
import { addVendor, stockShop } from '#tests/support/shop.ts';
import { everyRow } from '#tests/support/world.ts';

/** Reading these is an act: whole lists, a person's correspondence, the scan of a document. */
const readingOnRecord = [
  'GET /api/admin/email/contacts/{id}/export',
  'GET /api/admin/exports/{list}',
  'GET /api/admin/vendors/{id}/payout-account',
  'GET /api/admin/verification/procedures/{procedureNumber}/evidence/{id}',
];
/** Calls that succeed and change nothing that belongs to anyone else, by reason. */
const unrecorded: Readonly<Record<string, string>> = {
  'DELETE /api/admin/email/drafts/{id}/send': 'the draft of the matrix was not scheduled: nothing changes',
  'POST /api/admin/email/threads/{id}/read': 'what was read is no decision',
  'POST /api/admin/vendors/{id}/reinstate': 'the vendor of the matrix sells: nothing changes',
  'POST /api/admin/payments/callbacks/{id}/retry': 'the callback of the matrix owes nothing: nothing changes',
};
/** Personal settings of the console: `/console-preferences` and its views. */
const isPersonal = (path: string): boolean => path.startsWith('/api/admin/console-preferences');

const nameOf = ({ method, path }: FoundRoute): string => `${method} ${path}`;
const routes = (await readRoutes()).filter(({ spec }) => spec.auth === 'admin' || spec.auth === 'superadmin');
const acts = routes.filter((route) => route.method !== 'GET' || readingOnRecord.includes(nameOf(route)));
const changes = acts.filter(({ method }) => method !== 'GET');

let world: TestContext;
beforeAll(async () => {
  world = await testContext({
    vars: { PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'UAH', ...pushVars },
    cardGateway: scriptedGateway().gateway,
  });
  installRuntime(world);
  await stockShop(world, { mug: 1_000_000 });
  await addVendor(world, 'vnd_other');
});

/** Returns the audit rows that some work inserts, with what the work returns. */
async function recordedBy<R>(work: () => Promise<R>) {
  const before = new Set((await everyRow(world.data, AuditLog)).map(({ id }) => id));
  const result = await work();
  const rows = (await everyRow(world.data, AuditLog)).filter(({ id }) => !before.has(id));
  return { result, rows: rows.map(({ data: { action, result: outcome } }) => ({ action, outcome })) };
}

async function knock(route: FoundRoute, caller: Caller, target: Target) {
  const policy: Policy | undefined = policies[nameOf(route)];
  if (!policy) throw new Error(`tests/support/policies does not know ${nameOf(route)}`);
  return readyToKnock(world, { route, policy, caller, target, isBroken: false });
}

/** Returns how many audit rows a response must leave, and their outcome. */
function expectedRows(name: string, status: number): readonly object[] {
  if (status === 403 || status === 409) return [expect.objectContaining({ outcome: 'denied' })];
  const isDone = status < 300 && !(name in unrecorded);
  return isDone ? [expect.objectContaining({ outcome: 'ok' })] : [];
}

describe('an admin route', () => {
  it('S64 is an act, or it reads', () => {
    expect(acts.length).toBeGreaterThan(30);
    expect(Object.keys(unrecorded).filter((name) => !acts.some((route) => nameOf(route) === name))).toEqual([]);
  });

  it.each(acts.map((route) => [nameOf(route), route] as const))(
    'S64 leaves exactly one audit row for an act and for a refusal: %s',
    async (name, route) => {
      const targets: readonly Target[] =
        typeof policies[name]?.answers === 'number' ? ['other'] : ['other', 'own', 'missing'];
      for (const target of targets) {
        const ask = await knock(route, 'superadmin', target);

        const { result, rows } = await recordedBy(ask);

        const expected = isPersonal(route.path) ? [] : expectedRows(name, result.status);
        expect({ target, status: result.status, rows }).toEqual({ target, status: result.status, rows: expected });
      }
    },
  );

  it.each(changes.map((route) => [nameOf(route), route] as const))(
    'S64 leaves one row when it refuses a caller without the role: %s',
    async (_, route) => {
      const ask = await knock(route, 'visitor', 'other');

      const { result, rows } = await recordedBy(ask);

      expect([result.status, rows]).toEqual([403, [{ action: 'route.refused', outcome: 'denied' }]]);
    },
  );
});

/** Returns a message that another person has reported. */
async function reportedMessage(): Promise<{ readonly admin: TestContext & UserContext; readonly entityId: string }> {
  const [author, reader] = [await asUser(world), await asUser(world)];
  const conversation = testConversation([author.user.id, reader.user.id], world.now());
  await putConversation(world, conversation);
  const entityId = await putMessage(world, conversation.id, { senderId: author.user.id });
  await report(reader, { entityId, reasonCode: 'spam' });
  return { admin: await asUser(world, { role: 'admin' }), entityId };
}

// The matrix calls these about things that do not exist or that refuse. The other acts of that kind (payouts, sends and
// their resolution) are in tests/api/admin-settlements.test.ts and lib/crm/drafts.
describe('an act that the matrix only sees refused', () => {
  it('S64 leaves one row when it dismisses a report, and one of a refusal when it is repeated', async () => {
    const { admin, entityId } = await reportedMessage();
    const act = () => call(dismiss, { as: admin, body: { entityId } });

    expect((await recordedBy(act)).rows).toEqual([{ action: 'entity.dismissed', outcome: 'ok' }]);
    expect((await recordedBy(act)).rows).toEqual([{ action: 'entity.dismissed', outcome: 'denied' }]);
  });

  it('S64 leaves one row when it restores what was blocked', async () => {
    const { admin, entityId } = await reportedMessage();
    await blockEntity(admin, { entityId, reason: 'Against the rules' });

    const { rows } = await recordedBy(() => call(restore, { as: admin, body: { entityId } }));

    expect(rows).toEqual([{ action: 'entity.restored', outcome: 'ok' }]);
  });

  it('S64 leaves one row when it erases an address', async () => {
    const admin = await asUser(world, { role: 'admin' });
    const email = 'erase-me@shop.test';
    const { contact } = await saveContact(admin, { email });

    const { result, rows } = await recordedBy(() =>
      call(erase, { as: admin, params: { id: contact.id }, body: { confirmEmail: email } }),
    );

    expect([result.status, rows.map(({ outcome }) => outcome)]).toEqual([200, ['ok']]);
  });
});
