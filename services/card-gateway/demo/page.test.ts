import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { type Customer, openCustomer } from '#tests/support/gateway-customer.ts';
import { pageTexts } from './page-texts.ts';

const opened: Customer[] = [];
afterEach(async () => {
  for (const customer of opened.splice(0)) await customer.close();
});
async function open(): Promise<Customer> {
  const customer = await openCustomer();
  opened.push(customer);
  return customer;
}

const textOf = async (url: string, headers: Record<string, string> = {}) => (await fetch(url, { headers })).text();
const decoded = (markup: string) => markup.replaceAll('&#39;', "'").replaceAll('&amp;', '&');
const buttonsOf = (markup: string) => [...markup.matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map(([, text]) => text);

describe('the hosted page', () => {
  it.each([
    ['EN', 'en', 'Demo payment. No real money.'],
    ['UA', 'uk', 'Демонстраційний платіж. Справжні гроші не списуються.'],
    ['RU', 'ru', 'Демонстрационный платёж. Настоящие деньги не списываются.'],
  ] as const)(
    'is shown in %s when the shop asks for it, with amount, lines and every choice',
    async (language, tag, demo) => {
      const customer = await open();
      const { url = '' } = await customer.pay({ language });

      const page = await textOf(url, { 'accept-language': 'de' });

      const t = pageTexts[tag];
      expect(page).toContain(`<html lang="${tag}">`);
      expect(page).toContain(demo);
      expect(page).toMatch(/1[,\s\u00a0]?547[.,]36/);
      expect(page).toContain('Лампа');
      expect(buttonsOf(page)).toEqual([t.approve, t.secure, t.slow, t.decline, t.expire, t.close]);
      expect(decoded(page)).toContain(`<label>${t.reason}`);
      for (const reason of Object.values(t.reasons)) expect(page).toContain(`>${reason}</option>`);
    },
  );

  it('follows the browser’s language for AUTO, and the buyer’s choice above all', async () => {
    const customer = await open();
    const { url = '' } = await customer.pay({ language: 'AUTO' });
    const wanted = { 'accept-language': 'fr, uk;q=0.8' };

    expect(await textOf(url, wanted)).toContain('<html lang="uk">');
    expect(await textOf(`${url}&lang=ru`, wanted)).toContain('<html lang="ru">');
    expect(await textOf(`${url}&lang=xx`)).toContain('<html lang="en">');
  });

  it('has every text in every language', () => {
    const keys = (texts: object) => Object.keys(texts).toSorted();

    for (const texts of Object.values(pageTexts)) {
      expect(keys(texts)).toEqual(keys(pageTexts.en));
      expect(keys(texts.reasons)).toEqual(keys(pageTexts.en.reasons));
    }
  });

  it('escapes what the shop sent', async () => {
    const customer = await open();
    const evil = `"><script>alert('1')</script>`;
    const { url = '' } = await customer.pay({ productName: [evil, 'b'], clientEmail: evil });

    const pages = [await textOf(url), await (await customer.press(url, 'decline')).text()];

    for (const page of pages) expect(page).not.toContain('<script>alert');
    expect(pages[0]).toContain('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)');
  });

  it('allows only its own style, and only the script that sends the buyer back', async () => {
    const customer = await open();
    const url = await customer.opened();

    const page = await fetch(url);
    const back = await customer.press(url, 'approve');

    const markup = await back.text();
    const script = /<script>(.*?)<\/script>/s.exec(markup)?.[1] ?? '';
    const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
    const policies = [page, back].map(({ headers }) => headers.get('content-security-policy') ?? '');
    for (const policy of policies) expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
    for (const policy of policies) expect(policy).toContain("base-uri 'none'; frame-ancestors 'none'");
    expect(policies[0]).not.toContain('script-src');
    expect(policies[1]).toContain(`script-src ${hash};`);
    expect(back.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('shows the decision, and then offers only the way back', async () => {
    const customer = await open();
    const url = await customer.opened();
    await customer.press(url, 'decline', { reasonCode: '1104' });
    expect(await textOf(url)).toContain('Insufficient funds');
    await customer.press(url, 'slow');
    expect(await textOf(url)).toContain(pageTexts.en.working);
    await customer.control({ do: 'say', orderReference: 'ORD-1001-1', status: 'Approved' });

    const page = await textOf(url);

    expect(page).toContain(pageTexts.en.done);
    expect(buttonsOf(page)).toEqual([pageTexts.en.back]);
  });

  it('responds with 404 in the browser’s language for an unknown payment', async () => {
    const customer = await open();

    const missing = await fetch(`${customer.gateway.url}/page?vkh=none`, { headers: { 'accept-language': 'ru' } });

    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain(pageTexts.ru.notFound);
  });
});
