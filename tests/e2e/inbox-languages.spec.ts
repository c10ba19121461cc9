import { randomInt } from 'node:crypto';
import type { Page } from 'playwright/test';
import type { Runtime } from '#lib/context/runtime.ts';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import { createTask } from '#lib/crm/tasks/tasks.ts';
import inboxRu from '#lib/i18n/console/ru/inbox.json' with { type: 'json' };
import replyRu from '#lib/i18n/console/ru/reply.json' with { type: 'json' };
import inboxUk from '#lib/i18n/console/uk/inbox.json' with { type: 'json' };
import replyUk from '#lib/i18n/console/uk/reply.json' with { type: 'json' };
import { receive } from '#tests/support/inbox.ts';
import { long, lookIn } from './fixtures/form.ts';
import { noProposal } from './fixtures/inbox-page.ts';
import { latinWords } from './fixtures/latin.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { findingsOf, widthOf } from './fixtures/sound.ts';

const texts = {
  uk: { ...inboxUk, ...replyUk },
  ru: { ...inboxRu, ...replyRu },
};

/** Returns a mail in Cyrillic letters with a quote, and a subject that no other test uses. */
async function letter(world: Runtime) {
  const subject = `Чайник ${randomInt(1_000_000_000)}`;
  const mail = {
    subject,
    from: 'Олена Коваль <olena@example.test>',
    text: 'Коли приїде чайник?\n\n> Цитата',
    headers: noProposal,
  };
  return { subject, ...(await receive(world, mail)) };
}

test.use({ refusals: [409] });

for (const [at, locale] of (['uk', 'ru'] as const).entries())
  test(
    `no English word stays in the inbox of an admin who reads ${locale}`,
    lookIn(at, 1),
    async ({ page, world, signInAs }) => {
      const { threadId, subject } = await letter(world);
      const admin = await signInAs({ role: 'admin', locale, name: 'Іван' });
      await createDraft(admin.ctx, threadId, 'Завтра.\nПлаза');
      await createTask(admin.ctx, { threadId, title: 'Подзвонити', taskType: 'call', priority: 'high' });
      const t = texts[locale];

      await page.goto(`/admin/inbox?q=${encodeURIComponent(subject)}`);
      await expect(page.getByRole('link').filter({ hasText: subject })).toBeVisible();
      expect(await latinWords(page), 'list').toEqual([]);
      const csv = await page.getByRole('link', { name: /CSV/ }).getAttribute('href');
      const { pathname, searchParams } = new URL(csv ?? '', page.url());
      expect([pathname, [...searchParams]]).toEqual(['/api/admin/exports/threads', [['q', subject]]]);

      await page.goto(`/admin/inbox/${threadId}?q=${encodeURIComponent(subject)}`);
      await expect(page.getByRole('region', { name: t.tasks })).toContainText('Подзвонити');
      expect(await latinWords(page), 'thread').toEqual([]);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: t.keysTitle })).toBeVisible();
      expect(await latinWords(page), 'keys').toEqual([]);
      await page.keyboard.press('Escape');
      await refuseOnce(page);
      await page.getByRole('button', { name: t.approve, exact: true }).click();
      await expect(page.getByText(t.step_StaleVersion).first()).toBeVisible();
      expect(await latinWords(page), 'refusal').toEqual([]);
      await page.getByRole('button', { name: t.approve, exact: true }).click();
      await page.getByRole('button', { name: t.send, exact: true }).click();
      await expect(page.getByRole('dialog', { name: t.sendTitle })).toBeVisible();
      expect(await latinWords(page), 'send').toEqual([]);

      for (const place of ['drafts', 'tasks', 'contacts', 'channels', 'analytics', 'dead-letters']) {
        await page.goto(`/admin/inbox/${place}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await latinWords(page), place).toEqual([]);
      }
    },
  );

test('keys of a Cyrillic keyboard lead to the drafts, however long the first is held', async ({
  page,
  world,
  signInAs,
}) => {
  const { subject } = await letter(world);
  await signInAs({ role: 'admin' });
  await page.goto(`/admin/inbox?q=${encodeURIComponent(subject)}`);
  const found = page.getByRole('link').filter({ hasText: subject });
  await expect(found).toBeVisible();
  await page.keyboard.press('j');
  await expect(found).toBeFocused();

  await page.evaluate(() => {
    const press = (key: string, code: string, repeat = false) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, repeat, bubbles: true, cancelable: true }));
    press('п', 'KeyG');
    for (let held = 0; held < 3; held += 1) press('п', 'KeyG', true);
    press('в', 'KeyD');
  });

  await expect(page).toHaveURL(/\/admin\/inbox\/drafts$/);
});

for (const locale of ['en', 'uk', 'ru'] as const)
  test(
    `the list and a thread are sound in ${locale}, at each width and in each theme`,
    long,
    async ({ page, world, signInAs }) => {
      const { threadId, subject } = await letter(world);
      const admin = await signInAs({ role: 'admin', locale });
      await createDraft(admin.ctx, threadId, 'Завтра.\nПлаза');

      for (const path of [`/admin/inbox?q=${encodeURIComponent(subject)}`, `/admin/inbox/${threadId}`])
        for (const width of [360, 1440])
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.setViewportSize({ width, height: 900 });
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            await page.goto(path);
            await expect(page.getByText(subject).first()).toBeAttached();
            expect(await findingsOf(page), `${path} ${width} ${colorScheme}`).toEqual([]);
            expect(await widthOf(page), `${path} ${width}`).toBeLessThanOrEqual(width);
          }
    },
  );

/** Makes the server refuse the next approval, as it does when somebody else was faster. */
async function refuseOnce(page: Page): Promise<void> {
  const body = {
    error: 'Conflict',
    message: 'Someone else has changed this draft',
    statusCode: 409,
    details: { code: 'StaleVersion' },
  };
  await page.route('**/approve', (route) => route.fulfill({ status: 409, json: body }), { times: 1 });
}
