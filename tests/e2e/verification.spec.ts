import type { Page } from 'playwright/test';
import type { ReviewInput } from '#lib/admin/schemas/verification-input.ts';
import { applyForVerification } from '#lib/admin/verification/apply.ts';
import { reviewProcedure } from '#lib/admin/verification/review.ts';
import type { ReviewAction } from '#lib/admin/verification/values.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { locales } from '#lib/i18n/values.ts';
import { makePerson } from '#tests/support/browser.ts';
import { identity, pdfOf } from '#tests/support/verification.ts';
import { lookIn } from './fixtures/form.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { expectSound, NARROWEST, widthOf } from './fixtures/sound.ts';
import { prefixOf, startOf, words } from './fixtures/words.ts';

const PATH = '/account/verification';
const t = words.en.verification;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Presses a button with the keyboard. */
const press = (page: Page, name: string) => button(page, name).press('Enter');
const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name, { exact: true });
const badge = (page: Page, text: string) => page.getByRole('article').getByText(text, { exact: true });

async function review(world: Runtime, number: string, action: ReviewAction, input: ReviewInput): Promise<void> {
  const { ctx } = await makePerson(world, { role: 'admin', name: 'Reviewer' });
  await reviewProcedure(ctx, number, action, input);
}

/** Returns the number of the only application on the page. */
async function numberOn(page: Page): Promise<string> {
  const title = await page.getByRole('heading', { level: 3 }).textContent();
  return title?.match(/VP-\d{4}-\w{6}/)?.[0] ?? '';
}

async function fillIn(page: Page): Promise<void> {
  await field(page, t.legalName).fill(identity.legalName);
  await field(page, t.birthDate).fill(identity.birthDate);
  await field(page, t.country).selectOption(identity.country);
  await field(page, t.documentType).selectOption(identity.documentType);
  await field(page, t.documentNumberLast4).fill('12ab');
}

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: NARROWEST, height: 640 } });

  test('an applicant applies by keyboard, uploads a document, answers a question and reads the decision', async ({
    page,
    world,
    signInAs,
  }) => {
    await signInAs();
    await page.goto('/account');
    await page.getByRole('link', { name: t.open }).press('Enter');
    await expect(page.getByRole('heading', { name: t.empty })).toBeVisible();

    await press(page, t.apply);
    await press(page, t.send);
    await expect(field(page, t.legalName)).toBeFocused();
    await expect(field(page, t.legalName)).toHaveAccessibleDescription(new RegExp(t.bad_legalName));
    await expect(field(page, t.birthDate)).toHaveAccessibleDescription(t.bad_birthDate);
    await fillIn(page);
    await press(page, t.send);

    await expect(badge(page, t.status_submitted)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button(page, t.apply)).toHaveCount(0);
    await expect(page.getByText(t.step_noFiles)).toBeVisible();
    const number = await numberOn(page);

    await press(page, t.upload);
    await expect(page.getByLabel(t.file, { exact: true })).toHaveAccessibleDescription(new RegExp(t.fileMissing));
    const { filename, bytes } = pdfOf('the first page');
    await page
      .getByLabel(t.file, { exact: true })
      .setInputFiles({ name: filename, mimeType: 'application/pdf', buffer: bytes });
    await press(page, t.upload);
    await expect(page.getByRole('status').filter({ hasText: filename })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: filename })).toContainText(t.kind_document_front);

    await review(world, number, 'request-info', { message: 'Is this your name?', fields: ['legalName'] });
    await page.reload();
    await expect(badge(page, t.status_info_requested)).toBeVisible();
    await press(page, t.answer);
    await expect(page.getByRole('dialog')).toContainText('Is this your name?');
    await expect(field(page, t.birthDate)).toHaveCount(0);
    await field(page, t.legalName).fill('Olena Kovalenko');
    await press(page, t.send);
    await expect(badge(page, t.status_submitted)).toBeVisible();
    expect(await widthOf(page)).toBeLessThanOrEqual(NARROWEST);

    await review(world, number, 'reject', { reason: 'The photo is blurred' });
    await page.reload();
    await expect(page.getByRole('article')).toContainText('The photo is blurred');
    await expect(page.getByText(startOf(t.retryAt))).toBeVisible();
    await expect(button(page, t.apply)).toHaveCount(0);
  });
});

test('an application is withdrawn only after a confirmation, and another one may follow', async ({
  page,
  signInAs,
}) => {
  const { ctx } = await signInAs();
  await applyForVerification(ctx, { kind: 'identity', answers: identity });
  await page.goto(PATH);

  await press(page, t.withdraw);
  await expect(page.getByRole('dialog', { name: t.withdrawTitle })).toBeVisible();
  await page.keyboard.press('Escape');
  // A closed dialog has no role; the button opens it again once it is gone.
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(badge(page, t.status_submitted)).toBeVisible();

  await press(page, t.withdraw);
  await page.getByRole('dialog').getByRole('button', { name: t.withdraw }).press('Enter');
  await expect(badge(page, t.status_cancelled)).toBeVisible();
  await expect(button(page, t.apply)).toBeVisible();
});

test.describe('with refusals', () => {
  test.use({ refusals: [409] });

  test('the dialog stays open and names the reason when another application is already open', async ({
    page,
    signInAs,
  }) => {
    const { ctx } = await signInAs();
    await page.goto(PATH);
    await press(page, t.apply);
    await fillIn(page);
    await applyForVerification(ctx, { kind: 'identity', answers: identity });

    await press(page, t.send);

    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(words.en.verificationProblems.AlreadyOpen);
    await expect(field(page, t.legalName)).toHaveValue(identity.legalName);
  });
});

for (const [at, locale] of locales.entries())
  test(
    `the page with a question and its dialog are sound in ${locale}`,
    lookIn(at, 1),
    async ({ page, world, signInAs }) => {
      const texts = words[locale].verification;
      const { ctx } = await signInAs({ locale });
      const { procedureNumber } = await applyForVerification(ctx, { kind: 'identity', answers: identity });
      await review(world, procedureNumber, 'request-info', { message: 'Which street?' });

      await page.goto(`${prefixOf(locale)}${PATH}`);
      await expect(badge(page, texts.status_info_requested)).toBeVisible();
      await expectSound(page, `verification-${locale}`);
      await page.setViewportSize({ width: 1440, height: 900 });
      await shoot(page, `verification-${locale}-wide`);

      await press(page, texts.answer);
      await expect(page.getByRole('dialog', { name: texts.answerTitle })).toBeVisible();
      await expectSound(page, `verification-answer-${locale}`);
    },
  );
