import { beforeAll, describe, expect, it } from 'vitest';
import { POST as review } from '#app/api/admin/verification/procedures/[procedureNumber]/[action]/route.ts';
import { GET as detail } from '#app/api/admin/verification/procedures/[procedureNumber]/route.ts';
import { GET as queue } from '#app/api/admin/verification/queue/route.ts';
import { POST as answer } from '#app/api/verification/procedures/[procedureNumber]/answer/route.ts';
import { POST as addFile } from '#app/api/verification/procedures/[procedureNumber]/evidence/route.ts';
import { POST as withdraw } from '#app/api/verification/procedures/[procedureNumber]/withdraw/route.ts';
import * as own from '#app/api/verification/procedures/route.ts';
import { VerificationProcedures } from '#lib/admin/collections.ts';
import { expireQuestions } from '#lib/admin/verification/expiry.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { Outbox } from '#lib/data/outbox.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { VendorSlugs, Vendors } from '#lib/store/collections.ts';
import { openAccount } from '#lib/store/vendors/payout-seal.ts';
import { approvedVendors } from '#lib/store/vendors/vendors.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { formOf } from '#tests/support/upload.ts';
import { pdfOf, shopApplication } from '#tests/support/verification.ts';
import { everyRow } from '#tests/support/world.ts';

type Person = TestContext & UserContext;

const IBAN = 'UA213223130000026007233566001';
let world: TestContext;
let admin: Person;
beforeAll(async () => {
  world = await testContext();
  installRuntime(world);
  admin = await asUser(world, { role: 'admin', name: 'Ann' });
});

const person = (patch = {}): Promise<Person> => asUser(world, patch);
const apply = (as: Person | null, patch: object = {}) =>
  call(own.POST, { ...(as && { as }), body: { kind: 'vendor', answers: { ...shopApplication, ...patch } } });
const decide = (action: string, procedureNumber: string, body: object = {}) =>
  call(review, { as: admin, params: { procedureNumber, action }, body });
const reply = (as: Person, procedureNumber: string, answers: object) =>
  call(answer, { as, params: { procedureNumber }, body: { answers } });
/** The context holds the user as signed in. A request reads it again. */
const vendorOf = async ({ user }: Person) => {
  const { vendorId } = (await world.data.need(Users, user.id)).data;
  const row = await world.data.need(Vendors, vendorId ?? '');
  return { ...row.data, id: row.id };
};
async function noticesOf({ user }: Person) {
  await world.drain();
  return (await world.data.find(newestFirst({ userId: user.id }, 10))).rows.map(({ data }) => data);
}

