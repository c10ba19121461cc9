import { describe, expect, it } from 'vitest';
import { DELETE, PUT } from '#app/api/account/stock-watches/[productId]/route.ts';
import { GET } from '#app/api/account/stock-watches/route.ts';
import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { changePreferences } from '#lib/notifications/deliver/preferences.ts';
import { allOf } from '#lib/notifications/queries.ts';
import { indexProducts, indexVendor } from '#lib/store/catalog/catalog-index.ts';
import { Products, StockLevels, Vendors } from '#lib/store/collections.ts';
import { MOST_WATCHES, STOCK_BACK_MS } from '#lib/store/limits.ts';
import { indexStock } from '#lib/store/stock/stock-index.ts';
import { notifyWatchers } from '#lib/store/watches/back-in-stock.ts';
import { StockWatches } from '#lib/store/watches/collections.ts';
import { watchIdOf, watchStock } from '#lib/store/watches/stock-watches.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { addDraft, stockShop, TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { openWorld } from '#tests/support/signing-in.ts';
import { everyRow } from '#tests/support/world.ts';

type Person = UserContext;
const list = (as: Person) => call(GET, { as });
const watch = (as: Person, productId = 'vase') => call(PUT, { as, params: { productId }, method: 'PUT' });
const unwatch = (as: Person, productId = 'vase') => call(DELETE, { as, params: { productId }, method: 'DELETE' });
const watchedBy = async (as: Person) => (await list(as)).body.watches.map(({ productId }) => productId);

async function openShop() {
  const world = await openWorld();
  await stockShop(world, { mug: 5, vase: 0, jug: 0 });
  return { world, person: await asUser(world) };
}

/** Sets the units of a product, as the process that watches the stock levels sees them. */
async function setUnits(world: TestContext, onHand: number, id = 'vase'): Promise<void> {
  await world.data.update(StockLevels, id, { onHand, updatedAt: world.now().toISOString() });
  const { data } = await world.data.need(StockLevels, id);
  await indexStock(world, [{ id, data }]);
}

/** Restocks a product and lets the notices go out. */
async function restock(world: TestContext, id = 'vase'): Promise<void> {
  await setUnits(world, 3, id);
  world.clock.advance(STOCK_BACK_MS);
  await world.drain();
}

const noticesOf = async ({ data }: TestContext, { user }: Person) =>
  (await data.find(allOf(user.id, 100))).rows
    .map((row) => row.data)
    .filter(({ template }) => template === 'stock.back');

