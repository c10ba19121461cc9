import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { POST as confirm } from '#app/api/admin/vendors/[id]/payout-account/confirm/route.ts';
import { POST as refuse } from '#app/api/admin/vendors/[id]/payout-account/refuse/route.ts';
import { GET as readAccount } from '#app/api/admin/vendors/[id]/payout-account/route.ts';
import * as account from '#app/api/vendor/payout-account/route.ts';
import * as profile from '#app/api/vendor/profile/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { SESSION_COOKIE } from '#lib/auth/cookies.ts';
import { signSession } from '#lib/auth/session-token.ts';
import { newSessionSecret, openSession } from '#lib/auth/sessions.ts';
import type { UserContext } from '#lib/context/context.ts';
import type { PlatformMail } from '#lib/context/ports/mail.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { Outbox } from '#lib/data/outbox.ts';
import { Vendors } from '#lib/store/collections.ts';
import { openAccount } from '#lib/store/vendors/payout-seal.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { everyRow } from '#tests/support/world.ts';

type Person = TestContext & UserContext;

const given = { iban: 'UA21 3223 1300 0002 6007 2335 6600 1', accountHolder: 'Olena Koval' };
const IBAN = 'UA213223130000026007233566001';
let mails: PlatformMail[] = [];
let world: TestContext;
let admin: Person;
beforeAll(async () => {
  const mailer = {
    send: async (mail: PlatformMail) => {
      mails.push(mail);
      return { state: 'sent', messageId: mail.key } as const;
    },
  };
  world = await testContext({ mailer, vars: { ADMIN_STEP_UP: 'on' } });
  installRuntime(world);
  admin = await asUser(world, { role: 'admin' });
});
beforeEach(() => {
  mails = [];
});

let made = 0;
async function seller(status: 'applied' | 'approved' | 'rejected' | 'suspended' = 'approved') {
  const owner = await asUser(world, { name: 'Olena' });
  made += 1;
  const shop = { name: `Shop ${made}`, country: 'UA', contactEmail: `shop${made}@seller.test`, status };
  const id = await createVendor(world, { ...shop, ownerId: owner.user.id });
  const rowOf = async () => (await world.data.need(Vendors, id)).data;
  return { owner, id, slug: `shop-${made}`, rowOf };
}
const stepped = async ({ user, ...ctx }: Person): Promise<Readonly<Record<string, string>>> => {
  const opening = { userId: user.id, epoch: 0, secret: newSessionSecret(), now: ctx.now(), stepUp: true };
  const { sid } = await ctx.data.tx(async (t) => openSession(t, { ...ctx, user }, opening));
  return { cookie: `${SESSION_COOKIE}=${await signSession(ctx.keys.session, sid, ctx.now())}` };
};
const change = (as: Person, body: object) => call(profile.PATCH, { as, body, method: 'PATCH' });
const ask = async (as: Person, body: object = given) => call(account.POST, { headers: await stepped(as), body });
const take = (as: Person) => call(account.DELETE, { as, method: 'DELETE' });
const decide = async (route: typeof confirm, id: string, body: object, as = admin) =>
  call(route, { params: { id }, body, headers: await stepped(as) });
const auditOf = async (id: string) =>
  (await everyRow(world.data, AuditLog)).map(({ data }) => data).filter(({ targetId }) => targetId === id);

