import { describe, expect, it } from 'vitest';
import { exportList } from '#lib/admin/exports/export-list.ts';
import { Users } from '#lib/auth/collections.ts';
import type { User } from '#lib/auth/schemas/user.ts';
import type { UserContext } from '#lib/context/context.ts';
import type { ModelRequest } from '#lib/context/ports/model.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { EmailMessages } from '#lib/crm/collections.ts';
import { contactIdOf } from '#lib/crm/contacts/contact-id.ts';
import { getContact } from '#lib/crm/contacts/contacts.ts';
import { eraseContact } from '#lib/crm/contacts/erase-contact.ts';
import { exportContact } from '#lib/crm/contacts/export-contact.ts';
import type { Conversation } from '#lib/messaging/schemas/conversation.ts';
import { grantCredit } from '#lib/payments/credit/credit.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { Orders } from '#lib/store/collections.ts';
import { newPart } from '#lib/store/parts/part-rows.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { scriptedModel } from '#services/llm/scripted.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { putConversation, putMessage, testConversation } from '#tests/support/conversations.ts';
import { receive } from '#tests/support/inbox.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { customerBesideMail } from './customer.ts';

const EMAIL = 'Dana.K+shop@customer.test';
type World = TestContext & UserContext;

/** Opens a shop with a customer who has signed in, and an admin. */
async function openDesk(patch: Partial<User> = {}, overrides: Parameters<typeof payingShopper>[0] = {}) {
  const shopper = await payingShopper({ ...overrides, creditMinor: 0 });
  const person = { email: EMAIL, emailKey: EMAIL.toLowerCase(), name: 'Dana Markersen', ...patch };
  const dana = await asUser<World>(shopper, { lastSeenAt: shopper.now().toISOString(), ...person });
  return { dana, admin: await asUser<World>(shopper, { role: 'admin' }) };
}

const write = (world: TestContext, from = `Dana <${EMAIL}>`, text = 'Where is my order?') =>
  receive(world, { subject: 'My order', text, from });

const shopOf = (world: World, name: string) =>
  createVendor(world, { name, country: 'UA', contactEmail: 'clay@seller.test' });

/** Starts a conversation of the customer, with a message nobody else may read. */
async function talk(world: World, patch: Partial<Conversation>, others: readonly string[] = []) {
  const row = testConversation([world.user.id, ...others], world.now(), patch);
  await putConversation(world, row);
  await putMessage(world, row.id, { senderId: world.user.id, content: 'A private word' });
  return row.id;
}

async function textOf(lines: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const line of lines) text += line;
  return text;
}

