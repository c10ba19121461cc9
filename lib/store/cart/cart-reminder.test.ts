import { describe, expect, it } from 'vitest';
import { Users } from '#lib/auth/collections.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import { changePreferences } from '#lib/notifications/deliver/preferences.ts';
import { allOf } from '#lib/notifications/queries.ts';
import { checkOut } from '#lib/store/checkout/checkout.ts';
import { Carts, Products, StockLevels } from '#lib/store/collections.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { expectServed } from '#tests/support/served-query.ts';
import { addProduct, stockShop } from '#tests/support/shop.ts';
import { cartsSaved, remindCarts } from './cart-reminder.ts';
import { saveCart } from './carts.ts';

type Person = Awaited<ReturnType<typeof asUser>>;

async function openShop() {
  const world = await testContext();
  await stockShop(world, { mug: 9, jug: 9, cup: 9, vase: 9 });
  return { world, person: await asUser(world) };
}

async function remind(world: TestContext): Promise<number> {
  let done = 0;
  let next: string | null | undefined;
  do {
    const slice = await remindCarts(world, next ?? undefined);
    done += slice.done;
    next = slice.next;
  } while (next !== null);
  await world.drain();
  return done;
}

const remindersOf = async ({ data }: TestContext, { user }: Person) =>
  (await data.find(allOf(user.id, 20))).rows
    .map((row) => row.data)
    .filter(({ template }) => template === 'cart.reminder');

const fill = (person: Person, ...ids: string[]) =>
  saveCart(
    person,
    ids.map((id) => ({ id, qty: 1 })),
  );

describe('remindCarts', () => {
  it('reminds once of a cart that was left, and names three products in stock without a price', async () => {
    const { world, person } = await openShop();
    await addProduct(world, 'hidden', 5);
    await fill(person, 'mug', 'jug', 'hidden', 'cup', 'vase');
    await world.data.update(StockLevels, 'jug', { onHand: 0 });
    await world.data.update(Products, 'hidden', { status: 'hidden' });
    world.clock.advance(4 * HOUR_MS);

    expect([await remind(world), await remind(world)]).toEqual([1, 0]);

    const [reminder, ...others] = await remindersOf(world, person);
    expect(others).toEqual([]);
    expect(reminder).toMatchObject({
      type: 'OPPORTUNITY',
      priority: 'low',
      message: 'In stock now: The mug, The cup, The vase.',
    });
    expect(JSON.parse(reminder?.data ?? '')).toEqual({ actionUrl: '/cart', productIds: ['mug', 'cup', 'vase'] });
    const { data: cart } = await world.data.need(Carts, person.user.id);
    expect(cart).toMatchObject({ remindedRev: cart.rev, remindedAt: world.now().toISOString() });
  });

  it('leaves the time of the cart as it is, so that the browser finds it unchanged', async () => {
    const { world, person } = await openShop();
    const { updatedAt } = await fill(person, 'mug');
    world.clock.advance(4 * HOUR_MS);

    await remind(world);

    expect((await world.data.need(Carts, person.user.id)).data.updatedAt).toBe(updatedAt);
  });

  it.each([
    ['too young', 4 * HOUR_MS - MINUTE_MS],
    ['too old', 72 * HOUR_MS + MINUTE_MS],
  ])('passes by a cart that is %s', async (_, ageMs) => {
    const { world, person } = await openShop();
    await fill(person, 'mug');
    world.clock.advance(ageMs);

    expect(await remind(world)).toBe(0);
  });

  it('passes by empty carts, ordered ones, those without stock and restricted accounts', async () => {
    const { world, person: empty } = await openShop();
    const [ordered, short, restricted] = [await asUser(world), await asUser(world), await asUser(world)];
    await fill(empty);
    await fill(ordered, 'mug', 'jug');
    await checkOut(ordered, { input: { items: [{ id: 'mug', qty: 1 }] } });
    await fill(short, 'vase');
    await world.data.update(StockLevels, 'vase', { onHand: 0 });
    await fill(restricted, 'mug');
    await world.data.update(Users, restricted.user.id, { status: 'restricted' });
    world.clock.advance(5 * HOUR_MS);

    expect(await remind(world)).toBe(0);
  });

  it('reminds of a changed cart again, but not within seven days', async () => {
    const { world, person } = await openShop();
    const leave = async (...ids: string[]) => {
      await fill(person, ...ids);
      world.clock.advance(5 * HOUR_MS);
      return remind(world);
    };

    expect([await leave('mug'), await leave('jug')]).toEqual([1, 0]);
    world.clock.advance(7 * 24 * HOUR_MS);
    expect(await leave('cup')).toBe(1);
    expect(await remindersOf(world, person)).toHaveLength(2);
  });

  it('never sends two reminders of one revision with two runners at once', async () => {
    const { world } = await openShop();
    const people = await Promise.all(Array.from({ length: 20 }, () => asUser(world)));
    for (const person of people) await fill(person, 'mug');
    world.clock.advance(5 * HOUR_MS);

    const done = await Promise.all([remindCarts(world), remindCarts(world)]);
    await world.drain();

    expect(done[0].done + done[1].done).toBe(20);
    for (const person of people) expect(await remindersOf(world, person)).toHaveLength(1);
  });

  it('stores nothing unread for a person who has switched such notifications off', async () => {
    const { world, person } = await openShop();
    await changePreferences(person, { types: { OPPORTUNITY: { enabled: false } } });
    await fill(person, 'mug');
    world.clock.advance(5 * HOUR_MS);

    await remind(world);

    expect(await remindersOf(world, person)).toMatchObject([{ archivedReason: 'suppressed' }]);
  });

  it('finds its carts with a declared index', async () => {
    const { data } = await testContext();

    expectServed(data, cartsSaved('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', 100));
  });
});