describe('/api/vendor/profile', () => {
  it('shows the own shop and changes it, with one audit row that holds no words', async () => {
    const { owner, id, rowOf } = await seller();

    const shown = (await call(profile.GET, { as: owner })).body.vendor;
    expect(shown).toMatchObject({ id, status: 'approved', commissionBps: 1_000, payout: { last4: null } });
    const words = { about: 'We bind books', deliveryNote: 'In two days', returnsNote: 'Within 14 days' };
    const { status, body } = await change(owner, { ...words, phone: '+380441234567', arrangeAllowed: false });

    expect([status, body.vendor]).toEqual([200, expect.objectContaining({ ...words, version: shown.version + 1 })]);
    expect(await rowOf()).toMatchObject({ ...words, phone: '+380441234567', arrangeAllowed: false });
    const [row, ...more] = await auditOf(id);
    expect([row?.action, more]).toEqual(['vendor.profile-changed', []]);
    expect(JSON.stringify(row)).not.toContain('bind books');
    expect((await change(owner, words)).body.vendor.version).toBe(shown.version + 1);
  });

  it('keeps a former address for the shop, and refuses that of another one', async () => {
    const [one, other] = [await seller(), await seller()];

    expect((await change(one.owner, { slug: 'paper-and-ink' })).status).toBe(200);
    for (const slug of [one.slug, 'paper-and-ink'])
      expect((await change(other.owner, { slug })).body.details).toEqual({ code: 'SlugTaken', slug });
    expect((await change(one.owner, { slug: one.slug })).body.vendor.slug).toBe(one.slug);
  });

  it('lets one of two changes of the same version win', async () => {
    const { owner, rowOf } = await seller();
    const { version } = await rowOf();

    const both = await Promise.all([change(owner, { about: 'A', version }), change(owner, { about: 'B', version })]);

    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
    const stale = both.find(({ status }) => status === 409);
    expect(stale?.body.details).toEqual({ code: 'StaleVersion', version: String(version + 1) });
  });

  it.each([
    ['a short name', { name: 'x' }, 'name'],
    ['a long description', { about: 'x'.repeat(4_001) }, 'about'],
    ['a wrong email', { contactEmail: 'x' }, 'contactEmail'],
    ['a wrong address', { slug: 'A b' }, 'slug'],
    ['the legal name', { legalName: 'Other LLC' }, 'body'],
  ])('refuses %s', async (_, body, field) => {
    const { status, body: answer } = await change((await seller()).owner, body);

    expect([status, Object.keys(answer.details ?? {})]).toEqual([400, [field]]);
  });

  it('is for approved sellers; a suspended one reads only, and anybody else gets nothing, before the body is read', async () => {
    const refused = { code: 'VendorNotApproved' };
    const suspended = (await seller('suspended')).owner;
    expect((await call(profile.GET, { as: suspended })).status).toBe(200);
    expect((await change(suspended, { nonsense: 1 })).body.details).toEqual(refused);
    for (const as of [(await seller('applied')).owner, (await seller('rejected')).owner, await asUser(world)]) {
      expect((await call(profile.GET, { as })).body.details).toEqual(refused);
      expect((await change(as, { nonsense: 1 })).body.details).toEqual(refused);
    }
    expect((await call(profile.GET)).status).toBe(401);
  });
});

describe('/api/vendor/payout-account', () => {
  it('waits for an administrator, is announced to both addresses, and is stored encrypted', async () => {
    const { owner, id, rowOf } = await seller();

    const { status, body } = await ask(owner);

    expect([status, body]).toEqual([202, { pending: { last4: '6001', askedAt: world.now().toISOString() } }]);
    const row = await rowOf();
    expect([row.payout, row.payoutPending?.last4]).toEqual([null, '6001']);
    expect(openAccount(world, id, row.payoutPending?.sealed ?? '').iban).toBe(IBAN);
    await world.drain();
    expect(mails.map(({ to }) => to).filter((to) => to === owner.user.email || to === row.contactEmail)).toHaveLength(
      2,
    );
    const seen = JSON.stringify([
      await everyRow(world.data, AuditLog),
      await everyRow(world.data, Outbox),
      mails,
      body,
    ]);
    expect(seen + JSON.stringify(world.lines)).not.toContain(IBAN.slice(4));
    expect((await call(profile.GET, { as: owner })).body.vendor.payout).toEqual({ last4: null, pendingLast4: '6001' });
  });

  it('needs a fresh code, a possible number and a shop that sells or is suspended', async () => {
    const { owner } = await seller();
    expect((await call(account.POST, { as: owner, body: given })).body.details).toEqual({ code: 'StepUpRequired' });
    expect((await ask(owner, { ...given, iban: 'UA00' })).body.details).toHaveProperty('iban');
    expect((await ask(owner, { iban: given.iban })).body.details).toHaveProperty('accountHolder');
    expect((await ask((await seller('suspended')).owner)).status).toBe(202);
    for (const as of [(await seller('applied')).owner, (await seller('rejected')).owner, await asUser(world)])
      expect((await ask(as)).body.details).toEqual({ code: 'VendorNotApproved' });
    expect((await call(account.POST, { body: given })).status).toBe(401);
    installRuntime({ ...world, keys: { ...world.keys, settings: [] } });
    expect((await ask(owner)).body.details).toEqual({ code: 'NoEncryptionKey' });
    installRuntime(world);
  });

  it('is refused for the sixth change of a day', async () => {
    const { owner } = await seller();
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await ask(owner)).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });

  it('is withdrawn by its owner, once', async () => {
    const { owner, rowOf } = await seller();
    await ask(owner);

    expect((await take(owner)).body).toEqual({ withdrawn: true });
    expect((await rowOf()).payoutPending).toBeNull();
    expect((await take(owner)).body.details).toEqual({ code: 'NothingPending' });
  });
});