describe('an application to sell', () => {
  it('opens a shop that cannot sell yet, and names nothing of the bank account', async () => {
    const olena = await person({ name: 'Olena' });

    const { status, body, headers, text } = await apply(olena);

    expect(status).toBe(201);
    const { iban: _, accountHolder: __, acceptedTerms: ___, ...answers } = shopApplication;
    expect(body.procedure).toMatchObject({ kind: 'vendor', status: 'submitted', answers, retryAt: null });
    const number: string = body.procedure.procedureNumber;
    expect(headers.get('location')).toBe(`/sell/apply#${number}`);
    const shop = await vendorOf(olena);
    expect(shop).toMatchObject({
      ...{ ownerId: olena.user.id, name: 'Fine Coins', slug: 'fine-coins', status: 'applied', approvedAt: null },
      ...{ legalName: 'Fine Coins LLC', taxId: '12345678', procedureNumber: number, payoutLast4: '6001' },
      ...{ termsAcceptedAt: world.now().toISOString(), contactEmail: 'coins@seller.test', phone: '+380 44 123 45 67' },
    });
    expect(openAccount(world, shop.id, shop.payout ?? '')).toEqual({ iban: IBAN, accountHolder: 'Fine Coins LLC' });
    expect((await approvedVendors(world)).byId.has(shop.id)).toBe(false);
    expect(await noticesOf(olena)).toMatchObject([
      { data: JSON.stringify({ actionUrl: '/sell/apply' }), type: 'SYSTEM' },
    ]);

    const seen = JSON.stringify([
      text,
      world.lines,
      await everyRow(world.data, VerificationProcedures),
      await everyRow(world.data, AuditLog),
      await everyRow(world.data, Outbox),
      (await call(detail, { as: admin, params: { procedureNumber: number } })).text,
    ]);
    expect(seen).not.toContain(IBAN.slice(4));
    expect(seen).not.toContain('3223 1300');
  });

  it('is read by administrators in the queue and on its page, with its files', async () => {
    const olena = await person();
    const number: string = (await apply(olena, { name: 'Queue Shop' })).body.procedure.procedureNumber;
    const file = await formOf([pdfOf('register')], { kind: 'registration' });
    expect((await call(addFile, { as: olena, params: { procedureNumber: number }, ...file })).status).toBe(201);
    const selfie = await formOf([pdfOf('me')], { kind: 'selfie' });
    expect((await call(addFile, { as: olena, params: { procedureNumber: number }, ...selfie })).status).toBe(400);

    const rows = (await call(queue, { as: admin, query: 'kind=vendor&limit=100' })).body.queue;
    const page = (await call(detail, { as: admin, params: { procedureNumber: number } })).body;

    expect(rows).toContainEqual(
      expect.objectContaining({ procedureNumber: number, subjectName: 'Queue Shop', kind: 'vendor', evidenceCount: 1 }),
    );
    expect(page.procedure).toMatchObject({ subjectType: 'vendor', answers: { taxId: '12345678' } });
    expect(page.procedure.evidence).toMatchObject([{ kind: 'registration' }]);
  });

  it.each([
    ['a wrong check digit', { iban: 'UA213223130000026007233566002' }, 'iban'],
    ['a card number', { iban: '4111 1111 1111 1111' }, 'iban'],
    ['no account holder', { accountHolder: ' ' }, 'answers.accountHolder'],
    ['a short name', { name: 'x' }, 'answers.name'],
    ['a short tax number', { taxId: '123' }, 'answers.taxId'],
    ['a wrong address', { contactEmail: 'coins' }, 'answers.contactEmail'],
    ['terms that are not accepted', { acceptedTerms: false }, 'answers.acceptedTerms'],
    ['an unknown country', { country: 'ZZ' }, 'answers.country'],
    ['an unknown answer', { birthDate: '1990-01-01' }, 'answers'],
  ])('is refused with %s', async (_, patch, field) => {
    const { status, body } = await apply(await person(), patch);

    expect(status).toBe(400);
    expect(Object.keys(body.details ?? {})).toContain(field);
  });

  it('is refused without a session, from a restricted account, and on a server without a key', async () => {
    expect((await apply(null)).status).toBe(401);
    expect((await apply(await person({ status: 'restricted' }))).status).toBe(403);
    const olena = await person();

    installRuntime({ ...world, keys: { ...world.keys, settings: [] } });
    const { status, body } = await apply(olena);
    installRuntime(world);

    expect([status, body.details]).toEqual([503, { code: 'NoEncryptionKey' }]);
    expect((await world.data.need(Users, olena.user.id)).data.vendorId).toBeNull();
  });

  it('is opened once when a person applies three times at once, and each shop gets an address of its own', async () => {
    const [olena, petro] = [await person(), await person()];

    const made = await Promise.all([apply(olena, { name: 'Twins' }), apply(olena, { name: 'Twins' })]);
    const other = await apply(petro, { name: 'Twins' });

    expect(made.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 409]));
    const open = made.find(({ status }) => status === 201)?.body.procedure.procedureNumber;
    expect(made.find(({ status }) => status === 409)?.body.details).toEqual({
      ...{ code: 'AlreadyOpen', procedureNumber: open },
    });
    expect(other.status).toBe(201);
    expect([(await vendorOf(olena)).slug, (await vendorOf(petro)).slug]).toEqual(['twins', 'twins-2']);
    expect((await world.data.need(VendorSlugs, 'twins-2')).data.vendorId).toBe((await vendorOf(petro)).id);
  });
});

