import { describe, expect, it } from 'vitest';
import { GET as download } from '#app/api/account/export/route.ts';
import { DELETE as remove } from '#app/api/account/route.ts';
import { appealBlock, upholdBlock } from '#lib/admin/moderation/appeals.ts';
import { blockEntity } from '#lib/admin/moderation/moderation.ts';
import { report } from '#lib/admin/moderation/reports.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { auditRowsOf } from '#lib/audit/queries.ts';
import { SESSION_COOKIE } from '#lib/auth/cookies.ts';
import { signSession } from '#lib/auth/session-token.ts';
import { newSessionSecret, openSession } from '#lib/auth/sessions.ts';
import { readSuperadmins } from '#lib/auth/superadmins.ts';
import { getUser } from '#lib/auth/users.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { Settlements } from '#lib/payments/collections.ts';
import { grantCredit } from '#lib/payments/credit/credit.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { settlementsOfVendor } from '#lib/payments/queries.ts';
import { addWish } from '#lib/store/wishlist/wishlists.ts';
import { putAddress } from '#tests/support/addresses.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { putConversation, putMessage, testConversation } from '#tests/support/conversations.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { openWorld } from '#tests/support/signing-in.ts';
import { asSuperadmin } from '#tests/support/staff.ts';
import { putProcedure } from '#tests/support/verification.ts';
import { everyRow } from '#tests/support/world.ts';

/** Returns the cookie of a session that has just entered a code. */
async function steppedUp(person: UserContext): Promise<string> {
  const opening = { userId: person.user.id, epoch: 0, secret: newSessionSecret(), now: person.now(), stepUp: true };
  const { sid } = await person.data.tx(async (t) => openSession(t, person, opening));
  return `${SESSION_COOKIE}=${await signSession(person.keys.session, sid, person.now())}`;
}
const drop = async (person: UserContext, confirmEmail: unknown = person.user.email, cookie?: string) =>
  call(remove, { method: 'DELETE', body: { confirmEmail }, headers: { cookie: cookie ?? (await steppedUp(person)) } });

/** Creates a user with an order, a payment, credit, messages, a report and an application. */
async function livelyPerson() {
  const { ctx, world } = await shopper();
  const other = await asUser(world, { name: 'Somebody Else' });
  await payByCredit(ctx, (await placeOrder(ctx)).id);
  const conversation = testConversation([ctx.user.id, other.user.id], world.now());
  await putConversation(world, conversation);
  const theirs = await putMessage(world, conversation.id, { senderId: other.user.id, content: 'Not my words' });
  await putMessage(world, conversation.id, { senderId: ctx.user.id, content: 'My own words' });
  await report(ctx, { entityId: theirs, reasonCode: 'spam', comment: 'My comment' });
  await putProcedure(ctx);
  await putAddress(ctx);
  await putAddress(other, { city: 'Somebody Else' });
  await addWish(ctx, 'mug');
  return { world, ctx };
}

async function shopper() {
  const ctx = await payingShopper({ creditMinor: 1_000_000 });
  installRuntime(ctx);
  return { ctx, world: ctx as TestContext };
}

