import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { VerificationProcedures } from '#lib/admin/collections.ts';
import { addEvidence } from '#lib/admin/verification/evidence.ts';
import { reasonTexts } from '#lib/admin/verification/reason-texts.ts';
import { reviewProcedure } from '#lib/admin/verification/review.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { Users } from '#lib/auth/collections.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { DAY_MS } from '#lib/core/time.ts';
import enCommon from '#lib/i18n/console/en/common.json' with { type: 'json' };
import en from '#lib/i18n/console/en/verification.json' with { type: 'json' };
import ru from '#lib/i18n/console/ru/verification.json' with { type: 'json' };
import ukCommon from '#lib/i18n/console/uk/common.json' with { type: 'json' };
import uk from '#lib/i18n/console/uk/verification.json' with { type: 'json' };
import { locales } from '#lib/i18n/values.ts';
import { makePerson, type Person } from '#tests/support/browser.ts';
import { pdfOf, putProcedure } from '#tests/support/verification.ts';
import { everyRow } from '#tests/support/world.ts';
import { lookIn } from './fixtures/form.ts';
import { openByKeyboard } from './fixtures/presses.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { expectSound, findingsOf } from './fixtures/sound.ts';

const texts = { en, uk, ru } as const;
const WIDE = { width: 1440, height: 900 };

/** Applies as a new person, with an image as evidence. The procedure is due before all others. */
async function applied(world: Runtime, name: string): Promise<{ readonly person: Person; readonly number: string }> {
  const person = await makePerson(world, { name });
  const number = await putProcedure(person.ctx, { withFile: false });
  const file = { filename: 'passport.png', bytes: readFileSync('public/icons/icon-512.png') };
  await addEvidence(person.ctx, number, { kind: 'document_front', file });
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  await world.data.update(VerificationProcedures, number, { submittedAt: daysAgo(10), slaDueAt: daysAgo(7) });
  return { person, number };
}
const statusOf = async (world: Runtime, number: string) =>
  (await world.data.need(VerificationProcedures, number)).data.status;
const pathOf = (number: string) => `/admin/verification/${number}`;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const act = (page: Page, name: string) => page.getByRole('region', { name: en.actions }).getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog');

test.describe('from the overview by keyboard, in at most twelve presses, an admin', () => {
  test('approves a verification', async ({ page, world, signInAs }) => {
    const { person, number } = await applied(world, 'Ярина Схвалена');
    await signInAs({ role: 'admin' });
    const { press, tabTo } = await openByKeyboard(page);

    await press('g', 'v');
    await expect(heading(page, en.title)).toBeVisible();
    await press('j', 'Enter');
    await expect(heading(page, 'Ярина Схвалена')).toBeVisible();
    await press('a');
    await tabTo(dialog(page).getByRole('button', { name: en.approve, exact: true }));
    await press('Enter');

    await expect(page.getByText(en.done_approve)).toBeFocused();
    await expect(page.getByText(en.status_approved, { exact: true }).first()).toBeVisible();
    expect(await statusOf(world, number)).toBe('approved');
    expect((await world.data.need(Users, person.ctx.user.id)).data.isVerified).toBe(true);
  });

  test('asks an applicant for more', async ({ page, world, signInAs }) => {
    const { number } = await applied(world, 'Orest Asked');
    await signInAs({ role: 'admin' });
    const { press, type, tabTo } = await openByKeyboard(page);

    await press('g', 'v');
    await expect(heading(page, en.title)).toBeVisible();
    await press('j', 'Enter');
    await expect(heading(page, 'Orest Asked')).toBeVisible();
    await press('i');
    await tabTo(dialog(page).getByLabel(en.message));
    await type('Please send the other side');
    await tabTo(dialog(page).getByRole('button', { name: en['request-info'], exact: true }));
    await press('Enter');

    await expect(page.getByText(en['done_request-info'])).toBeFocused();
    await expect(page.getByText('Please send the other side').first()).toBeVisible();
    expect(await statusOf(world, number)).toBe('info_requested');
    await world.data.update(VerificationProcedures, number, { slaDueAt: '2099-01-01T00:00:00.000Z' });
  });
});

