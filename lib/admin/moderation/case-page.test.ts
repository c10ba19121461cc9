import { expect, it } from 'vitest';
import { AuditLog } from '#lib/audit/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { Attachments } from '#lib/messaging/collections.ts';
import type { Attachment } from '#lib/messaging/schemas/attachment.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { putConversation, putMessage, testConversation } from '#tests/support/conversations.ts';
import { addProduct } from '#tests/support/shop.ts';
import { everyRow } from '#tests/support/world.ts';
import { type CasePage, readCase as readAnyCase } from './case-page.ts';
import { blockEntity, dismissEntity } from './moderation.ts';
import { report } from './reports.ts';

/** Reads the case of another person. */
async function readCase(ctx: UserContext, entityId: string): Promise<CasePage> {
  const page = await readAnyCase(ctx, entityId);
  if (page === 'own') throw new Error('this case is the reader’s own');
  return page;
}

/** A conversation of two people with nine messages by turns, and an administrator. */
async function talk() {
  const world = await testContext();
  const [author, reader] = [await asUser(world, { name: 'Ann' }), await asUser(world, { name: 'Bob' })];
  const admin = await asUser(world, { role: 'admin' });
  const conversation = testConversation([author.user.id, reader.user.id], world.now());
  await putConversation(world, conversation);
  const ids: string[] = [];
  for (let n = 1; n <= 9; n++) {
    const senderId = (n % 2 === 1 ? author : reader).user.id;
    ids.push(await putMessage(world, conversation.id, { senderId, content: `Message ${n}` }));
  }
  const [first, fifth] = [ids[0] ?? '', ids[4] ?? ''];
  return { world, author, reader, admin, first, fifth, conversationId: conversation.id };
}

const linesOf = ({ context }: CasePage): readonly string[] =>
  context?.kind === 'messages' ? context.messages.map(({ senderName, text }) => `${senderName}: ${text}`) : [];
const readings = async (world: TestContext) =>
  (await everyRow(world.data, AuditLog)).flatMap(({ data: { action, actorId, targetId } }) =>
    action === 'entity.context-read' ? [`${actorId} ${targetId}`] : [],
  );

it('a moderator reads two messages before and after a reported one, on record once per person and case', async () => {
  const { world, reader, admin, first, fifth } = await talk();
  const other = await asUser(world, { role: 'admin' });
  for (const entityId of [first, fifth]) await report(reader, { entityId, reasonCode: 'spam' });

  const page = await readCase(admin, fifth);

  expect(linesOf(page)).toEqual([
    'Ann: Message 3',
    'Bob: Message 4',
    'Ann: Message 5',
    'Bob: Message 6',
    'Ann: Message 7',
  ]);
  expect(linesOf(await readCase(other, first))).toEqual(['Ann: Message 1', 'Bob: Message 2', 'Ann: Message 3']);
  await Promise.all([readCase(admin, fifth), readCase(admin, fifth)]);
  expect((await readings(world)).toSorted()).toEqual(
    [`${admin.user.id} ${fifth}`, `${other.user.id} ${first}`].toSorted(),
  );
});

it('a conversation is not read once the case is decided', async () => {
  const { world, reader, admin, first, fifth } = await talk();
  for (const entityId of [first, fifth]) await report(reader, { entityId, reasonCode: 'spam' });
  await blockEntity(admin, { entityId: first, reason: 'Against the rules' });
  await dismissEntity(admin, { entityId: fifth });

  for (const id of [first, fifth]) expect((await readCase(admin, id)).context).toBeNull();
  expect(await readings(world)).toEqual([]);
});

it('a case about a file shows the conversation beside the message that holds it, and none for a file not sent', async () => {
  const { world, author, reader, admin, fifth, conversationId } = await talk();
  const at = world.now().toISOString();
  const file: Attachment = {
    ...{ name: 'coins.png', mimeType: 'image/png', size: 10, kind: 'image', storageKey: 'k', sha256: 'a'.repeat(64) },
    ...{ ownerId: author.user.id, conversationId, messageId: fifth, createdAt: at, expiresAt: null, blockedAt: null },
    state: 'attached',
  };
  await world.data.create(Attachments, 'att_sent', file);
  await world.data.create(Attachments, 'att_staged', { ...file, messageId: null, state: 'staged' });
  await report(reader, { entityId: 'att_sent', reasonCode: 'spam' });

  const page = await readCase(admin, 'att_sent');

  expect(page.context).toMatchObject({ kind: 'messages', messageId: fifth });
  expect(linesOf(page)).toHaveLength(5);
  await blockEntity(admin, { entityId: 'att_staged', reason: 'Against the rules' });
  expect((await readCase(admin, 'att_staged')).context).toBeNull();
});

it('a case about a person, shop or product shows what its public page does, live and without an audit row', async () => {
  const { world, author, admin } = await talk();
  const vendorId = await createVendor(world, {
    ...{ name: 'Fine Coins', country: 'UA', contactEmail: 'shop@plaza.test', ownerId: author.user.id },
  });
  await addProduct(world, 'prd_coin', 1, { vendorId, title: 'Coin', description: 'Shiny' });
  const contextOf = async (as: UserContext, entityId: string) => {
    await blockEntity(as, { entityId, reason: 'Against the rules' });
    return (await readCase(as, entityId)).context;
  };

  const shop = { id: vendorId, name: 'Fine Coins', country: 'UA' };
  expect(await contextOf(admin, 'prd_coin')).toMatchObject({
    ...{ kind: 'product', product: { title: 'Coin', description: 'Shiny', status: 'blocked' }, image: null, shop },
  });
  expect(await contextOf(admin, vendorId)).toMatchObject({ kind: 'vendor', shop: { ...shop, status: 'suspended' } });
  expect(await contextOf(admin, author.user.id)).toMatchObject({ kind: 'profile', profile: { name: 'Ann' }, shop });
  expect(await readings(world)).toEqual([]);
  expect((await readCase(admin, 'prd_coin')).others.cases.map(({ entityType }) => entityType).toSorted()).toEqual([
    'profile',
    'vendor',
  ]);
});

it('a case names the other cases of its owner with their verdicts, the latest report first, and counts them all', async () => {
  const { world, author, reader, admin, fifth, conversationId } = await talk();
  const ids: string[] = [];
  for (let n = 0; n < 22; n++) {
    world.clock.advance(1_000);
    const entityId = await putMessage(world, conversationId, { senderId: author.user.id });
    await report(reader, { entityId, reasonCode: 'spam' });
    ids.unshift(entityId);
  }
  const [newest = '', second = ''] = ids;
  await blockEntity(admin, { entityId: newest, reason: 'Against the rules' });
  world.clock.advance(1_000);
  await report(reader, { entityId: fifth, reasonCode: 'spam' });

  const { others } = await readCase(admin, fifth);

  expect(others.count).toBe(22);
  expect(others.cases.map(({ entityId }) => entityId)).toEqual(ids.slice(0, 20));
  expect(others.cases[0]).toMatchObject({ status: 'blocked', reason: 'Against the rules' });
  expect((await readCase(admin, second)).others.cases[0]?.entityId).toBe(fifth);
  expect((await readCase(admin, second)).others.cases).toHaveLength(20);
});

it('a thing without a case has no page', async () => {
  const { admin, fifth } = await talk();

  await expect(readCase(admin, fifth)).rejects.toMatchObject({ name: 'NotFound' });
});
