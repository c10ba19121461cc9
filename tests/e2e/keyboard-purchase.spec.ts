import type { Locator, Page } from 'playwright/test';
import { demoThing } from './fixtures/demo-things.ts';
import { freshAddress, readCode } from './fixtures/mailbox.ts';
import { expect, test } from './fixtures/shop-test.ts';

const MOST_STOPS = 60;

/** Presses Tab until a control has the focus. Every stop on the way must show that it has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops <= MOST_STOPS; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    expect(await focusedWithoutMark(page)).toBe('');
  }
  throw new Error(`${MOST_STOPS} presses of Tab did not reach ${target.toString()}`);
}

/** Returns the first characters of the focused element if its focus is not visible; else an empty text. */
const focusedWithoutMark = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return '';
    // The focus of a checkbox is marked on its row.
    const isMarked = [focused, focused.closest('label')].some(
      (element) => element !== null && getComputedStyle(element).outlineStyle !== 'none',
    );
    return isMarked ? '' : focused.outerHTML.slice(0, 200);
  });

test('a shopper using only the keyboard finds, buys and pays', async ({ page, context }) => {
  const { keyboard } = page;
  const notebook = demoThing('cloth-bound-notebook');
  const email = freshAddress('keyboard');
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  await page.goto('/');
  await keyboard.press('Tab');
  await expect(link('Skip to content')).toBeFocused();
  await tabTo(page, page.getByRole('searchbox', { name: 'Search' }));
  await keyboard.type('cloth notebook');
  await keyboard.press('Enter');
  await tabTo(page, link(notebook.title));
  await keyboard.press('Enter');

  await tabTo(page, button('One more'));
  await keyboard.press('Space');
  await tabTo(page, button('Add to cart'));
  await keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Added to your cart' });
  await expect(drawer).toContainText('2 items in your cart');
  await keyboard.press('Escape');
  await expect(button('Add to cart')).toBeFocused();
  await keyboard.press('Enter');
  await expect(drawer).toContainText('3 items in your cart');
  await tabTo(page, drawer.getByRole('link', { name: 'View cart' }));
  await keyboard.press('Enter');

  await tabTo(page, page.getByRole('textbox', { name: `Quantity of ${notebook.title}` }));
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('2');
  await keyboard.press('Enter');
  await expect(link('Cart, 2 items')).toBeVisible();
  await tabTo(page, button('Check out'));
  await keyboard.press('Enter');

  await tabTo(page, page.getByRole('textbox', { name: 'Email address' }));
  await keyboard.type(email);
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Six-digit code' })).toBeFocused();
  const code = await readCode(context, email);
  await page.bringToFront();
  await keyboard.type(code);

  await tabTo(page, page.getByRole('radio', { name: 'Arrange with the seller' }));
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Courier' })).toBeChecked();
  await tabTo(page, page.getByRole('radio', { name: 'Card' }));
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Plaza balance' })).toBeChecked();
  await tabTo(page, button(/^Pay /));
  await keyboard.press('Enter');
  await expect(page.getByText('Please check 3 fields.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await keyboard.type('Keyboard Only');
  await tabTo(page, page.getByRole('textbox', { name: 'City' }));
  await keyboard.type('Lviv');
  await tabTo(page, page.getByRole('textbox', { name: 'Address' }));
  await keyboard.type('Zelena 12');
  await keyboard.press('Enter');

  await expect(page.getByText('Thank you. Your order is paid')).toBeVisible();
});
