import { describe, expect, it } from 'vitest';
import { GET as exportList } from '#app/api/admin/exports/[list]/route.ts';
import { PUT as setRole } from '#app/api/admin/users/[id]/role/route.ts';
import { ModerationCases, ProcessRuns, VerificationProcedures } from '#lib/admin/collections.ts';
import { exportTables } from '#lib/admin/exports/export-list.ts';
import type { ExportList } from '#lib/admin/exports/values.ts';
import { appealBlock } from '#lib/admin/moderation/appeals.ts';
import { blockEntity } from '#lib/admin/moderation/moderation.ts';
import { reviewProcedure } from '#lib/admin/verification/review.ts';
import { collectVitals } from '#lib/admin/vitals/collect-vitals.ts';
import { webVitals } from '#lib/admin/vitals/web-vitals.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { HOUR_MS } from '#lib/core/time.ts';
import { PaymentTransactions, Payouts, Settlements } from '#lib/payments/collections.ts';
import { Orders } from '#lib/store/collections.ts';
import { testAttempt } from '#tests/support/attempts.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { readCsv } from '#tests/support/csv.ts';
import { orderRow } from '#tests/support/platform-rows.ts';
import { addVendor } from '#tests/support/shop.ts';
import { asSuperadmin } from '#tests/support/staff.ts';
import { putProcedure } from '#tests/support/verification.ts';
import { everyRow } from '#tests/support/world.ts';

/** Different times, so that no column can stand for another. */
const at = (hour: number): string => `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`;

async function openWorld(): Promise<{ world: TestContext; admin: TestContext & UserContext }> {
  const world = await testContext();
  installRuntime(world);
  return { world, admin: await asSuperadmin(world) };
}

async function rowsOf(admin: UserContext, list: ExportList, query: Record<string, string> = {}) {
  const { status, text } = await call(exportList, { as: admin, params: { list }, query });
  expect([status, text.slice(0, text.indexOf('\r\n'))]).toEqual([200, exportTables[list].head.join(',')]);
  return readCsv(text);
}