describe('a decision about an application to sell', () => {
  it('opens the shop with the answers as they were last, and leads the owner to the first product', async () => {
    const olena = await person();
    const number: string = (await apply(olena, { name: 'First Name' })).body.procedure.procedureNumber;
    await decide('request-info', number, { message: 'Which company?', fields: ['legalName', 'iban'] });
    const paid = (await vendorOf(olena)).payout;

    expect((await reply(olena, number, { name: 'Another' })).status).toBe(400);
    expect((await reply(olena, number, { iban: 'UA21' })).body.details).toHaveProperty('iban');
    expect((await vendorOf(olena)).payout).toBe(paid);
    const answered = await reply(olena, number, { legalName: 'Coins Ltd', iban: 'DE89 3704 0044 0532 0130 00' });
    expect(answered.body.procedure.answers).toMatchObject({ legalName: 'Coins Ltd' });
    expect(answered.text).not.toContain('DE89');
    expect(await vendorOf(olena)).toMatchObject({ status: 'applied', legalName: 'Fine Coins LLC' });
    await decide('approve', number);

    const shop = await vendorOf(olena);
    expect(shop).toMatchObject({ status: 'approved', legalName: 'Coins Ltd', payoutLast4: '3000' });
    expect(shop.approvedAt).toBe(world.now().toISOString());
    expect(openAccount(world, shop.id, shop.payout ?? '')).toEqual({
      ...{ iban: 'DE89370400440532013000', accountHolder: 'Fine Coins LLC' },
    });
    expect((await approvedVendors(world)).byId.has(shop.id)).toBe(true);
    expect((await noticesOf(olena)).map(({ data }) => data).join()).toContain('/sell/products/new');
    expect((await apply(olena)).body.details).toEqual({ code: 'AlreadyVendor' });
    await world.data.update(Vendors, shop.id, { status: 'suspended' });
    expect((await apply(olena)).body.details).toEqual({ code: 'AlreadyVendor' });
  });

  it('refuses a rejected seller for seven days, and then updates the same shop', async () => {
    const olena = await person();
    const number: string = (await apply(olena, { name: 'Second Try' })).body.procedure.procedureNumber;
    await decide('reject', number, { reason: 'No register entry' });
    const before = await vendorOf(olena);
    const retryAt = new Date(world.now().getTime() + 7 * DAY_MS).toISOString();

    expect(before).toMatchObject({ status: 'rejected', statusReason: 'No register entry' });
    expect((await apply(olena)).body.details).toEqual({ code: 'TooEarly', retryAt });
    const notices = (await noticesOf(olena)).map(({ message }) => message).join('\n');
    expect(notices).toContain('No register entry');
    expect(notices).toMatch(/again from \d+ \w+ \d{4}/);

    await world.data.update(VerificationProcedures, number, {
      decidedAt: new Date(world.now().getTime() - 7 * DAY_MS).toISOString(),
    });
    expect((await apply(olena, { name: 'Third Name' })).status).toBe(201);
    const after = await vendorOf(olena);
    expect(after).toMatchObject({ id: before.id, name: 'Third Name', slug: 'second-try', status: 'applied' });
    expect(after.statusReason).toBeNull();
  });

  it('rejects the shop when the applicant withdraws or does not answer, and a new attempt is possible at once', async () => {
    const [olena, petro] = [await person(), await person()];
    const withdrawn: string = (await apply(olena, { name: 'Gone' })).body.procedure.procedureNumber;
    const silent: string = (await apply(petro, { name: 'Silent' })).body.procedure.procedureNumber;
    await decide('request-info', silent, { message: 'Where?' });
    await world.data.update(VerificationProcedures, silent, { infoDueAt: new Date(0).toISOString() });

    expect((await call(withdraw, { as: olena, params: { procedureNumber: withdrawn } })).status).toBe(200);
    await expireQuestions(world);

    for (const one of [olena, petro]) {
      expect((await vendorOf(one)).status).toBe('rejected');
      expect((await apply(one)).status).toBe(201);
    }
  });

  it('is refused to the owner of the shop', async () => {
    const boris = await asUser(world, { role: 'admin' });
    const number: string = (await apply(boris, { name: 'Own Case' })).body.procedure.procedureNumber;

    const { status, body } = await call(review, {
      ...{ as: boris, params: { procedureNumber: number, action: 'approve' }, body: {} },
    });

    expect([status, body.details]).toEqual([403, { code: 'OwnProcedure' }]);
  });
});
