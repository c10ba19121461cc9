import { describe, expect, it } from 'vitest';
import { DELETE, PUT } from '#app/api/account/wishlist/[productId]/route.ts';
import { POST } from '#app/api/account/wishlist/merge/route.ts';
import { GET } from '#app/api/account/wishlist/route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { MOST_WISHES } from '#lib/store/limits.ts';
import { Wishlists } from '#lib/store/wishlist/collections.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { addDraft, addProduct, stockShop, TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { openWorld } from '#tests/support/signing-in.ts';

const read = (as: UserContext) => call(GET, { as });
const add = (as: UserContext, productId: string) => call(PUT, { as, params: { productId }, method: 'PUT' });
const remove = (as: UserContext, productId: string) => call(DELETE, { as, params: { productId }, method: 'DELETE' });
const merge = (as: UserContext, ids: readonly string[]) => call(POST, { as, body: { ids } });
const idsOf = async (as: UserContext) => (await read(as)).body.items.map(({ id }) => id);

async function openShop() {
  const world = await openWorld();
  await stockShop(world, { mug: 5, jug: 0, cup: 1 });
  return { world, person: await asUser(world) };
}

/** Fills the person's list up to some products, without products behind them. */
async function fill(world: TestContext, { user }: UserContext, count: number): Promise<void> {
  const at = world.now().toISOString();
  const items = Array.from({ length: count }, (_, n) => ({ id: `old_${n}`, addedAt: at }));
  await world.data.set(Wishlists, user.id, { items, rev: 1, createdAt: at, updatedAt: at });
}

describe('/api/account/wishlist', () => {
  it('is empty at first, puts the latest product on top, and takes products off', async () => {
    const { world, person } = await openShop();
    expect((await read(person)).body).toEqual({ items: [], updatedAt: null });

    const first = world.now().toISOString();
    expect([(await add(person, 'mug')).status, (await add(person, 'mug')).status]).toEqual([200, 200]);
    world.clock.advance(1_000);
    const second = world.now().toISOString();
    const both = await add(person, 'jug');

    const jug = { id: 'jug', addedAt: second };
    expect(both.body).toEqual({ items: [jug, { id: 'mug', addedAt: first }], updatedAt: second });
    expect((await read(person)).body).toEqual(both.body);
    world.clock.advance(1_000);
    expect((await remove(person, 'mug')).body).toEqual({ items: [jug], updatedAt: world.now().toISOString() });
    expect((await remove(person, 'mug')).body).toMatchObject({ items: [jug] });
  });

  it('raises the revision once per change, and not by a repeat', async () => {
    const { world, person } = await openShop();

    for (const act of [add, add, remove, remove]) await act(person, 'mug');

    expect((await world.data.need(Wishlists, person.user.id)).data).toMatchObject({ items: [], rev: 2 });
  });

  it('refuses unknown products and drafts alike, and keeps what is no longer sold', async () => {
    const { world, person } = await openShop();
    const draft = await addDraft(world, TEST_VENDOR_ID);
    await addProduct(world, 'gone', 1, { status: 'archived' });

    const texts = await Promise.all(
      ['prd_missing', draft].map(async (id) => {
        const { status, body } = await add(person, id);
        return [status, body.message?.replace(id, 'ID')];
      }),
    );

    expect(texts[0]).toEqual(texts[1]);
    expect(texts[0]?.[0]).toBe(404);
    expect((await add(person, 'gone')).status).toBe(200);
    expect((await remove(person, 'prd_missing')).status).toBe(200);
    expect(await idsOf(person)).toEqual(['gone']);
  });

  it('belongs to the person, and needs a session and a valid id', async () => {
    const { world, person } = await openShop();
    const other = await asUser(world);
    await add(person, 'mug');

    expect(await idsOf(other)).toEqual([]);
    await remove(other, 'mug');
    expect(await idsOf(person)).toEqual(['mug']);
    expect((await call(GET)).status).toBe(401);
    expect((await call(PUT, { params: { productId: 'mug' }, method: 'PUT' })).status).toBe(401);
    expect((await add(person, 'no id!')).status).toBe(400);
  });

  it('merges a guest’s list on top, each product once, without unknown ones', async () => {
    const { person } = await openShop();
    await add(person, 'mug');

    const merged = await merge(person, ['cup', 'mug', 'prd_missing', 'jug', 'cup']);

    expect([merged.status, merged.body.items.map(({ id }) => id)]).toEqual([200, ['cup', 'jug', 'mug']]);
    expect((await merge(person, ['cup', 'mug', 'jug'])).body).toEqual(merged.body);
    expect((await merge(person, [])).body).toEqual(merged.body);
  });

  it.each([
    [{ ids: 'mug' }],
    [{ ids: [1] }],
    [{ ids: ['no id!'] }],
    [{ ids: Array(MOST_WISHES + 1).fill('mug') }],
    [{}],
    [{ ids: [], userId: 'usr_other' }],
  ])('refuses to merge %j', async (body) => {
    const { person } = await openShop();

    expect((await call(POST, { as: person, body })).status).toBe(400);
  });

  it('holds at most two hundred products, also when the last place is asked for twice at once', async () => {
    const { world, person } = await openShop();
    await fill(world, person, MOST_WISHES - 1);

    expect((await merge(person, ['mug', 'jug'])).body.details).toMatchObject({ code: 'WishlistFull' });
    const replies = await Promise.all(['mug', 'jug', 'cup'].map((id) => add(person, id)));

    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await read(person)).body.items).toHaveLength(MOST_WISHES);
    expect((await add(person, 'old_3')).status).toBe(404);
    expect((await merge(person, await idsOf(person))).status).toBe(200);
  });

  it('loses no product when several are added at once', async () => {
    const { person } = await openShop();

    await Promise.all(['mug', 'jug', 'cup'].map((id) => add(person, id)));

    expect((await idsOf(person)).toSorted()).toEqual(['cup', 'jug', 'mug']);
  });
});
