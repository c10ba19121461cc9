import type { Page } from 'playwright/test';
import type { Runtime } from '#lib/context/runtime.ts';
import { PlatformSettings } from '#lib/settings/collections.ts';
import { needSettings, sealSetting } from '#lib/settings/settings.ts';
import type { AgentChatPage } from '#lib/store/schemas/agent.ts';
import { openModelServer } from '#tests/support/model-server.ts';
import { demoThing } from './fixtures/demo-things.ts';
import { looks } from './fixtures/form.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';

const texts = {
  en: {
    prefix: '',
    ...{ open: 'Ask about this product', title: 'Questions about this product', field: 'Your question', send: 'Ask' },
    ...{ page: 'Automatic answers from this page', model: 'AI assistant', stop: 'Stop', again: 'Ask again' },
    ...{ price: 'How much does it cost?', delivery: 'How long does delivery take?', sourceOfPrice: 'Price' },
    ...{ odd: 'Who owned it in 1950?', unknown: 'This page does not say.', seller: 'Ask the seller' },
    ...{ add: 'Add to cart', added: 'Added to your cart.', cut: 'The answer was interrupted.' },
    ...{ said: 'That is on the page.' },
  },
  uk: {
    prefix: '/uk',
    ...{ open: 'Запитати про товар', title: 'Запитання про товар', field: 'Ваше запитання', send: 'Запитати' },
    ...{ page: 'Автоматичні відповіді з цієї сторінки', model: 'ШІ-помічник', stop: 'Зупинити' },
    ...{ price: 'Скільки коштує?', delivery: 'Скільки триває доставка?', sourceOfPrice: 'Ціна' },
    ...{
      odd: 'Хто володів нею 1950 року?',
      unknown: 'На цій сторінці про це не сказано.',
      seller: 'Запитати продавця',
    },
    ...{ add: 'Додати в кошик', added: 'Додано в кошик.', cut: 'Відповідь перервано.', again: 'Запитати ще раз' },
    ...{ said: 'Так сказано на сторінці.' },
  },
  ru: {
    prefix: '/ru',
    ...{ open: 'Спросить о товаре', title: 'Вопросы о товаре', field: 'Ваш вопрос', send: 'Спросить' },
    ...{ page: 'Автоматические ответы с этой страницы', model: 'ИИ-помощник', stop: 'Остановить' },
    ...{ price: 'Сколько стоит?', delivery: 'Сколько занимает доставка?', sourceOfPrice: 'Цена' },
    ...{
      odd: 'Кто владел ею в 1950 году?',
      unknown: 'На этой странице об этом не сказано.',
      seller: 'Спросить продавца',
    },
    ...{ add: 'Добавить в корзину', added: 'Добавлено в корзину.', cut: 'Ответ прерван.', again: 'Спросить ещё раз' },
    ...{ said: 'Так сказано на странице.' },
  },
} as const;
type Language = keyof typeof texts;

const panelOf = (page: Page, language: Language) =>
  page.getByRole('region', { name: texts[language].title, exact: true });

async function openPanel(page: Page, language: Language) {
  const { prefix, open } = texts[language];
  const { id, slug } = demoThing('speckled-stoneware-mug', language);
  await page.goto(`${prefix}/products/${id}/${slug}`);
  await page.getByRole('button', { name: open, exact: true }).focus();
  await page.keyboard.press('Enter');
  return panelOf(page, language);
}

async function ask(page: Page, language: Language, question: string): Promise<void> {
  // One question at a time: another one stays in its field until then.
  await expect(panelOf(page, language).getByRole('button', { name: texts[language].stop, exact: true })).toBeHidden();
  const field = panelOf(page, language).getByRole('textbox', { name: texts[language].field, exact: true });
  await field.fill(question);
  await field.press('Enter');
}

/** Returns how the last answer of the chat ended, as it is stored. */
async function lastState(page: Page, language: Language): Promise<string | undefined> {
  const { id } = demoThing('speckled-stoneware-mug', language);
  const reply = await page.request.get(`/api/store/products/${id}/agent-chat`);
  return ((await reply.json()) as AgentChatPage).messages.at(-1)?.state;
}

