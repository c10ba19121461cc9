import { describe, expect, it } from 'vitest';
import { GET as list } from '#app/api/admin/categories/route.ts';
import { GET as listProducts } from '#app/api/store/products/route.ts';
import { createCategory } from '#lib/store/catalog/categories.ts';
import { Categories, CategorySlugs } from '#lib/store/collections.ts';
import { call } from '#tests/support/call.ts';
import {
  actsOf,
  addCategory,
  categoriesOf,
  categoryIdOf,
  named,
  openCategories,
  patchCategory,
  removeCategory,
  settleCategories,
  titlesUnder,
} from '#tests/support/categories.ts';
import { asUser } from '#tests/support/context.ts';
import { openSmallShop } from '#tests/support/small-shop.ts';

describe('GET /api/admin/categories', () => {
  it('lists the tree with depth, version and the listed products of each subtree', async () => {
    const ctx = await openCategories();

    const categories = await categoriesOf(ctx);

    expect(categories.map(({ slug, depth, products }) => [slug, depth, products])).toEqual([
      ['lighting', 1, 2],
      ['desk-lamps', 2, 1],
      ['tableware', 1, 3],
      ['gifts', 1, 1],
    ]);
    expect(categories[0]).toMatchObject({ name: { uk: 'Світло' }, parentId: null, hidden: false, version: 1 });
  });
});

describe('POST /api/admin/categories', () => {
  it('creates a category, the last of its siblings, with a slug of its English name and one audit row', async () => {
    const ctx = await openCategories();
    const parentId = await categoryIdOf(ctx, 'lighting');
    const before = (await actsOf(ctx, 'category.created')).length;

    const { status, body } = await addCategory(ctx, { name: named('Wall lamps'), parentId });

    expect(status).toBe(201);
    expect(body.category).toMatchObject({ slug: 'wall-lamps', parentId, depth: 2, position: 1, products: 0 });
    expect((await actsOf(ctx, 'category.created')).length).toBe(before + 1);
  });

  it('inserts a category before the sibling at its position', async () => {
    const ctx = await openCategories();

    await addCategory(ctx, { name: named('Books'), position: 1 });

    expect((await categoriesOf(ctx)).filter(({ depth }) => depth === 1).map(({ slug }) => slug)).toEqual([
      'lighting',
      'books',
      'tableware',
      'gifts',
    ]);
  });

  it.each([
    ['a name without a language', { name: { en: 'Lamps', uk: 'Лампи' } }],
    ['an empty name', { name: { ...named('Lamps'), ru: ' ' } }],
    ['a long name', { name: { ...named('Lamps'), en: 'x'.repeat(81) } }],
    ['a slug in capitals', { name: named('Lamps'), slug: 'Lamps' }],
    ['an unknown field', { name: named('Lamps'), color: 'red' }],
    ['a negative position', { name: named('Lamps'), position: -1 }],
    ['an unknown parent', { name: named('Lamps'), parentId: 'cat_nothing' }],
  ])('rejects %s', async (_, body) => {
    const ctx = await openCategories();

    expect((await addCategory(ctx, body)).status).toBe(400);
    expect(await categoriesOf(ctx)).toHaveLength(4);
  });

  it('rejects a fifth level', async () => {
    const ctx = await openCategories();
    let parentId = await categoryIdOf(ctx, 'desk-lamps');
    for (const word of ['Three', 'Four'])
      parentId = (await addCategory(ctx, { name: named(word), parentId })).body.category.id;

    expect(await addCategory(ctx, { name: named('Five'), parentId })).toMatchObject({
      status: 400,
      body: { details: { parentId: expect.any(String) } },
    });
  });

  it('gives a slug to one of several who ask at the same time', async () => {
    const ctx = await openCategories();

    const replies = await Promise.all([1, 2, 3].map(() => addCategory(ctx, { name: named('Rugs') })));

    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.details).toMatchObject({ code: 'SlugTaken' });
  });

  it('stops at 2,000 categories', { timeout: 60_000 }, async () => {
    const ctx = await openCategories();
    const at = ctx.now().toISOString();
    const rest = { parentId: null, hidden: false, movedInto: null, version: 1, createdAt: at, updatedAt: at };
    for (let from = 4; from < 1_999; from += 399)
      await ctx.data.batch((write) => {
        for (let n = from; n < Math.min(from + 399, 1_999); n += 1)
          write.create(Categories, `cat_${n}`, {
            slug: `c-${n}`,
            name: named(`C ${n}`),
            path: [`cat_${n}`],
            position: n,
            ...rest,
          });
      });

    const replies = await Promise.all(['Last', 'Beyond'].map((word) => addCategory(ctx, { name: named(word) })));

    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.details).toMatchObject({ code: 'TooManyCategories' });
  });
});

