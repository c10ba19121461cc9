import { describe, expect, it } from 'vitest';
import {
  ModerationCases,
  ModerationReports,
  UserPurges,
  VerificationEvents,
  VerificationOpen,
  VerificationProcedures,
} from '#lib/admin/collections.ts';
import { appealBlock } from '#lib/admin/moderation/appeals.ts';
import { blockEntity } from '#lib/admin/moderation/moderation.ts';
import { report } from '#lib/admin/moderation/reports.ts';
import { ConsolePreferencesRows } from '#lib/admin/preferences/collections.ts';
import { saveView } from '#lib/admin/preferences/console-preferences.ts';
import { reviewProcedure } from '#lib/admin/verification/review.ts';
import { Users } from '#lib/auth/collections.ts';
import { browserNameOf } from '#lib/auth/login-secrets.ts';
import { sessionsOf } from '#lib/auth/queries.ts';
import { newSessionSecret, openSession } from '#lib/auth/sessions.ts';
import { startLogin } from '#lib/auth/start-login.ts';
import { updateProfile } from '#lib/auth/users.ts';
import type { UserContext } from '#lib/context/context.ts';
import { DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import type { Store } from '#lib/data/store.ts';
import { mentionsIn } from '#lib/messaging/messages/mentions.ts';
import { notifyMembers } from '#lib/messaging/messages/notify-members.ts';
import { NotificationCounts, Notifications } from '#lib/notifications/collections.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import { CreditAccounts } from '#lib/payments/collections.ts';
import { grantCredit } from '#lib/payments/credit/credit.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { holdCart } from '#lib/store/cart/cart-holds.ts';
import { saveCart } from '#lib/store/cart/carts.ts';
import { checkOut } from '#lib/store/checkout/checkout.ts';
import { Carts, Orders, StockLevels, Vendors } from '#lib/store/collections.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { watchStock } from '#lib/store/watches/stock-watches.ts';
import { addWish } from '#lib/store/wishlist/wishlists.ts';
import type { Tunnel } from '#lib/tunnel/tunnel.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { putConversation, putMessage, testConversation } from '#tests/support/conversations.ts';
import { dump } from '#tests/support/dump.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { stockShop } from '#tests/support/shop.ts';
import { putProcedure } from '#tests/support/verification.ts';
import { everyRow } from '#tests/support/world.ts';
import { deleteUser } from './delete-user.ts';
import { purgeUser } from './purge-user.ts';

const signIn = (owner: UserContext) => {
  const opening = { userId: owner.user.id, epoch: 0, secret: newSessionSecret(), now: owner.now() };
  return owner.data.tx(async (t) => openSession(t, owner, opening));
};

/** Creates a user with everything an account can have, and an administrator to delete it. */
async function livelyAccount(world: TestContext) {
  await stockShop(world, { mug: 5, vase: 0 });
  const owner = await asUser(world, { email: 'Marker-Mail@plaza.test', emailKey: 'marker-mail@plaza.test' });
  await updateProfile(owner, { name: 'Marker Name', bio: 'Marker Bio', handle: 'marker_handle' });
  await startLogin(world, { email: 'marker-mail@plaza.test', purpose: 'sign-in' }, browserNameOf(null));
  await world.drain();
  await signIn(owner);
  await signIn(owner);
  await saveCart(owner, [{ id: 'mug', qty: 2 }]);
  await holdCart(owner);
  await addWish(owner, 'mug');
  await watchStock(owner, 'vase');
  return { owner, admin: await asUser(world, { role: 'admin' }) };
}

/** Places an order with marker texts in every text field. */
async function placeMarked(owner: UserContext): Promise<string> {
  const contact = { name: 'Marker Contact', email: 'contact-marker@plaza.test', phone: 'Marker Phone' };
  const place = { country: 'Marker Land', city: 'Marker City', address: 'Marker Street', postalCode: 'Marker 1' };
  const delivery = { method: 'courier', ...place, comment: 'Marker Bell' } as const;
  const input = { items: [{ id: 'mug', qty: 1 }], contact, delivery, note: 'Marker Note' };
  const placed = await checkOut(owner, { input, key: 'a-key', referralCode: undefined });
  if (placed.kind === 'refusal') throw placed.error;
  return placed.body.order.id;
}

const markers = ['marker-mail', 'marker name', 'marker bio', 'marker_handle'];

describe('purgeUser', () => {
  it('removes how the person had arranged the console', async () => {
    const world = await testContext();
    const { owner, admin } = await livelyAccount(world);
    await saveView(owner, { page: '/admin/orders', name: 'Marker', query: '' });
    await deleteUser(admin, owner.user.id);

    await purgeUser(world, { userId: owner.user.id });

    expect(await everyRow(world.data, ConsolePreferencesRows)).toEqual([]);
  });

  it('deletes the remaining rows of the account and counts them per collection', async () => {
    const world = await testContext();
    const { owner, admin } = await livelyAccount(world);
    await deleteUser(admin, owner.user.id);

    await purgeUser(world, { userId: owner.user.id });

    const level = await world.data.need(StockLevels, 'mug');
    expect(await world.data.get(Users, owner.user.id)).toBeUndefined();
    expect(await world.data.get(Carts, owner.user.id)).toBeUndefined();
    expect((await world.data.find(sessionsOf(owner.user.id))).rows).toEqual([]);
    expect(level.data).toMatchObject({ onHand: 5, held: 0 });
    expect((await world.data.need(UserPurges, owner.user.id)).data).toEqual({
      startedAt: world.now().toISOString(),
      finishedAt: world.now().toISOString(),
      counts: {
        sessions: 2,
        push_registrations: 0,
        carts: 1,
        user_addresses: 0,
        wishlists: 1,
        stock_watches: 1,
        idempotency: 0,
        stock_holds: 1,
        agent_chats: 0,
        review_pictures: 0,
        review_votes: 0,
        reviews: 0,
        conversation_members: 0,
        user_blocks: 0,
        notifications: 0,
        notifications_of_others: 0,
        notification_counts: 0,
        notification_deferred: 0,
        notification_preferences: 0,
        console_preferences: 0,
        users: 1,
        moderation_cases: 0,
        moderation_reports: 0,
        orders: 0,
        verification_procedures: 0,
        outbox: 0,
      },
    });
  });

  it('S37 leaves no text that the user entered in any table', async () => {
    const world = await testContext();
    const { owner, admin } = await livelyAccount(world);
    const before = dump(world);

    await deleteUser(admin, owner.user.id);
    await world.drain();

    const after = dump(world);
    expect(markers.filter((marker) => before.includes(marker))).toEqual(markers);
    expect(markers.filter((marker) => after.includes(marker))).toEqual([]);
  });

  it('S37 keeps the buyer’s data of a paid order in the order row only', async () => {
    const world = await testContext({ vars: { PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'UAH' } });
    const { owner, admin } = await livelyAccount(world);
    await grantCredit(world, owner.user.id, 1_000_000, 'demo');
    await payByCredit(owner, await placeMarked(owner));
    const before = dump(world, 'c_orders');

    await deleteUser(admin, owner.user.id);
    await world.drain();

    expect(before).toContain('marker contact');
    expect(dump(world, 'c_orders')).not.toContain('marker');
    expect(dump(world)).toContain('marker contact');
  });

  it('S37 blanks the buyer’s data of an unpaid order and keeps the order', async () => {
    const world = await testContext();
    const { owner, admin } = await livelyAccount(world);
    const id = await placeMarked(owner);
    const { data: before } = await world.data.need(Orders, id);

    await deleteUser(admin, owner.user.id);
    await world.drain();

    const { data: after } = await world.data.need(Orders, id);
    expect(dump(world)).not.toContain('marker');
    expect(after.contact).toEqual({ name: '', email: '', phone: '' });
    expect(after).toMatchObject({ number: before.number, lines: before.lines, delivery: { method: 'courier' } });
  });

  it('S37 keeps moderation cases and reports, and removes the texts by and about the user from them', async () => {
    const world = await testContext();
    const { owner, admin } = await livelyAccount(world);
    const reporter = await asUser(world);
    const conversation = testConversation([owner.user.id, reporter.user.id], world.now());
    await putConversation(world, conversation);
    const mine = await putMessage(world, conversation.id, { senderId: owner.user.id, content: 'Marker Message' });
    const theirs = await putMessage(world, conversation.id, { senderId: reporter.user.id });
    await report(reporter, { entityId: owner.user.id, reasonCode: 'scam', comment: 'They are false' });
    await report(reporter, { entityId: mine, reasonCode: 'spam' });
    await report(owner, { entityId: theirs, reasonCode: 'spam', comment: 'Marker Comment' });
    await blockEntity(admin, { entityId: owner.user.id, reason: 'Pesters people' });
    await appealBlock(owner, { entityId: owner.user.id, text: 'Marker Appeal' });
    const words = [...markers, 'marker message', 'marker comment', 'marker appeal', 'they are false'];
    const kept = ['c_messages', 'c_conversations'];
    const before = dump(world, ...kept);

    await deleteUser(admin, owner.user.id);
    await world.drain();

    const cases = await everyRow(world.data, ModerationCases);
    expect(words.filter((word) => before.includes(word))).toEqual(words);
    expect(words.filter((word) => dump(world, ...kept).includes(word))).toEqual([]);
    expect(cases.map(({ data }) => `${data.status} ${data.reportCount}`).toSorted()).toEqual([
      'blocked 1',
      'open 1',
      'open 1',
    ]);
    expect((await world.data.need(UserPurges, owner.user.id)).data.counts).toMatchObject({
      moderation_cases: 2,
      moderation_reports: 2,
    });
  });

  it('S37 removes the name from other users’ notifications about messages and calls', async () => {
    const world = await testContext();
    const { owner, admin } = await livelyAccount(world);
    const [other, third] = [await asUser(world, { locale: 'uk' }), await asUser(world, { name: 'Third Person' })];
    const talk = async (...people: UserContext[]) => {
      const row = testConversation(
        people.map(({ user }) => user.id),
        world.now(),
      );
      await putConversation(world, row);
      return row.id;
    };
    const post = async (who: UserContext, conversationId: string, content: string) => {
      const messageId = await putMessage(world, conversationId, {
        ...{ senderId: who.user.id, content, mentions: mentionsIn(content, [owner.user.id]) },
      });
      await notifyMembers(world, { conversationId, messageId });
    };
    await post(owner, await talk(owner, other), 'Hello');
    const group = await talk(other, third, owner);
    await post(third, group, `Ask <@${owner.user.id}>`);
    await createNotification(world, other.user.id, {
      ...{ type: 'MESSAGE', template: 'call.incoming', params: { caller: 'Marker Name' }, people: [owner.user.id] },
      ...{ source: 'call', key: 'cll_1' },
    });
    const told = async () =>
      (await everyRow(world.data, Notifications)).filter(({ data }) => data.userId === other.user.id);
    const before = JSON.stringify(await told());

    await deleteUser(admin, owner.user.id);
    await world.drain();

    expect(before.split('Marker Name')).toHaveLength(7);
    expect(dump(world)).not.toContain('marker name');
    expect((await told()).map(({ data }) => `${data.title}: ${data.message}`).sort()).toEqual(
      [
        'Third Person: 1 нове повідомлення',
        'Видалений користувач: 1 нове повідомлення',
        'Дзвонить Видалений користувач: Відкрийте розмову, щоб відповісти.',
      ].sort(),
    );
  });

  it('S37 cancels the user’s open applications, and deletes their answers and documents', async () => {
    const files = openMemoryFiles();
    const world = await testContext({ files });
    const { owner, admin } = await livelyAccount(world);
    const closed = await putProcedure(owner);
    await reviewProcedure(admin, closed, 'request-info', { message: 'Which is your name?' });
    await reviewProcedure(admin, closed, 'reject', { reason: 'Not readable' });
    world.clock.advance(8 * DAY_MS);
    const open = await putProcedure(owner);
    await deleteUser(admin, owner.user.id);

    await purgeUser(world, { userId: owner.user.id });
    await purgeUser(world, { userId: owner.user.id });

    const rows = await world.data.getMany(VerificationProcedures, [closed, open]);
    expect(rows.map((row) => [row?.data.status, row?.data.reason])).toEqual([
      ['rejected', null],
      ['cancelled', null],
    ]);
    const events = await everyRow(world.data, VerificationEvents);
    expect(new Set(events.map(({ data }) => data.reason))).toEqual(new Set([null]));
    expect(await everyRow(world.data, VerificationOpen)).toEqual([]);
    expect(files.keys()).toEqual([]);
    expect(dump(world)).not.toMatch(/olena koval|12ab|passport\.pdf/);
    expect((await world.data.need(UserPurges, owner.user.id)).data.counts.verification_procedures).toBe(2);
  });

  it('S37 clears the comments of all 250 reports of a user', async () => {
    const world = await testContext();
    const { owner, admin } = await livelyAccount(world);
    await world.data.batch((write) => {
      for (let at = 0; at < 250; at++)
        write.create(ModerationReports, `rep_${at}`, {
          ...{ entityId: `msg_${at}`, reporterId: owner.user.id, reasonCode: 'spam', comment: 'Marker Comment' },
          ...{ weight: 1, createdAt: world.now().toISOString() },
        });
    });
    await deleteUser(admin, owner.user.id);

    await purgeUser(world, { userId: owner.user.id });
    await purgeUser(world, { userId: owner.user.id });

    expect((await world.data.need(UserPurges, owner.user.id)).data.counts.moderation_reports).toBe(250);
    expect(dump(world)).not.toContain('marker comment');
  });

  it('deletes the notifications with their count and publishes the unread count to open pages', async () => {
    const world = await testContext();
    const { owner, admin } = await livelyAccount(world);
    const news = { type: 'SYSTEM', title: 'A', message: 'B', source: 'test' } as const;
    for (const { user } of [owner, admin]) await createNotification(world, user.id, news);
    await deleteUser(admin, owner.user.id);
    const told: unknown[] = [];
    const tunnel: Tunnel = { ...world.tunnel, publish: async (events) => void told.push(...events) };

    await purgeUser({ ...world, tunnel }, { userId: owner.user.id });

    expect(told).toMatchObject([{ channel: 'notifications:unread', event: 'count', users: [owner.user.id] }]);
    expect(await world.data.get(NotificationCounts, owner.user.id)).toBeUndefined();
    const left = (await everyRow(world.data, Notifications)).map(({ data }) => data.userId);
    expect(left).toEqual([admin.user.id]);
    expect((await world.data.need(UserPurges, owner.user.id)).data.counts.notifications).toBe(1);
  });

  it('runs as an effect of deleteUser, and keeps the credit balance', async () => {
    const world = await testContext();
    const { owner, admin } = await livelyAccount(world);
    await grantCredit(world, owner.user.id, 5_000, 'demo');

    await deleteUser(admin, owner.user.id);
    await world.drain();

    expect(await world.data.get(Users, owner.user.id)).toBeUndefined();
    expect((await world.data.need(CreditAccounts, owner.user.id)).data.balanceMinor).toBe(5_000);
  });

  it('resumes after a failure with correct counts, and can run again', async () => {
    const world = await testContext();
    const { owner, admin } = await livelyAccount(world);
    await deleteUser(admin, owner.user.id);
    let left = 3;
    const tx: Store['tx'] = (work, options) =>
      left-- > 0 ? world.data.tx(work, options) : Promise.reject(new Error('gone'));
    const failing = { ...world, data: { ...world.data, tx } };

    await expect(purgeUser(failing, { userId: owner.user.id })).rejects.toThrow('gone');
    await purgeUser(world, { userId: owner.user.id });
    await purgeUser(world, { userId: owner.user.id });

    expect((await world.data.need(UserPurges, owner.user.id)).data.counts).toEqual({
      sessions: 2,
      push_registrations: 0,
      carts: 1,
      user_addresses: 0,
      wishlists: 1,
      stock_watches: 1,
      idempotency: 0,
      stock_holds: 1,
      agent_chats: 0,
      review_pictures: 0,
      review_votes: 0,
      reviews: 0,
      conversation_members: 0,
      user_blocks: 0,
      notifications: 0,
      notifications_of_others: 0,
      notification_counts: 0,
      notification_deferred: 0,
      notification_preferences: 0,
      console_preferences: 0,
      users: 1,
      moderation_cases: 0,
      moderation_reports: 0,
      orders: 0,
      verification_procedures: 0,
      outbox: 0,
    });
  });

  it('suspends a vendor owned by the user', async () => {
    const world = await testContext();
    const { owner, admin } = await livelyAccount(world);
    const vendorId = await createVendor(world, {
      name: 'Own Shop',
      country: 'UA',
      contactEmail: 'shop@plaza.test',
      ownerId: owner.user.id,
    });
    await deleteUser(admin, owner.user.id);

    await purgeUser(world, { userId: owner.user.id });

    expect((await world.data.need(Vendors, vendorId)).data.status).toBe('suspended');
  });

  it('leaves an account that is not deleted untouched', async () => {
    const world = await testContext();
    const { owner } = await livelyAccount(world);
    world.clock.advance(MINUTE_MS);

    await purgeUser(world, { userId: owner.user.id });

    expect((await world.data.need(Users, owner.user.id)).data.name).toBe('Marker Name');
    expect((await world.data.find(sessionsOf(owner.user.id))).rows).toHaveLength(2);
  });
});