describe('/api/account/stock-watches', () => {
  it('begins and ends the wait for a sold-out product, also when asked twice', async () => {
    const { world, person } = await openShop();

    expect([(await watch(person)).body, (await watch(person)).body]).toEqual([{ watching: true }, { watching: true }]);
    const createdAt = world.now().toISOString();
    expect((await list(person)).body).toEqual({ watches: [{ productId: 'vase', createdAt }] });
    world.clock.advance(1_000);
    await watch(person, 'jug');
    expect(await watchedBy(person)).toEqual(['jug', 'vase']);

    expect([(await unwatch(person)).body, (await unwatch(person)).body]).toEqual([
      { watching: false },
      { watching: false },
    ]);
    expect(await watchedBy(person)).toEqual(['jug']);
  });

  it('refuses a product in stock, an unknown one, and a draft as an unknown one', async () => {
    const { world, person } = await openShop();
    const draft = await addDraft(world, TEST_VENDOR_ID);

    const inStock = await watch(person, 'mug');
    const refused = await Promise.all([watch(person, 'prd_missing'), watch(person, draft)]);

    expect([inStock.status, inStock.body.details]).toMatchObject([409, { code: 'InStock' }]);
    expect(refused.map(({ status }) => status)).toEqual([404, 404]);
    expect(await everyRow(world.data, StockWatches)).toEqual([]);
  });

  it('belongs to the person and needs a session', async () => {
    const { world, person } = await openShop();
    const other = await asUser(world);
    await watch(person);

    await unwatch(other);

    expect([await watchedBy(person), await watchedBy(other)]).toEqual([['vase'], []]);
    expect((await call(GET)).status).toBe(401);
    expect((await call(PUT, { params: { productId: 'vase' }, method: 'PUT' })).status).toBe(401);
  });

  it('allows a hundred of them, also when the last is asked for twice at once', async () => {
    const { world, person } = await openShop();
    const createdAt = world.now().toISOString();
    await world.data.batch((write) => {
      for (let n = 1; n < MOST_WATCHES; n++) {
        const productId = `prd_${n}`;
        write.create(StockWatches, watchIdOf(person.user.id, productId), {
          productId,
          userId: person.user.id,
          createdAt,
        });
      }
    });

    const replies = await Promise.all([watch(person), watch(person, 'jug')]);

    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.details).toMatchObject({ code: 'TooManyWatches' });
    expect(await watchedBy(person)).toHaveLength(MOST_WATCHES);
  });

  it('counts the watches of a person without holding up the stock of the product', async () => {
    const { person } = await openShop();
    const { data } = person;
    const queried: unknown[] = [];
    const tx: typeof data.tx = (work, options) => {
      if (options?.mayQuery) queried.push(options.lane);
      return data.tx(work, options);
    };

    await watchStock({ ...person, data: { ...data, tx } }, 'vase');

    expect(queried).toEqual([`stock_watches/${person.user.id}`]);
  });

  it('is taken back when the units return while it is noted', async () => {
    const { world, person } = await openShop();
    const { data } = person;
    const tx: typeof data.tx = async (work, options) => {
      const result = await data.tx(work, options);
      if (options?.mayQuery) await world.data.update(StockLevels, 'vase', { onHand: 2 });
      return result;
    };

    const asked = watchStock({ ...person, data: { ...data, tx } }, 'vase');

    await expect(asked).rejects.toMatchObject({ facts: { code: 'InStock' } });
    expect(await watchedBy(person)).toEqual([]);
  });
});