describe('GET /api/account/export', () => {
  it('downloads everything of the account, and nothing that others wrote', async () => {
    const { world, ctx } = await livelyPerson();

    const { status, headers, body, text } = await call(download, { as: ctx });

    const document = body as unknown as Record<string, unknown[]>;
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe('attachment; filename="plaza-account-2026-03-02.json"');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(Object.keys(document).sort()).toEqual(
      [
        'addresses',
        'appeals',
        'exportedAt',
        'messages',
        'orders',
        'payments',
        'preferences',
        'procedures',
        'profile',
        'reports',
      ].concat(['sessions', 'walletEntries', 'watches', 'wishlist']),
    );
    expect(document).toMatchObject({
      profile: { id: ctx.user.id, email: ctx.user.email },
      orders: [{ status: 'paid', lines: [{ vendor: { name: `Vendor ${TEST_VENDOR_ID}` } }] }],
      payments: [{ purpose: 'store_order' }],
      messages: [{ content: 'My own words', card: null }],
      reports: [{ comment: 'My comment' }],
      addresses: [{ city: 'Lviv', label: 'Home' }],
      wishlist: [{ id: 'mug' }],
      watches: [],
      procedures: [{ kind: 'identity', evidence: expect.any(Array) }],
    });
    expect(document.walletEntries).toHaveLength(2);
    expect(text).not.toMatch(/Not my words|Somebody Else|sessionEpoch|emailKey|storageKey|sha256/);
    const rows = (await world.data.find(auditRowsOf(ctx.user.id, 10))).rows.map(({ data }) => data.action);
    expect(rows).toContain('account.exported');
  });

  it('streams every message of a long conversation once', async () => {
    const { world, ctx } = await livelyPerson();
    const conversation = testConversation([ctx.user.id], world.now());
    await putConversation(world, conversation);
    for (let n = 0; n < 450; n++)
      await putMessage(world, conversation.id, { senderId: ctx.user.id, content: `Nr ${n}` });

    const { body } = await call(download, { as: ctx });

    const messages = (body as unknown as { messages: { content: string }[] }).messages.map(({ content }) => content);
    expect(messages.filter((content) => content.startsWith('Nr '))).toHaveLength(450);
    expect(new Set(messages).size).toBe(messages.length);
  });

  it('holds what the person wrote on cards, and no vote or answer of others', async () => {
    const { world, ctx } = await livelyPerson();
    const other = await asUser(world);
    const conversation = testConversation([ctx.user.id, other.user.id], world.now());
    await putConversation(world, conversation);
    const options = [
      { id: 'a', text: 'Monday' },
      { id: 'b', text: 'Friday' },
    ];
    const [poll, task] = [
      { question: 'Which day?', options, votes: { a: [other.user.id] }, closed: false },
      { title: 'Wash the mugs', status: 'done' },
    ];
    await putMessage(world, conversation.id, { senderId: ctx.user.id, type: 'poll', content: '', metadata: poll });
    await putMessage(world, conversation.id, { senderId: ctx.user.id, type: 'task', content: '', metadata: task });
    await putMessage(world, conversation.id, { senderId: other.user.id, type: 'task', content: '', metadata: task });

    const { body, text } = await call(download, { as: ctx });

    const { messages } = body as unknown as { messages: { card: unknown }[] };
    expect(messages.flatMap(({ card }) => card ?? [])).toEqual([
      { question: 'Which day?', options },
      { title: 'Wash the mugs' },
    ]);
    expect(text).not.toContain(other.user.id);
  });

  it('holds the appeals with their answers, and not who answered', async () => {
    const { world, ctx } = await livelyPerson();
    const admin = await asUser(world, { role: 'admin' });
    const entityId = ctx.user.id;
    await blockEntity(admin, { entityId, reason: 'Against the rules' });
    await appealBlock(ctx, { entityId, text: 'My appeal' });
    await upholdBlock(admin, { entityId, reason: 'It was' });

    const { body, text } = await call(download, { as: ctx });

    expect((body as unknown as { appeals: unknown }).appeals).toEqual([
      {
        ...{ entityType: 'profile', entityId, state: 'upheld', text: 'My appeal', answer: 'It was' },
        ...{ at: world.now().toISOString(), decidedAt: world.now().toISOString() },
      },
    ]);
    expect(text).not.toContain(admin.user.id);
  });

  it('reads the messages of all 450 conversations', async () => {
    const { world, ctx } = await livelyPerson();
    for (let n = 0; n < 450; n++) {
      const conversation = testConversation([ctx.user.id], world.now());
      await putConversation(world, conversation);
      await putMessage(world, conversation.id, { senderId: ctx.user.id, content: `Talk ${n}` });
    }

    const { body } = await call(download, { as: ctx });

    const { messages } = body as unknown as { messages: { content: string }[] };
    expect(messages.filter(({ content }) => content.startsWith('Talk '))).toHaveLength(450);
  });

  it('is open to a restricted account, closed to guests, and limited', async () => {
    const world = await openWorld();
    const restricted = await asUser(world, { status: 'restricted' });

    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await call(download, { as: restricted })).status);

    expect((await call(download)).status).toBe(401);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    expect(await everyRow(world.data, AuditLog)).toHaveLength(10);
  });
});