/** Makes a model at this address answer the questions of the shop that is tested. */
async function setModel(world: Runtime, baseUrl: string | null): Promise<void> {
  const stored = await needSettings(world, 'ai');
  const models = { classify: 'm', draft: 'm', agent: 'm' };
  const data = baseUrl === null ? {} : { provider: 'openai-compatible', baseUrl, models };
  const updatedAt = world.now().toISOString();
  const apiKey = { ciphertext: sealSetting(world.keys.settings, 'ai', 'apiKey', 'key'), last4: '', updatedAt };
  const secrets = baseUrl === null ? {} : { apiKey };
  await world.data.set(PlatformSettings, 'ai', { ...stored, data, secrets, version: stored.version + 1 });
}

// The scripted model is at a loopback address.
test.use({ vars: { AI_ALLOW_PRIVATE: 'true' } });

for (const language of ['en', 'uk', 'ru'] as const)
  test(
    `a shopper asks about a product in ${language}, with and without a model`,
    looks,
    async ({ page, signInAs, world }) => {
      const words = texts[language];
      await signInAs({ locale: language });
      const panel = await openPanel(page, language);
      await expect(panel.getByText(words.page, { exact: true })).toBeVisible();

      await panel.getByRole('button', { name: words.delivery, exact: true }).press('Enter');
      await expect(panel.getByRole('button', { name: words.seller, exact: true })).toBeVisible();
      await ask(page, language, words.price);
      const add = panel.getByRole('button', { name: words.add, exact: true });
      await expect(add).toBeVisible();
      await expect(panel.getByRole('list').getByText(words.sourceOfPrice, { exact: true })).toBeVisible();
      const priced = (await panel.getByRole('listitem').getByText('₴').last().textContent()) ?? '';
      await add.press('Enter');
      await expect(panel.getByText(words.added, { exact: true })).toBeVisible();
      if (language === 'uk') await expectSound(page, 'agent');
      await page.setViewportSize({ width: 360, height: 800 });
      await shoot(page, `agent-${language}-360`);
      await page.setViewportSize({ width: 1440, height: 900 });
      await shoot(page, `agent-${language}-1440`);

      // The chat survives a reload, and its panel stays open.
      await page.reload();
      await expect(panel.getByText(words.price).first()).toBeVisible();

      const model = await openModelServer({ say: { answered: true, text: `${priced} ${words.said}`, facts: [1] } });
      try {
        await setModel(world, model.baseUrl);
        await ask(page, language, words.price);
        await expect(panel.getByText(words.said).first()).toBeVisible();
        await expect(panel.getByText(words.model, { exact: true })).toBeVisible();

        // A model that lies is not heard: the page answers.
        model.behave({ say: { answered: true, text: `${words.said} 1 ₴`, facts: [1] } });
        await ask(page, language, words.price);
        await expect(panel.getByText(words.page, { exact: true })).toBeVisible();

        // Stopping ends the call of the model, and the chat goes on.
        model.behave('hang');
        await ask(page, language, words.price);
        await expect.poll(() => model.asked.length).toBeGreaterThan(2);
        await panel.getByRole('button', { name: words.stop, exact: true }).press('Enter');
        await expect.poll(() => model.left()).toBeGreaterThan(0);
        await expect.poll(() => lastState(page, language)).toBe('interrupted');
        await page.reload();
        await expect(panel.getByText(words.cut, { exact: false })).toBeVisible();
        await expect(panel.getByRole('button', { name: words.again, exact: true })).toBeVisible();
      } finally {
        await setModel(world, null);
        await model.close();
      }

      // What the page does not say is carried to the seller, and nothing is sent for the shopper.
      await ask(page, language, words.odd);
      await expect(panel.getByText(words.unknown).first()).toBeVisible();
      await expect(panel.getByRole('button', { name: words.stop, exact: true })).toBeHidden();
      await panel.getByRole('button', { name: words.seller, exact: true }).last().press('Enter');
      await page.waitForURL(/\/messages\//);
      await expect(page.locator('main textarea')).toHaveValue(words.odd);
    },
  );

test('a guest signs in before asking', async ({ page }) => {
  const { id, slug } = demoThing('speckled-stoneware-mug');
  await page.goto(`/products/${id}/${slug}`);
  await page.getByRole('link', { name: texts.en.open, exact: true }).click();
  await page.waitForURL(/\/sign-in\?next=/);
});
