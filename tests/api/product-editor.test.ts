import { expect, it } from 'vitest';
import { editorData } from '#app/(seller)/sell/products/editor-data.ts';
import { categoryIdOf, openCategories, patchCategory } from '#tests/support/categories.ts';

it('the editor offers a hidden category only for a product that has it, so that it can leave it', async () => {
  const ctx = await openCategories();
  const id = await categoryIdOf(ctx, 'tableware');
  await patchCategory(ctx, id, { hidden: true });
  const choices = async (product?: Parameters<typeof editorData>[1]) =>
    (await editorData(ctx, product)).categories.filter((choice) => choice.id === id);

  expect(await choices()).toEqual([]);
  expect(await choices({ currency: 'UAH', categories: [] })).toEqual([]);
  const own = { id, slug: 'tableware', name: 'Tableware', hidden: true };
  expect(await choices({ currency: 'UAH', categories: [own] })).toEqual([{ id, names: ['Tableware'], isHidden: true }]);
});