test('a file is requested only when it is opened, and the reading is on record', async ({ page, world, signInAs }) => {
  const { number } = await applied(world, 'Nadia Seen');
  await signInAs({ role: 'admin' });
  await page.setViewportSize(WIDE);
  const readings = async () =>
    (await everyRow(world.data, AuditLog)).filter(
      ({ data }) => data.targetId === number && data.action === 'verification.evidence-read',
    ).length;

  await page.goto(pathOf(number));
  await expect(page.getByText(en.evidenceNote)).toBeVisible();
  expect(await readings()).toBe(0);
  await page.getByRole('button', { name: `${en.view}: ${en.file_document_front}` }).press('Enter');
  const image = page.getByRole('img', { name: `Evidence: ${en.file_document_front}` });
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
  const widthNow = async () => (await image.boundingBox())?.width ?? 0;
  const width = await widthNow();
  expect(width).toBeGreaterThan(0);
  await page.getByRole('button', { name: en.zoomIn }).press('Enter');
  await expect.poll(widthNow).toBeGreaterThan(width);
  await page.getByRole('button', { name: en.rotate }).press('Enter');
  await expect(image).toHaveClass(/rotate-90/);
  expect(await findingsOf(page)).toEqual([]);
  await shoot(page, 'procedure-evidence-zoomed');
  await page.getByRole('button', { name: en.zoomOut }).press('Enter');
  await shoot(page, 'procedure-evidence');

  expect(await readings()).toBe(1);
});

test.describe('with a missing file', () => {
  test.use({ refusals: [404] });

  for (const [what, file] of [
    ['an image', { filename: 'passport.png', bytes: readFileSync('public/icons/icon-192.png') }],
    ['a PDF', pdfOf('The first page')],
  ] as const)
    test(`says that ${what} does not open, and requests it again`, async ({ page, world, signInAs }) => {
      const person = await makePerson(world, { name: 'Petro Filed' });
      const number = await putProcedure(person.ctx, { withFile: false });
      await addEvidence(person.ctx, number, { kind: 'selfie', file });
      await signInAs({ role: 'admin' });
      await page.goto(pathOf(number));
      const answer = { status: 404, json: { message: 'File not found' } };
      await page.route('**/evidence/*', (route) => route.fulfill(answer));

      await page.getByRole('button', { name: `${en.view}: ${en.file_selfie}` }).press('Enter');
      const viewer = page.getByRole('group', { name: `Evidence: ${en.file_selfie}` });
      await expect(viewer.getByRole('alert')).toContainText(en.fileFailed);
      await expect(viewer.getByRole('link')).toHaveCount(0);
      await page.unroute('**/evidence/*');
      const opened = page.waitForResponse((response) => response.url().includes('/evidence/') && response.ok());
      await viewer.getByRole('button', { name: enCommon.retry }).press('Enter');

      await opened;
      await expect(viewer.getByRole('link', { name: en.openFile })).toBeVisible();
    });
});

test('the keys of a reviewer are those of a Cyrillic keyboard too, and not heard in a field', async ({
  page,
  world,
  signInAs,
}) => {
  const { number } = await applied(world, 'Keyed Kyrylo');
  await signInAs({ role: 'admin', locale: 'uk' });
  await page.goto(pathOf(number));
  const type = (key: string, code: string) =>
    page.evaluate(
      (press) => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', press)),
      { key, code, bubbles: true, cancelable: true },
    );

  await type('к', 'KeyR');
  const reason = dialog(page).getByLabel(ukCommon.reason, { exact: true });
  await expect(reason).toBeVisible();
  await reason.focus();
  await type('ф', 'KeyA');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await type('ф', 'KeyA');

  await expect(dialog(page).getByRole('button', { name: uk.approve, exact: true })).toBeVisible();
  expect(await statusOf(world, number)).toBe('submitted');
});