describe('/api/admin/vendors/{id}/payout-account', () => {
  it('is confirmed once for the version that the administrator saw, and then paid to', async () => {
    const { owner, id, rowOf } = await seller();
    await ask(owner);
    const { version } = await rowOf();
    await ask(owner, { ...given, iban: 'DE89 3704 0044 0532 0130 00' });

    expect((await decide(confirm, id, { version })).body.details).toEqual({
      ...{ code: 'StaleVersion', version: String(version + 1) },
    });
    const both = await Promise.all([0, 1].map(() => decide(confirm, id, { version: version + 1 })));
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
    const row = await rowOf();
    expect(row).toMatchObject({
      payoutLast4: '3000',
      payoutPending: null,
      payoutConfirmedAt: world.now().toISOString(),
    });
    expect(openAccount(world, id, row.payout ?? '').iban).toBe('DE89370400440532013000');
    expect((await decide(confirm, id, { version: row.version })).body.details).toEqual({ code: 'NothingPending' });
  });

  it('is refused with a reason, and the confirmed account stays', async () => {
    const { owner, id, rowOf } = await seller();
    await ask(owner);
    await decide(confirm, id, { version: (await rowOf()).version });
    await ask(owner, { ...given, iban: 'DE89 3704 0044 0532 0130 00' });
    const { version } = await rowOf();

    expect((await decide(refuse, id, { version })).status).toBe(400);
    const { status, body } = await decide(refuse, id, { version, reason: 'Another holder' });

    expect([status, body.vendor.payoutPending, body.vendor.payoutLast4]).toEqual([200, null, '6001']);
  });

  it('is read in full by administrators with a fresh code, each time on record, and by nobody else', async () => {
    const { owner, id, rowOf } = await seller();
    await ask(owner);
    await decide(confirm, id, { version: (await rowOf()).version });
    const read = async (as: Person) => call(readAccount, { params: { id }, headers: await stepped(as) });

    const { body, headers } = await read(admin);
    await read(admin);

    expect(body).toEqual({
      ...{ iban: IBAN, accountHolder: 'Olena Koval', confirmedAt: world.now().toISOString(), pending: null },
    });
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect((await auditOf(id)).filter(({ action }) => action === 'vendor.payout-read')).toHaveLength(2);
    expect((await call(readAccount, { as: admin, params: { id } })).body.details).toEqual({ code: 'StepUpRequired' });
    expect((await read(owner)).status).toBe(403);
    expect((await call(readAccount, { params: { id } })).status).toBe(401);
    expect((await call(readAccount, { params: { id: 'vnd_none' }, headers: await stepped(admin) })).status).toBe(404);
  });

  it('is never decided or read by the owner of the shop', async () => {
    const boris = await asUser(world, { role: 'admin' });
    const shop = { name: 'Own Shop', country: 'UA', contactEmail: 'own@seller.test', ownerId: boris.user.id };
    const id = await createVendor(world, shop);
    const again = { ...boris, user: { ...boris.user, vendorId: id } };
    await ask(again);
    const { version } = (await world.data.need(Vendors, id)).data;

    expect((await decide(confirm, id, { version }, again)).body.details).toEqual({ code: 'OwnVendor' });
    const read = await call(readAccount, { params: { id }, headers: await stepped(again) });
    expect(read.body.details).toEqual({ code: 'OwnVendor' });
  });
});
