import type { Page } from 'playwright/test';
import { systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import en from '#lib/i18n/console/en/categories.json' with { type: 'json' };
import ru from '#lib/i18n/console/ru/categories.json' with { type: 'json' };
import uk from '#lib/i18n/console/uk/categories.json' with { type: 'json' };
import { fill } from '#lib/i18n/fill.ts';
import { locales } from '#lib/i18n/values.ts';
import { createCategory } from '#lib/store/catalog/categories.ts';
import { Categories, Products } from '#lib/store/collections.ts';
import { createProduct } from '#lib/store/products/products.ts';
import { lookIn } from './fixtures/form.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { expectSound, findingsOf, NARROWEST, widthOf } from './fixtures/sound.ts';

const texts = { en, uk, ru } as const;
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
/** The line that says what has been done. Dialogs and the menu have lines of their own. */
const said = (page: Page) => page.locator('#content > [role="status"]');
const press = (page: Page, name: string, act: string) =>
  row(page, name).getByRole('button', { name: act, exact: true }).press('Enter');

/** Creates a category of this name with a slug of its own; returns both. */
async function putCategory(world: Runtime, word: string, parentId: string | null = null) {
  const slug = `c-${newId('category').slice(4).toLowerCase()}`;
  const name = { en: word, uk: `${word} укр`, ru: `${word} рус` };
  const id = await createCategory(systemContext(world, newId('request')), { name, slug, parentId });
  return { id, slug };
}
const fileUnder = (world: Runtime, categoryId: string, status: 'draft' | 'published') =>
  createProduct(systemContext(world, newId('request')), {
    ...{ title: `Thing ${status}`, priceMinor: 5_000, categories: [categoryId], status, stock: 3 },
  });

test.describe('by keyboard', () => {
  // The address of another category is refused.
  test.use({ refusals: [409] });

  test('an admin creates, renames, orders and moves a category, and its former address still leads to it', async ({
    page,
    world,
    signInAs,
  }) => {
    const target = await putCategory(world, 'Zeta shelf');
    const sibling = await putCategory(world, 'Zeta rug', target.id);
    await signInAs({ role: 'admin' });
    await page.goto('/admin/categories');

    await page.getByRole('button', { name: en.create }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(en.nameEn).fill('Zeta lamps');
    await dialog.getByLabel(en.nameUk).fill('Зета лампи');
    await dialog.getByRole('button', { name: en.save }).press('Enter');
    await expect(dialog.getByLabel(en.nameRu)).toBeFocused();
    await expect(dialog.getByLabel(en.nameRu)).toHaveAccessibleDescription(en.nameMissing);
    await dialog.getByLabel(en.nameRu).fill('Зета лампы');
    await dialog.getByLabel(en.parent).selectOption(target.id);
    await dialog.getByRole('button', { name: en.save }).press('Enter');
    await expect(said(page)).toHaveText(fill(en.created, { name: 'Zeta lamps' }, 'en'));
    await expect(row(page, 'Zeta lamps')).toContainText('zeta-lamps');

    await row(page, 'Zeta lamps')
      .getByRole('button', { name: fill(en.up, { name: 'Zeta lamps' }, 'en') })
      .press('Enter');
    await expect(said(page)).toHaveText(fill(en.placed, { name: 'Zeta lamps', place: 1, count: 2 }, 'en'));
    await expect
      .poll(async () =>
        (await page.getByRole('row').allTextContents()).flatMap((text) => /Zeta (?:lamps|rug)/.exec(text) ?? []),
      )
      .toEqual(['Zeta lamps', 'Zeta rug']);
    await expect(page.getByRole('button', { name: fill(en.up, { name: 'Zeta lamps' }, 'en') })).toBeFocused();

    await press(page, 'Zeta lamps', en.edit);
    await dialog.getByLabel(en.nameEn).fill('Zeta lights');
    await dialog.getByLabel(en.slug).fill(target.slug);
    await dialog.getByRole('button', { name: en.save }).press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText(en.problem_SlugTaken);
    await dialog.getByLabel(en.slug).fill('zeta-lights');
    await dialog.getByLabel(en.hide).check();
    await dialog.getByLabel(en.hide).uncheck();
    await dialog.getByRole('button', { name: en.save }).press('Enter');
    await expect(row(page, 'Zeta lights')).toContainText('zeta-lights');

    await press(page, 'Zeta lights', en.move);
    await dialog.getByLabel(en.parent).selectOption('');
    await dialog.getByRole('button', { name: en.moveSubmit }).press('Enter');
    await expect(said(page)).toHaveText(fill(en.moved, { name: 'Zeta lights' }, 'en'));
    await expect
      .poll(async () => (await world.data.need(Categories, sibling.id)).data.path)
      .toEqual([target.id, sibling.id]);

    const former = await page.request.get('/uk/products?categories=zeta-lamps&inStock=true', { maxRedirects: 0 });
    expect(former.status()).toBe(308);
    expect(former.headers().location).toContain('/uk/products?categories=zeta-lights&inStock=true');
  });
});

test.describe('a category with products', () => {
  test.use({ refusals: [409] });

  test('is deleted after its products, drafts too, have moved', async ({ page, world, signInAs }) => {
    const parent = await putCategory(world, 'Omega parent');
    const old = await putCategory(world, 'Omega old', parent.id);
    const kept = await putCategory(world, 'Omega kept');
    const draft = await fileUnder(world, old.id, 'draft');
    await signInAs({ role: 'admin' });
    await page.goto('/admin/categories');

    await press(page, 'Omega parent', en.delete);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(fill(en.deleteChildren, { count: 1 }, 'en'));
    await page.keyboard.press('Escape');

    // The draft is in no count of the list, so the server names it.
    await press(page, 'Omega old', en.delete);
    await dialog.getByRole('button', { name: en.deleteSubmit }).press('Enter');
    await expect(dialog.getByRole('status')).toContainText(fill(en.deleteProducts, { count: 1 }, 'en'));
    await dialog.getByRole('button', { name: en.deleteMove }).press('Enter');
    await expect(dialog.getByLabel(en.into)).toHaveAccessibleDescription(en.chooseTarget);
    await dialog.getByLabel(en.into).selectOption(kept.id);
    await dialog.getByRole('button', { name: en.deleteMove }).press('Enter');
    await expect(said(page)).toHaveText(fill(en.moving, { count: 1 }, 'en'));
    await expect(said(page)).toBeFocused();

    await expect
      .poll(async () => (await world.data.need(Products, draft.id)).data.categoryIds, { timeout: 30_000 })
      .toEqual([kept.id]);
    await expect(row(page, 'Omega old')).toHaveCount(0, { timeout: 60_000 });
  });
});

for (const [at, locale] of locales.entries())
  test(`the page of categories is sound in ${locale}`, lookIn(at, 0), async ({ page, world, signInAs }) => {
    const t = texts[locale];
    const deep = await putCategory(world, 'Довга назва-категорії-без-кінця та краю');
    const inner = await putCategory(world, 'Усередині', deep.id);
    await putCategory(world, 'Ще глибше', inner.id);
    await world.data.update(Categories, deep.id, { hidden: true });
    await signInAs({ role: 'admin', locale });

    await page.goto('/admin/categories');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.title);
    await expect(page.getByText(t.hiddenAbove).first()).toBeVisible();
    await expectSound(page, `categories-${locale}`);
    for (const act of [t.edit, t.move, t.delete]) {
      await page.goto('/admin/categories');
      await page.getByRole('button', { name: act, exact: true }).last().press('Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await findingsOf(page)).toEqual([]);
      expect(await widthOf(page)).toBeLessThanOrEqual(NARROWEST);
      await shoot(page, `categories-${act}-${locale}`);
    }
  });