test('a template of a rejection is in the language of the applicant, and own words stay', async ({
  page,
  world,
  signInAs,
}) => {
  const { person, number } = await applied(world, 'Ганна Відхилена');
  await world.data.update(Users, person.ctx.user.id, { locale: 'uk' });
  await signInAs({ role: 'admin' });
  await page.goto(pathOf(number));

  await act(page, en.reject).press('Enter');
  const reason = dialog(page).getByLabel(enCommon.reason, { exact: true });
  await dialog(page).getByRole('button', { name: en.reject, exact: true }).press('Enter');
  await expect(reason).toHaveAccessibleDescription(new RegExp(enCommon.reasonShort));
  await dialog(page).getByLabel(en.template).selectOption('unreadable');
  await expect(reason).toHaveValue(reasonTexts.uk.unreadable);
  await dialog(page).getByLabel(en.template).selectOption('mismatch');
  await expect(reason).toHaveValue(reasonTexts.uk.mismatch);
  await reason.fill('Ім’я інше');
  await dialog(page).getByLabel(en.template).selectOption('other');
  await expect(reason).toHaveValue('Ім’я інше');
  await dialog(page).getByRole('button', { name: en.reject, exact: true }).press('Enter');

  await expect(page.getByText(en.done_reject)).toBeVisible();
  await expect(act(page, en.approve)).toHaveCount(0);
  expect((await world.data.need(VerificationProcedures, number)).data).toMatchObject({
    ...{ status: 'rejected', reasonCode: 'other', reason: 'Ім’я інше' },
  });
});

test.describe('with refusals', () => {
  test.use({ refusals: [409] });

  test('a case that another administrator took is marked as changed, and taken over only after a reload', async ({
    page,
    world,
    signInAs,
  }) => {
    const { number } = await applied(world, 'Taras Twice');
    const boris = await makePerson(world, { role: 'admin', name: 'Boris Other' });
    await signInAs({ role: 'admin' });
    await page.setViewportSize(WIDE);
    await page.goto(pathOf(number));
    await page.keyboard.press('?');
    await expect(dialog(page)).toContainText(en.approve);
    await page.keyboard.press('Escape');

    await page.keyboard.press('a');
    await reviewProcedure(boris.ctx, number, 'under-review', {});
    await dialog(page).getByRole('button', { name: en.approve, exact: true }).press('Enter');
    await expect(dialog(page).getByRole('alert')).toHaveText(en.staleText);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alert').filter({ hasText: en.stale })).toBeVisible();
    expect(await statusOf(world, number)).toBe('under_review');

    await page.getByRole('button', { name: en.reload, exact: true }).press('Enter');
    await expect(page.getByText('Boris Other is reviewing this application.')).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: en.stale })).toHaveCount(0);
    await page.keyboard.press('u');
    await expect(dialog(page)).toContainText('Boris Other');
    await dialog(page).getByRole('button', { name: en.takeOver, exact: true }).press('Enter');
    await expect(page.getByText(en.mine)).toBeVisible();
    await expect(act(page, en.takeOver)).toHaveCount(0);
  });
});

test('an administrator sees neither answers nor files of their own application', async ({ page, signInAs }) => {
  const { ctx } = await signInAs({ role: 'admin' });
  const number = await putProcedure(ctx);

  await page.goto(pathOf(number));

  await expect(page.getByRole('heading', { name: en.own })).toBeVisible();
  await expect(page.getByRole('button', { name: en.approve })).toHaveCount(0);
  await expect(page.getByText('Olena Koval')).toHaveCount(0);
});

for (const [at, locale] of locales.entries())
  test(`the pages of verification are sound in ${locale}`, lookIn(at, 1), async ({ page, world, signInAs }) => {
    const t = texts[locale];
    const { number } = await applied(world, 'Ярина Довгопрізвищна-Нескінченна');
    await signInAs({ role: 'admin', locale });

    await page.goto('/admin/verification');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.title);
    await expectSound(page, `verification-queue-${locale}`);
    await page.goto(pathOf(number));
    await expect(page.getByText(t.evidenceNote)).toBeVisible();
    await expectSound(page, `procedure-${locale}`);
    for (const name of [t.reject, t['request-info']]) {
      await page.getByRole('button', { name, exact: true }).press('Enter');
      await expect(dialog(page)).toBeVisible();
      expect(await findingsOf(page)).toEqual([]);
      await shoot(page, `procedure-${name === t.reject ? 'reject' : 'ask'}-${locale}`);
      await page.keyboard.press('Escape');
    }
    await page.goto('/admin/verification?kind=vendor');
    await expect(page.getByRole('heading', { name: t.noneOfKind })).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [360, 1440]) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 900 });
        for (const [path, name] of [
          ['/admin/verification', 'queue'],
          [pathOf(number), 'procedure'],
        ] as const) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          expect(await findingsOf(page), `${name} ${colorScheme} ${width}`).toEqual([]);
          await shoot(page, `verification-${name}-${locale}-${colorScheme}-${width}`);
        }
      }
  });