describe('PATCH /api/admin/categories/{id}', () => {
  it('renames a category in three languages, and the search knows the new name alone', async () => {
    const ctx = await openCategories();
    const id = await categoryIdOf(ctx, 'tableware');
    const found = async (search: string) => (await call(listProducts, { query: { search } })).body.total;
    expect(await found('tableware')).toBe(3);

    const { status, body } = await patchCategory(ctx, id, { name: named('Crockery'), version: 1 });
    await settleCategories(ctx);

    expect(status).toBe(200);
    expect(body.category).toMatchObject({ name: named('Crockery'), slug: 'tableware', version: 2 });
    expect(await found('crockery')).toBe(3);
    expect(await found('tableware')).toBe(0);
    expect(await actsOf(ctx, 'category.changed')).toMatchObject([{ targetId: id, after: { renamed: true } }]);
  });

  it('changes nothing and records nothing when it is repeated, with any version', async () => {
    const ctx = await openCategories();
    const id = await categoryIdOf(ctx, 'gifts');
    await patchCategory(ctx, id, { hidden: true, version: 1 });

    const again = await patchCategory(ctx, id, { hidden: true, version: 1 });

    expect(again).toMatchObject({ status: 200, body: { category: { hidden: true, version: 2 } } });
    expect(await actsOf(ctx, 'category.changed')).toHaveLength(1);
  });

  it('applies one of two changes of the same version, and names the current one', async () => {
    const ctx = await openCategories();
    const id = await categoryIdOf(ctx, 'gifts');

    const replies = await Promise.all(
      ['A', 'B'].map((word) => patchCategory(ctx, id, { name: named(word), version: 1 })),
    );

    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.body.details).toMatchObject({ code: 'StaleVersion', version: '2' });
  });

  it('moves a subtree with its products, and counts them under the new parent', async () => {
    const ctx = await openCategories();
    const [lighting, tableware] = [await categoryIdOf(ctx, 'lighting'), await categoryIdOf(ctx, 'tableware')];

    const { body } = await patchCategory(ctx, lighting, { parentId: tableware });
    await settleCategories(ctx);

    expect(body.category).toMatchObject({ parentId: tableware, depth: 2 });
    expect((await categoriesOf(ctx)).map(({ slug, depth, products }) => [slug, depth, products])).toEqual([
      ['tableware', 1, 5],
      ['lighting', 2, 2],
      ['desk-lamps', 3, 1],
      ['gifts', 1, 1],
    ]);
    expect(await titlesUnder(ctx, 'tableware')).toHaveLength(5);
  });

  it('orders siblings by position', async () => {
    const ctx = await openCategories();
    const gifts = await categoryIdOf(ctx, 'gifts');

    await patchCategory(ctx, gifts, { position: 0 });

    expect((await categoriesOf(ctx)).map(({ slug }) => slug)).toEqual(['gifts', 'lighting', 'desk-lamps', 'tableware']);
  });

  it('keeps a former slug claimed, for lists and against other categories', async () => {
    const ctx = await openCategories();
    const [gifts, tableware] = [await categoryIdOf(ctx, 'gifts'), await categoryIdOf(ctx, 'tableware')];

    expect((await patchCategory(ctx, gifts, { slug: 'presents' })).status).toBe(200);

    expect(await titlesUnder(ctx, 'gifts')).toEqual(await titlesUnder(ctx, 'presents'));
    expect((await patchCategory(ctx, tableware, { slug: 'gifts' })).body.details).toMatchObject({ code: 'SlugTaken' });
    expect((await addCategory(ctx, { name: named('Gifts') })).body.details).toMatchObject({ code: 'SlugTaken' });
    expect((await patchCategory(ctx, gifts, { slug: 'gifts' })).status).toBe(200);
  });

  it('claims the slug of a category of an earlier version when it gets another one', async () => {
    const ctx = await openCategories();
    const gifts = await categoryIdOf(ctx, 'gifts');
    await ctx.data.delete(CategorySlugs, 'gifts');

    expect((await addCategory(ctx, { name: named('Gifts') })).body.details).toMatchObject({ code: 'SlugTaken' });
    await patchCategory(ctx, gifts, { slug: 'presents' });

    expect((await ctx.data.need(CategorySlugs, 'gifts')).data.categoryId).toBe(gifts);
  });

  it('rejects a move into itself, below itself, to nowhere and below the fourth level', async () => {
    const ctx = await openCategories();
    const [lighting, lamps, gifts] = [
      await categoryIdOf(ctx, 'lighting'),
      await categoryIdOf(ctx, 'desk-lamps'),
      await categoryIdOf(ctx, 'gifts'),
    ];
    const inner = (await addCategory(ctx, { name: named('Inner'), parentId: gifts })).body.category.id;
    const deep = (await addCategory(ctx, { name: named('Deep'), parentId: inner })).body.category.id;

    for (const parentId of [lighting, lamps, 'cat_nothing', deep])
      expect(await patchCategory(ctx, lighting, { parentId })).toMatchObject({
        status: 400,
        body: { details: { parentId: expect.any(String) } },
      });
  });

  it('moves 200 categories at once and not 201', { timeout: 60_000 }, async () => {
    const ctx = await openCategories();
    const [lighting, gifts] = [await categoryIdOf(ctx, 'lighting'), await categoryIdOf(ctx, 'gifts')];
    const at = ctx.now().toISOString();
    const rest = { parentId: lighting, hidden: false, movedInto: null, version: 1, createdAt: at, updatedAt: at };
    await ctx.data.batch((write) => {
      for (let n = 0; n < 199; n += 1)
        write.create(Categories, `cat_${n}`, {
          slug: `c-${n}`,
          name: named(`C ${n}`),
          path: [lighting, `cat_${n}`],
          position: n + 1,
          ...rest,
        });
    });

    expect(await patchCategory(ctx, lighting, { parentId: gifts })).toMatchObject({
      status: 409,
      body: { details: { code: 'SubtreeTooLarge' } },
    });
    await removeCategory(ctx, 'cat_0');
    expect((await patchCategory(ctx, lighting, { parentId: gifts })).status).toBe(200);
    expect((await ctx.data.need(Categories, 'cat_198')).data.path).toEqual([gifts, lighting, 'cat_198']);
  });

  it('hides a category and its descendants from lists, and keeps their products listed', async () => {
    const ctx = await openCategories();
    const lighting = await categoryIdOf(ctx, 'lighting');

    await patchCategory(ctx, lighting, { hidden: true });
    await settleCategories(ctx);

    const { body } = await call(listProducts, { query: {} });
    expect(body.total).toBe(5);
    expect(body.facets.categories.map(({ slug }) => slug)).toEqual(['tableware', 'gifts']);
    expect(body.products.find(({ slug }) => slug === 'desk-lamp')?.categories).toEqual([]);
    expect((await call(listProducts, { query: { search: 'lighting' } })).body.total).toBe(0);
    expect((await categoriesOf(ctx)).find(({ slug }) => slug === 'lighting')).toMatchObject({
      hidden: true,
      products: 2,
    });
  });
});

describe('the routes of categories', () => {
  it('let only administrators in, and respond with 404 to an unknown id before they read the body', async () => {
    const ctx = await openCategories();
    const seller = { ...(await asUser(ctx)), ids: ctx.ids };

    for (const reply of [
      await call(list, { as: seller }),
      await addCategory(seller, {}),
      await removeCategory(seller, 'cat_x'),
    ])
      expect(reply.status).toBe(403);
    expect((await call(list)).status).toBe(401);
    expect((await patchCategory(ctx, 'cat_nothing', { hidden: 'perhaps' })).status).toBe(404);
    expect((await removeCategory(ctx, 'cat_nothing')).status).toBe(404);
  });

  it('accept the categories of an import without a session', async () => {
    const ctx = await openSmallShop();

    await expect(createCategory(ctx, { name: named('Imported') })).resolves.toMatch(/^cat_/);
  });
});
