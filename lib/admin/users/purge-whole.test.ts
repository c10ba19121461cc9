import { describe, expect, it } from 'vitest';
import { ModerationCases, ModerationReports, VerificationEvents } from '#lib/admin/collections.ts';
import { exportList } from '#lib/admin/exports/export-list.ts';
import { appealBlock, upholdBlock } from '#lib/admin/moderation/appeals.ts';
import { blockEntity } from '#lib/admin/moderation/moderation.ts';
import { report } from '#lib/admin/moderation/reports.ts';
import { saveView } from '#lib/admin/preferences/console-preferences.ts';
import { reviewProcedure } from '#lib/admin/verification/review.ts';
import { setVerified } from '#lib/admin/verification/set-verified.ts';
import { browserNameOf } from '#lib/auth/login-secrets.ts';
import { startLogin } from '#lib/auth/start-login.ts';
import { updateProfile } from '#lib/auth/users.ts';
import type { UserContext } from '#lib/context/context.ts';
import { Outbox } from '#lib/data/outbox.ts';
import type { Store, Tx } from '#lib/data/store.ts';
import { notifyTopic } from '#lib/notifications/topics.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import { addAddress } from '#lib/store/addresses/addresses.ts';
import { saveCart } from '#lib/store/cart/carts.ts';
import { checkOut } from '#lib/store/checkout/checkout.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import { writeReview } from '#lib/store/reviews/write-review.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { giveUpEffect } from '#tests/support/dead-effects.ts';
import { putDelivery } from '#tests/support/deliveries.ts';
import { dump } from '#tests/support/dump.ts';
import { stockShop, TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { putProcedure } from '#tests/support/verification.ts';
import { everyRow } from '#tests/support/world.ts';
import { deleteUser } from './delete-user.ts';
import { purgeUser } from './purge-user.ts';

type Person = TestContext & UserContext;
const address = 'sentinel-mail@plaza.test';

async function openPeople() {
  const world = await testContext();
  await stockShop(world, { mug: 5 });
  const owner = await asUser(world, { email: address, emailKey: address });
  return { world, owner, admin: await asUser(world, { role: 'admin' }) };
}

/** Enters a text wherever the person can. */
async function enterTexts(owner: Person): Promise<void> {
  await updateProfile(owner, { name: 'Sentinel Name', bio: 'Sentinel Bio', handle: 'sentinel_handle' });
  await startLogin(owner, { email: address, purpose: 'sign-in' }, browserNameOf(null));
  await saveView(owner, { page: '/admin/orders', name: 'Sentinel View', query: 'q=Sentinel' });
  const otherShop = { name: 'Jugs', country: 'UA', contactEmail: 'jugs@plaza.test' };
  const entityId = await createVendor(owner, { ...otherShop, ownerId: (await asUser(owner)).user.id });
  await report(owner, { entityId, reasonCode: 'spam', comment: 'Sentinel Comment' });
  await saveCart(owner, [{ id: 'mug', qty: 1 }]);
  await writeReview(owner, await owner.data.need(Products, 'mug'), { rating: 4, content: 'A mug', images: [] });
  await addAddress(owner, {
    ...{ label: 'Sentinel Label', name: 'Sentinel Receiver', phone: 'Sentinel Number', country: 'UA' },
    ...{ city: 'Sentinel Town', address: 'Sentinel Lane', postalCode: 'Sentinel Code' },
  });
  const optionId = await putDelivery(owner, TEST_VENDOR_ID, { method: 'branch' });
  const place = { country: 'UA', city: 'Sentinel City', address: 'Sentinel Street', postalCode: '1', comment: '' };
  await checkOut(owner, {
    input: {
      items: [{ id: 'mug', qty: 1 }],
      contact: { name: 'Sentinel Buyer', email: address, phone: 'Sentinel Phone' },
      delivery: { method: 'courier', ...place },
      deliveryOptions: [{ vendorId: TEST_VENDOR_ID, optionId, point: 'Sentinel Branch' }],
      note: 'Sentinel Order',
    },
    key: 'a-key',
    referralCode: undefined,
  });
}

/** Opens a shop with every text and the bank details of its owner. Returns its id. */
async function openShop(owner: Person): Promise<string> {
  const shop = { name: 'House of Mugs', country: 'UA', about: 'Sentinel About', ownerId: owner.user.id };
  const id = await createVendor(owner, { ...shop, contactEmail: 'sentinel-shop@plaza.test' });
  await owner.data.update(Vendors, id, { payout: 'Sentinel Account', payoutLast4: 'Sentinel Last' });
  return id;
}

/** Lets an administrator write about the person wherever they can. */
async function writeAbout(admin: Person, owner: Person, shopId: string): Promise<void> {
  await report(admin, { entityId: owner.user.id, reasonCode: 'scam', comment: 'Sentinel Claim' });
  await report(admin, { entityId: shopId, reasonCode: 'scam', comment: 'Sentinel Shop Claim' });
  const number = await putProcedure(owner);
  await reviewProcedure(admin, number, 'request-info', { message: 'Sentinel Question' });
  await reviewProcedure(admin, number, 'reject', { reason: 'Sentinel Rejection' });
  await setVerified(admin, owner.user.id, { isVerified: true, reason: 'Sentinel Grant', note: 'Sentinel Remark' });
  await blockEntity(admin, { entityId: shopId, reason: 'Sentinel Shop Block' });
  await appealBlock(owner, { entityId: shopId, text: 'Sentinel Shop Appeal' });
  await upholdBlock(admin, { entityId: shopId, reason: 'Sentinel Answer' });
  await blockEntity(admin, { entityId: owner.user.id, reason: 'Sentinel Block' });
  await appealBlock(owner, { entityId: owner.user.id, text: 'Sentinel Appeal' });
  const title = 'Sentinel Title';
  await createNotification(admin, owner.user.id, { type: 'SYSTEM', title, message: 'Sentinel News', source: 'test' });
  for (const status of ['dead', 'dismissed'] as const) {
    const params = { reason: `Sentinel ${status}` };
    const payload = { userId: owner.user.id, type: 'SYSTEM', template: 'moderation.restored', params, source: 'test' };
    await giveUpEffect(admin, { topic: notifyTopic.name, status, payload });
  }
}

/** What was entered about the person, as it is found in the store. */
const entered = [
  ...[address, 'name', 'bio', 'sentinel_handle', 'view', 'comment', 'city', 'street', 'buyer', 'phone', 'order'],
  ...['about', 'sentinel-shop@', 'account', 'last', 'question', 'rejection', 'grant', 'remark'],
  ...[
    'claim',
    'shop claim',
    'shop block',
    'shop appeal',
    'answer',
    'block',
    'appeal',
    'title',
    'news',
    'dead',
    'dismissed',
  ],
].map((word) => (word.startsWith('sentinel') ? word : `sentinel ${word}`));
const documents = ['olena koval', '12ab', 'passport.pdf'];

describe('purgeUser', () => {
  it('S37 leaves nothing that was entered by or about the person in any collection but the audit', async () => {
    const { world, owner, admin } = await openPeople();
    await enterTexts(owner);
    await writeAbout(admin, owner, await openShop(owner));
    const before = dump(world, 'c_audit_log');

    await world.drain();
    await deleteUser(admin, owner.user.id);
    await world.drain();

    const after = dump(world, 'c_audit_log');
    expect([...entered, ...documents].filter((text) => !before.includes(text))).toEqual([]);
    expect([...entered, ...documents, 'sentinel'].filter((text) => after.includes(text))).toEqual([]);
  });

  it('S37 leaves no address in the audit, also when a filter of an export named it', async () => {
    const { world, owner, admin } = await openPeople();
    for (const query of [{ actor: address }, { target: address }, { action: address }])
      for await (const _ of await exportList(admin, 'audit', query));
    for await (const _ of await exportList(admin, 'threads', { channel: address }));
    for await (const _ of await exportList(admin, 'notifications', { who: address }));

    await deleteUser(admin, owner.user.id);
    await world.drain();

    expect(dump(world)).not.toContain('sentinel');
    expect(dump(world)).toContain(`"actor\\":\\"${owner.user.id.toLowerCase()}`);
  });

  it('S37 clears the note of an account without a name', async () => {
    const { world, owner, admin } = await openPeople();
    await updateProfile(owner, { name: '' });
    await setVerified(admin, owner.user.id, { isVerified: true, note: 'Sentinel Remark' });

    await deleteUser(admin, owner.user.id);
    await world.drain();

    expect((await everyRow(world.data, VerificationEvents)).map(({ data }) => data.note)).toEqual([null]);
  });

  it('S37 clears the comments of every report about the person, also of more than one commit takes', async () => {
    const { world, owner, admin } = await openPeople();
    const shopId = await openShop(owner);
    await report(admin, { entityId: owner.user.id, reasonCode: 'scam', comment: 'Sentinel Claim' });
    await report(admin, { entityId: shopId, reasonCode: 'scam', comment: 'Sentinel Shop Claim' });
    const [first] = await everyRow(world.data, ModerationReports);
    await world.data.batch((write) => {
      for (let n = 0; first && n < 250; n++)
        write.create(ModerationReports, `rep_${n}`, { ...first.data, reporterId: `usr_${n}` });
    });

    await deleteUser(admin, owner.user.id);
    await world.drain();

    const left = await everyRow(world.data, ModerationReports);
    expect(left).toHaveLength(252);
    expect(left.filter(({ data }) => data.comment !== null)).toEqual([]);
  });

  it('closes the open appeal, which leaves the queue', async () => {
    const { world, owner, admin } = await openPeople();
    await blockEntity(admin, { entityId: owner.user.id, reason: 'Against the rules' });
    await appealBlock(owner, { entityId: owner.user.id, text: 'Not at all' });

    await deleteUser(admin, owner.user.id);
    await world.drain();

    const { data } = await world.data.need(ModerationCases, owner.user.id);
    expect(data).toMatchObject({ status: 'blocked', appealState: 'none', appealedAt: null, appeal: null, version: 3 });
  });

  it('locks no effects of others: it searches them outside its transactions', async () => {
    const { world, owner, admin } = await openPeople();
    const payloadOf = (userId: string) => ({ userId, params: { reason: 'A reason' } });
    const own = await giveUpEffect(world, { topic: notifyTopic.name, payload: payloadOf(owner.user.id) });
    await giveUpEffect(world, { topic: notifyTopic.name, payload: payloadOf(admin.user.id) });
    await deleteUser(admin, owner.user.id);
    const searched = new Set<string>();
    const tx: Store['tx'] = (work, options) =>
      world.data.tx((t) => {
        const find: Tx['find'] = (query) => {
          searched.add(query.collection.name);
          return t.find(query);
        };
        return work({ ...t, find });
      }, options);

    await purgeUser({ ...world, data: { ...world.data, tx } }, { userId: owner.user.id });

    expect(await world.data.get(Outbox, own)).toBeUndefined();
    expect(searched).toContain(ModerationCases.name);
    expect(searched).not.toContain(Outbox.name);
  });

  it('keeps the given-up notifications of others', async () => {
    const { world, owner, admin } = await openPeople();
    const payload = { userId: admin.user.id, params: { reason: 'Theirs' } };
    const id = await giveUpEffect(world, { topic: notifyTopic.name, payload });

    await deleteUser(admin, owner.user.id);
    await world.drain();

    expect((await world.data.need(Outbox, id)).data.payload).toEqual(payload);
  });
});