describe('the columns of an export', () => {
  it('show an order', async () => {
    const { world, admin } = await openWorld();
    for (const id of ['vnd_a', 'vnd_b']) await addVendor(world, id);
    const [line] = orderRow(7, at(1)).lines;
    if (!line) throw new Error('an order has a line');
    const lines = [
      { ...line, vendorId: 'vnd_a', qty: 2 },
      { ...line, id: 'l2', vendorId: 'vnd_b', qty: 3 },
    ];
    await world.data.create(
      Orders,
      'ord_one',
      orderRow(7, at(1), {
        ...{ lines, vendorIds: ['vnd_a', 'vnd_b'], status: 'canceled', payState: 'refunded', currency: 'EUR' },
        ...{
          subtotalMinor: 20_000,
          totalMinor: 21_050,
          paidAt: at(2),
          updatedAt: at(3),
          cancelReason: 'buyer, "late"',
        },
        contact: { name: 'Олена; Ко', email: 'olena@plaza.test', phone: '+380' },
      }),
    );

    expect(await rowsOf(admin, 'orders')).toEqual([
      {
        ...{ id: 'ord_one', number: 'P000000007', status: 'canceled', payState: 'refunded', currency: 'EUR' },
        ...{ subtotal: '200.00', total: '210.50', units: '5', sellers: 'Vendor vnd_a; Vendor vnd_b' },
        ...{ buyerName: 'Олена; Ко', buyerEmail: 'olena@plaza.test', cancelReason: 'buyer, "late"' },
        ...{ createdAt: at(1), paidAt: at(2), updatedAt: at(3) },
      },
    ]);
  });

  it('show a payment', async () => {
    const { world, admin } = await openWorld();
    const row = testAttempt({
      ...{ orderReference: 'P000000007-2', n: 2, purpose: 'store_order', processor: 'credit', orderId: 'ord_one' },
      ...{ userId: 'usr_payer', amountMinor: 21_050, currency: 'EUR', status: 'paid', refundState: 'done' },
      ...{ failure: { code: 'declined', message: 'No' }, createdAt: at(1), paidAt: at(2), refundedAt: at(3) },
    });
    await world.data.create(PaymentTransactions, row.orderReference, row);

    expect(await rowsOf(admin, 'payments')).toEqual([
      {
        ...{ orderReference: 'P000000007-2', orderNumber: 'P000000007', orderId: 'ord_one', userId: 'usr_payer' },
        ...{ purpose: 'store_order', processor: 'credit', status: 'paid', refundState: 'done', currency: 'EUR' },
        ...{ amount: '210.50', failure: 'declined', createdAt: at(1), paidAt: at(2), refundedAt: at(3) },
      },
    ]);
  });

  it('show a settlement and the payout that paid it', async () => {
    const { world, admin } = await openWorld();
    await world.data.create(Settlements, 'set_one', {
      ...{ orderId: 'ord_one', orderReference: 'P000000007-2', vendorId: 'vnd_a', state: 'paid', currency: 'EUR' },
      ...{ grossMinor: 20_000, commissionMinor: 2_000, netMinor: 18_000, blocked: true, overpaid: false },
      ...{ captureEntryId: 'ent_one', releaseAt: at(2), payoutId: 'pay_one', createdAt: at(1), updatedAt: at(3) },
    });
    await world.data.create(Payouts, 'pay_one', {
      ...{ vendorId: 'vnd_a', settlementIds: ['set_one', 'set_two'], keptBackIds: ['set_three'], amountMinor: 17_000 },
      ...{ currency: 'EUR', bankReference: 'Bank 7', madeBy: 'usr_admin', createdAt: at(4) },
    });

    expect(await rowsOf(admin, 'settlements')).toEqual([
      {
        ...{ id: 'set_one', orderId: 'ord_one', orderReference: 'P000000007-2', vendorId: 'vnd_a', state: 'paid' },
        ...{ currency: 'EUR', gross: '200.00', commission: '20.00', net: '180.00', blocked: 'true', overpaid: 'false' },
        ...{ payoutId: 'pay_one', createdAt: at(1), releaseAt: at(2) },
      },
    ]);
    expect(await rowsOf(admin, 'payouts')).toEqual([
      {
        ...{ id: 'pay_one', vendorId: 'vnd_a', currency: 'EUR', amount: '170.00', settlements: '2', keptBack: '1' },
        ...{ bankReference: 'Bank 7', madeBy: 'usr_admin', createdAt: at(4) },
      },
    ]);
  });

  it('show an act of the audit', async () => {
    const { world, admin } = await openWorld();
    const target = await asUser(world);
    await call(setRole, {
      ...{ as: admin, method: 'PUT', params: { id: target.user.id }, body: { role: 'member', reason: 'Asked, twice' } },
    });
    const [row] = await everyRow(world.data, AuditLog);

    expect(await rowsOf(admin, 'audit', { action: 'user.role-changed' })).toEqual([
      {
        ...{
          id: row?.id,
          at: world.now().toISOString(),
          actorId: admin.user.id,
          actorRole: 'superadmin',
          via: 'session',
        },
        ...{ action: 'user.role-changed', result: 'ok', targetType: 'user', targetId: target.user.id },
        ...{ before: '{"role":"visitor"}', after: '{"role":"member"}', reason: 'Asked, twice' },
        ...{ requestId: row?.data.requestId, device: row?.data.device },
      },
    ]);
  });

  it('show a run', async () => {
    const { world, admin } = await openWorld();
    await world.data.create(ProcessRuns, 'run_one', {
      ...{ processId: 'audit-verify', trigger: 'manual', actorId: 'usr_admin', status: 'failed', attempt: 2 },
      ...{ counts: { seen: 9, done: 4, skipped: 3, failed: 2 }, errorCode: 'AuditDiffers', errorMessage: 'Two rows' },
      ...{ cursor: null, startedAt: at(1), heartbeatAt: at(2) },
      ...{ finishedAt: at(3), durationMs: HOUR_MS, expiresAt: '2099-01-01T00:00:00.000Z' },
    });

    expect(await rowsOf(admin, 'runs')).toEqual([
      {
        ...{ id: 'run_one', processId: 'audit-verify', trigger: 'manual', actorId: 'usr_admin', status: 'failed' },
        ...{ attempt: '2', seen: '9', done: '4', skipped: '3', failed: '2', errorCode: 'AuditDiffers' },
        ...{ errorMessage: 'Two rows', startedAt: at(1), finishedAt: at(3), durationMs: String(HOUR_MS) },
      },
    ]);
  });

  it('show an error', async () => {
    const { world, admin } = await openWorld();
    const noted = {
      kind: 'client',
      name: 'TypeError',
      message: 'It is gone',
      path: '/cart',
      release: '0.1.0',
    } as const;
    const first = world.now().toISOString();
    world.errors.note({ ...noted, userId: 'usr_1', requestId: 'req_1' });
    await world.errors.flush();
    world.clock.advance(HOUR_MS);
    world.errors.note({ ...noted, userId: 'usr_2', requestId: 'req_2' });
    world.errors.note({ ...noted, userId: 'usr_2', requestId: 'req_3' });
    await world.errors.flush();

    const [row, ...others] = await rowsOf(admin, 'errors');

    expect(others).toEqual([]);
    expect(row).toEqual({
      ...{
        id: expect.stringMatching(/^err_/),
        kind: 'client',
        name: 'TypeError',
        message: 'It is gone',
        path: '/cart',
      },
      ...{ count: '3', users: '2', firstSeenAt: first, lastSeenAt: world.now().toISOString() },
      ...{ lastRequestId: 'req_3', release: '0.1.0' },
    });
  });

  it('show the web vitals of each day', async () => {
    const { world, admin } = await openWorld();
    collectVitals(world, [
      { name: 'LCP', value: 1_000, path: '/' },
      { name: 'INP', value: 100, path: '/' },
      { name: 'CLS', value: 0.05, path: '/' },
    ]);
    await world.vitals.flush();

    const rows = await rowsOf(admin, 'vitals');

    const { LCP, INP, CLS } = (await webVitals(world, '7d')).metrics;
    expect([LCP.p75, INP.p75, CLS.p75].map((p75) => Math.sign(p75 ?? 0))).toEqual([1, 1, 1]);
    expect(rows).toHaveLength(7);
    expect(rows[0]).toEqual({ date: '2026-02-24', samples: '0', LCP: '', INP: '', CLS: '' });
    expect(rows.at(-1)).toEqual({
      ...{ date: '2026-03-02', samples: '3', LCP: String(LCP.p75), INP: String(INP.p75), CLS: String(CLS.p75) },
    });
  });

  it('show a verification', async () => {
    const { world, admin } = await openWorld();
    const subject = await asUser(world, { name: 'Olena' });
    const number = await putProcedure(subject);
    await reviewProcedure(admin, number, 'under-review', {});
    const { data } = await world.data.need(VerificationProcedures, number);

    expect(await rowsOf(admin, 'verification')).toEqual([
      {
        ...{ procedureNumber: number, kind: 'identity', status: 'under_review', subjectType: 'user' },
        ...{ subjectId: subject.user.id, subjectName: 'Olena', attempt: '1', files: '1', claimedBy: admin.user.id },
        ...{ claimedByName: admin.user.name, overdue: 'false', submittedAt: data.submittedAt, slaDueAt: data.slaDueAt },
      },
    ]);
  });

  it('show a moderation case', async () => {
    const { world, admin } = await openWorld();
    const owner = await asUser(world, { name: 'Olena', bio: 'Sells mugs' });
    const entityId = owner.user.id;
    await blockEntity(admin, { entityId, reason: 'Against the rules' });
    world.clock.advance(HOUR_MS);
    await appealBlock(owner, { entityId, text: 'Not at all' });
    const { data } = await world.data.need(ModerationCases, entityId);

    expect(await rowsOf(admin, 'moderation', { status: 'blocked' })).toEqual([
      {
        ...{ entityType: 'profile', entityId, ownerId: entityId, ownerName: 'Olena', status: 'blocked' },
        ...{ isHidden: 'false', reportCount: '0', score: '0', title: 'Profile', excerpt: data.excerpt },
        ...{ reason: 'Against the rules', decidedBy: admin.user.id, decidedAt: data.decidedAt, appealState: 'open' },
        ...{ appealedAt: world.now().toISOString(), appeal: 'Not at all' },
        ...{ firstReportedAt: data.firstReportedAt, lastReportedAt: data.lastReportedAt },
      },
    ]);
  });
});
