import { describe, expect, it } from 'vitest';
import { testContext } from '#tests/support/context.ts';
import { categoryPath, categoryTree, createCategory, findCategory } from './categories.ts';

const names = (word: string) => ({ en: word, uk: `${word} (uk)`, ru: `${word} (ru)` });

describe('the category tree', () => {
  it('lists each parent before its children, and siblings by position', async () => {
    const ctx = await testContext();
    const home = await createCategory(ctx, { name: names('Home'), position: 2 });
    await createCategory(ctx, { name: names('Lamps'), parentId: home, position: 1 });
    await createCategory(ctx, { name: names('Rugs'), parentId: home, position: 0 });
    await createCategory(ctx, { name: names('Books'), position: 1 });

    const tree = await categoryTree(ctx);

    expect(tree.inOrder.map(({ slug }) => slug)).toEqual(['books', 'home', 'rugs', 'lamps']);
  });

  it('finds a category by id and slug, and hides hidden categories with their children', async () => {
    const ctx = await testContext();
    const home = await createCategory(ctx, { name: names('Home'), hidden: true });
    const lamps = await createCategory(ctx, { name: names('Lamps'), parentId: home });
    const rugs = await createCategory(ctx, { name: names('Rugs') });

    expect((await findCategory(ctx, rugs))?.slug).toBe('rugs');
    expect((await findCategory(ctx, 'rugs'))?.id).toBe(rugs);
    expect(await findCategory(ctx, 'home')).toBeNull();
    expect(await findCategory(ctx, lamps)).toBeNull();
    expect(await findCategory(ctx, 'nothing')).toBeNull();
  });

  it('returns the path from the root in the requested language', async () => {
    const ctx = await testContext();
    const home = await createCategory(ctx, { name: names('Home') });
    const lamps = await createCategory(ctx, { name: names('Lamps'), parentId: home });

    const path = categoryPath(await categoryTree(ctx), lamps, 'uk');

    expect(path.map(({ name }) => name)).toEqual(['Home (uk)', 'Lamps (uk)']);
  });

  it('rejects a duplicate slug, also concurrently, and a fifth level', async () => {
    const ctx = await testContext();
    const twice = await Promise.allSettled([1, 2].map(() => createCategory(ctx, { name: names('Lamps') })));
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);

    let parentId = await createCategory(ctx, { name: names('One') });
    for (const word of ['Two', 'Three', 'Four']) parentId = await createCategory(ctx, { name: names(word), parentId });
    await expect(createCategory(ctx, { name: names('Five'), parentId })).rejects.toMatchObject({ status: 400 });
  });

  it('changes its stamp with every change', async () => {
    const ctx = await testContext();
    const before = (await categoryTree(ctx)).stamp;
    await createCategory(ctx, { name: names('Lamps') });

    expect((await categoryTree(ctx)).stamp).not.toBe(before);
  });
});