describe('back in stock', () => {
  it('notifies everyone who waits once, in their language, five minutes after the restock', async () => {
    const { world, person } = await openShop();
    const [reader, other] = [await asUser(world, { locale: 'uk' }), await asUser(world)];
    const uk = { title: 'Ваза', description: '' };
    await world.data.update(Products, 'vase', { translations: { uk } });
    for (const someone of [person, reader]) await watch(someone);
    await watch(other, 'jug');

    await setUnits(world, 3);
    await world.drain();
    expect(await noticesOf(world, person)).toEqual([]);
    world.clock.advance(STOCK_BACK_MS);
    await world.drain();
    await notifyWatchers(world, { productId: 'vase' });
    await world.drain();

    const data = JSON.stringify({ actionUrl: '/products/vase/vase', productId: 'vase' });
    expect(await noticesOf(world, person)).toMatchObject([
      { type: 'OPPORTUNITY', title: 'Back in stock: The vase', data },
    ]);
    expect(await noticesOf(world, reader)).toMatchObject([{ title: 'Знову в наявності: Ваза' }]);
    expect(await noticesOf(world, other)).toEqual([]);
    expect([await watchedBy(person), await watchedBy(other)]).toEqual([[], ['jug']]);
  });

  it('keeps everyone waiting when the product has sold out again, and notifies at the next restock', async () => {
    const { world, person } = await openShop();
    await watch(person);

    await setUnits(world, 1);
    await setUnits(world, 0);
    world.clock.advance(STOCK_BACK_MS);
    await world.drain();
    expect([await noticesOf(world, person), await watchedBy(person)]).toEqual([[], ['vase']]);

    await restock(world);

    expect(await noticesOf(world, person)).toHaveLength(1);
  });

  it('is not put off by later changes of the stock', async () => {
    const { world, person } = await openShop();
    await watch(person);

    await setUnits(world, 3);
    for (const units of [2, 4, 1]) {
      world.clock.advance(STOCK_BACK_MS / 3);
      await setUnits(world, units);
    }
    await world.drain();

    expect(await noticesOf(world, person)).toHaveLength(1);
  });

  it('waits while the product is hidden, and goes out once it is listed again', async () => {
    const { world, person } = await openShop();
    await watch(person);
    await world.data.update(Products, 'vase', { status: 'hidden' });
    await restock(world);
    expect([await noticesOf(world, person), await watchedBy(person)]).toEqual([[], ['vase']]);

    await world.data.update(Products, 'vase', { status: 'published' });
    await indexProducts(world, ['vase']);
    world.clock.advance(STOCK_BACK_MS);
    await world.drain();

    expect(await noticesOf(world, person)).toHaveLength(1);
  });

  it('goes out after its seller was suspended meanwhile and may sell again', async () => {
    const { world, person } = await openShop();
    await watch(person);
    await world.data.update(Vendors, TEST_VENDOR_ID, { status: 'suspended' });
    await restock(world);
    expect(await noticesOf(world, person)).toEqual([]);

    await world.data.update(Vendors, TEST_VENDOR_ID, { status: 'approved' });
    await indexVendor(world, TEST_VENDOR_ID);
    world.clock.advance(STOCK_BACK_MS);
    await world.drain();

    expect(await noticesOf(world, person)).toHaveLength(1);
  });

  it('notifies again who waits again', async () => {
    const { world, person } = await openShop();
    for (let round = 1; round <= 2; round++) {
      await setUnits(world, 0);
      await watch(person);
      await restock(world);
      expect(await noticesOf(world, person)).toHaveLength(round);
    }
  });

  it('reaches more people than one slice, each once, also with two runners', async () => {
    const { world } = await openShop();
    const people = await Promise.all(Array.from({ length: 105 }, () => asUser(world)));
    for (const person of people) await watch(person);
    await setUnits(world, 3);
    world.clock.advance(STOCK_BACK_MS);

    await Promise.all([notifyWatchers(world, { productId: 'vase' }), notifyWatchers(world, { productId: 'vase' })]);
    await world.drain();

    const counts = await Promise.all(people.map(async (person) => (await noticesOf(world, person)).length));
    expect(new Set(counts)).toEqual(new Set([1]));
    expect(await everyRow(world.data, StockWatches)).toEqual([]);
  });

  it('tells nobody more once the units have sold out between two slices', async () => {
    const { world, person } = await openShop();
    world.clock.advance(1_000);
    await watch(person);
    const createdAt = new Date(world.now().getTime() - 1_000).toISOString();
    await world.data.batch((write) => {
      for (let n = 0; n < 100; n++)
        write.create(StockWatches, watchIdOf(`usr_${n}`, 'vase'), {
          productId: 'vase',
          userId: `usr_${n}`,
          createdAt,
        });
    });
    await setUnits(world, 1);
    const { data } = world;
    const find: typeof data.find = async (query) => {
      const page = await data.find(query);
      if (query.collection.name === StockWatches.name) await setUnits(world, 0);
      return page;
    };

    await notifyWatchers({ ...world, data: { ...data, find } }, { productId: 'vase' });
    await world.drain();

    expect([await noticesOf(world, person), await watchedBy(person)]).toEqual([[], ['vase']]);
    expect(await everyRow(world.data, StockWatches)).toHaveLength(1);
    await restock(world);
    expect(await noticesOf(world, person)).toHaveLength(1);
  });

  it('follows the preferences, and skips accounts that are gone', async () => {
    const { world, person } = await openShop();
    const gone = await asUser(world);
    for (const someone of [person, gone]) await watch(someone);
    await changePreferences(person, { types: { OPPORTUNITY: { enabled: false } } });
    await world.data.delete(Users, gone.user.id);

    await restock(world);

    expect((await noticesOf(world, person)).filter(({ archivedReason }) => archivedReason !== 'suppressed')).toEqual(
      [],
    );
    expect(await everyRow(world.data, StockWatches)).toEqual([]);
  });
});