describe('DELETE /api/account', () => {
  it('deletes the account, ends its sessions and clears the cookie, whatever the case of the address', async () => {
    const world = await openWorld();
    const person = await asUser(world, { email: 'Anna@plaza.test', emailKey: 'anna@plaza.test' });
    const cookie = await steppedUp(person);

    const reply = await drop(person, ' ANNA@plaza.test', cookie);
    const again = await drop(person, 'anna@plaza.test', cookie);

    expect([reply.status, reply.body]).toEqual([200, { deleted: true, purgeBy: '2026-03-03T10:00:00.000Z' }]);
    expect(reply.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(again.status).toBe(401);
    expect(await getUser(world.data, person.user.id)).toMatchObject({ status: 'deleted', email: '' });
    const rows = (await world.data.find(auditRowsOf(person.user.id, 10))).rows;
    expect(rows.map(({ data }) => [data.action, data.actorId, data.result])).toEqual([
      ['user.deleted', person.user.id, 'ok'],
    ]);
  });

  it('refuses another address, an unknown key and a guest, and changes nothing', async () => {
    const world = await openWorld();
    const person = await asUser(world);
    const cookie = await steppedUp(person);

    const wrong = await drop(person, 'another@plaza.test', cookie);
    const odd = await call(remove, {
      method: 'DELETE',
      body: { confirmEmail: person.user.email, force: true },
      headers: { cookie },
    });
    const guest = await call(remove, { method: 'DELETE', body: { confirmEmail: person.user.email } });

    expect([wrong.status, wrong.body.details?.confirmEmail]).toEqual([400, 'is not the address of this account']);
    expect([odd.status, guest.status]).toEqual([400, 401]);
    expect((await getUser(world.data, person.user.id)).status).toBe('active');
  });

  it('always needs a fresh step-up', async () => {
    const world = await openWorld();
    const person = await asUser(world);

    const reply = await call(remove, { as: person, method: 'DELETE', body: { confirmEmail: 'another@plaza.test' } });

    expect([reply.status, reply.body.details?.code]).toEqual([403, 'StepUpRequired']);
    // Anyone may ask as often as they like, so a refusal leaves no row in the audit, which is kept for ever.
    expect((await world.data.find(auditRowsOf(person.user.id, 10))).rows).toEqual([]);
  });

  it('keeps an account with credit, and names what is left', async () => {
    const world = await openWorld();
    const person = await asUser(world);
    await grantCredit(world, person.user.id, 700, 'demo');

    const reply = await drop(person);

    expect([reply.status, reply.body.details]).toEqual([
      409,
      expect.objectContaining({ code: 'AccountInUse', balanceMinor: '700', parts: '0', settlements: '0' }),
    ]);
  });

  it('keeps the owner of a shop with open parts and unpaid sales, and lets a buyer with an open order go', async () => {
    const { ctx: buyer, world } = await shopper();
    await payByCredit(buyer, (await placeOrder(buyer)).id);
    const owner = await asUser(world, { vendorId: TEST_VENDOR_ID });
    const other = await asUser(world);
    await placeOrder({ ...world, via: 'session', user: other.user } as typeof buyer);

    const [kept, gone] = [await drop(owner), await drop(other)];

    expect([kept.status, kept.body.details]).toEqual([
      409,
      expect.objectContaining({ code: 'AccountInUse', parts: '1', settlements: '1' }),
    ]);
    expect(gone.status).toBe(200);
  });

  it('lets the owner of a shop go whose sales were all returned', async () => {
    const { ctx: buyer, world } = await shopper();
    const order = await placeOrder(buyer);
    await payByCredit(buyer, order.id);
    const owner = await asUser(world, { vendorId: TEST_VENDOR_ID });
    const [sale] = (await world.data.find(settlementsOfVendor({ vendorId: TEST_VENDOR_ID }, 10))).rows;
    expect(sale?.data.state).toBe('accrued');
    await world.data.update(Settlements, sale?.id ?? '', { state: 'reversed' });

    expect((await drop(owner)).status).toBe(200);
  });

  it('S36 keeps the last superadmin, and one of two who leave at the same time', async () => {
    const world = await openWorld();
    const [first, second] = [await asSuperadmin(world), await asSuperadmin(world)];

    const replies = await Promise.all([drop(first), drop(second)]);

    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(await readSuperadmins(world.data)).toHaveLength(1);
  });
});