describe('the customer beside a mail', () => {
  it('is the account of the exact address, with its latest orders, payments, credit and links', async () => {
    const { dana, admin } = await openDesk({ isVerified: true }, { units: { mug: 100 } });
    const { threadId } = await write(dana);
    await grantCredit(dana, dana.user.id, 1_000_000, 'test');
    const placed: string[] = [];
    for (let n = 0; n < 12; n++) {
      dana.clock.advance(MINUTE_MS);
      placed.push((await placeOrder(dana)).id);
    }
    await payByCredit(dana, placed[11] ?? '');
    const url = 'https://track.test/1';
    await dana.data.batch((t) =>
      t.update(Orders, placed[11] ?? '', {
        parts: [newPart('vnd_1', { state: 'shipped', trackingUrl: url, shippedAt: dana.now().toISOString() })],
      }),
    );

    const beside = await customerBesideMail(admin, threadId);

    expect(beside?.isSenderDoubtful).toBe(false);
    expect(beside?.customer?.user).toMatchObject({ id: dana.user.id, name: 'Dana Markersen', isVerified: true });
    expect(beside?.customer?.orders.map(({ id }) => id)).toEqual(placed.slice(2).reverse());
    expect(beside?.customer?.orders[0]).toMatchObject({ trackingUrls: [url], payState: 'paid' });
    expect(beside?.customer?.payments).toMatchObject([{ purpose: 'store_order', status: 'paid' }]);
    expect(beside?.customer?.credit.balanceMinor).toBeLessThan(1_000_000);
  });

  it('is nobody for an address that only looks alike, was never proved, or whose account was deleted', async () => {
    const { dana, admin } = await openDesk();
    const beside = async (from: string) =>
      (await customerBesideMail(admin, (await write(dana, from)).threadId))?.customer;

    expect(await beside(EMAIL)).not.toBeNull();
    for (const like of ['danak+shop@customer.test', 'dana.k@customer.test', 'dana.k+shop@customers.test'])
      expect(await beside(`Dana Markersen <${like}>`), like).toBeNull();
    await dana.data.batch((t) => t.update(Users, dana.user.id, { lastSeenAt: null }));
    expect(await beside(EMAIL)).toBeNull();
    await dana.data.batch((t) =>
      t.update(Users, dana.user.id, { lastSeenAt: dana.now().toISOString(), status: 'deleted' }),
    );
    expect(await beside(EMAIL)).toBeNull();
  });

  it('lists conversations with sellers only, without a word of them, and opens those the reader takes part in', async () => {
    const { dana, admin } = await openDesk();
    const { threadId } = await write(dana);
    const vendorId = await shopOf(admin, 'Clay House');
    const about = { vendorId, listed: true } as const;
    const mug = { type: 'product', metadata: { productId: 'mug', productName: 'Mug' } } as const;
    const closed = await talk(dana, { ...about, ...mug });
    dana.clock.advance(MINUTE_MS);
    const open = await talk(dana, { ...about, ...mug, type: 'entity', metadata: { subject: 'Order' } }, [
      admin.user.id,
    ]);
    await talk(dana, { type: 'direct', vendorId, metadata: {} });
    await talk(dana, { type: 'group', vendorId });
    await talk(dana, { type: 'entity', vendorId: null, metadata: { subject: 'Else' } });

    const beside = await customerBesideMail(admin, threadId);

    expect(beside?.customer?.conversations).toMatchObject([
      { id: open, sellerName: 'Clay House', subject: 'Order', messageCount: 1, isOpen: true },
      { id: closed, sellerName: 'Clay House', subject: 'Mug', messageCount: 1, isOpen: false },
    ]);
    expect(JSON.stringify(beside)).not.toContain('private word');
  });

  it('shows an owner of a shop no conversation in which buyers write to that shop', async () => {
    const { dana, admin } = await openDesk();
    const own = await shopOf(dana, 'Own House');
    const other = await shopOf(admin, 'Clay House');
    await dana.data.batch((t) => t.update(Users, dana.user.id, { vendorId: own }));
    const { threadId } = await write(dana);
    const about = { type: 'product', listed: true, metadata: { productId: 'mug', productName: 'Mug' } } as const;
    await talk(dana, { ...about, vendorId: own });
    await talk(dana, { ...about, vendorId: other });

    const beside = await customerBesideMail(admin, threadId);

    expect(beside?.customer?.conversations.map(({ sellerName }) => sellerName)).toEqual(['Clay House']);
  });

  it('warns when the latest mail may be forged', async () => {
    const { dana, admin } = await openDesk();
    const { threadId, messageId } = await write(dana);
    const doubtful = async (patch: object) => {
      await dana.data.batch((t) => t.update(EmailMessages, messageId, patch));
      return (await customerBesideMail(admin, threadId))?.isSenderDoubtful;
    };

    expect(await doubtful({ authentication: { spf: 'pass', dkim: 'pass', dmarc: 'fail' } })).toBe(true);
    expect(await doubtful({ authentication: { spf: 'fail', dkim: 'pass', dmarc: 'pass' } })).toBe(false);
    expect(await doubtful({ authentication: null, flags: ['spoofSuspected'] })).toBe(true);
  });

  it('is not shown after the contact was erased', async () => {
    const { dana, admin } = await openDesk();
    const { threadId } = await write(dana);

    await eraseContact(admin, contactIdOf(EMAIL), EMAIL);

    expect(await customerBesideMail(admin, threadId)).toBeNull();
  });

  it('S66 reaches neither a model nor an export', async () => {
    const model = scriptedModel(({ purpose }: ModelRequest) => ({
      say:
        purpose === 'classify'
          ? {
              intent: 'other',
              sentiment: 'neutral',
              score: 0,
              language: 'en',
              urgency: 'normal',
              summary: 'A question.',
            }
          : { body: 'Hello', confidence: 'high', missing: [] },
    }));
    const { dana, admin } = await openDesk({}, { model: async () => model, vars: { AI_API_KEY: 'sk-test' } });
    const order = await placeOrder(dana, { mug: 1 });
    const seller = 'Clay House of Markers';
    const vendorId = await shopOf(admin, seller);
    await talk(dana, { type: 'product', vendorId, metadata: { productName: 'A marked mug' } });
    const { threadId } = await write(dana);
    await dana.drain();
    expect((await customerBesideMail(admin, threadId))?.customer?.orders).toHaveLength(1);

    const exported = JSON.stringify(await exportContact(admin, await getContact(admin, contactIdOf(EMAIL))));
    const lists = await Promise.all((['contacts', 'threads'] as const).map((list) => exportList(admin, list, {})));
    const lines = (await Promise.all(lists.map(textOf))).join('');

    expect(model.asked.length).toBeGreaterThan(0);
    expect(lines).toContain('customer.test');
    for (const text of [JSON.stringify(model.asked), exported, lines])
      for (const marker of [order.number, order.id, dana.user.id, 'Markersen', seller, 'A marked mug'])
        expect(text).not.toContain(marker);
  });
});
