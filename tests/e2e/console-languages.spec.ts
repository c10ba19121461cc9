import { globSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { Users } from '#lib/auth/collections.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import {
  EmailBodies,
  EmailContacts,
  EmailDeadLetters,
  EmailDrafts,
  EmailMessages,
  EmailTasks,
  EmailThreads,
} from '#lib/crm/collections.ts';
import { DEMO_CHANNEL } from '#lib/crm/mailboxes/values.ts';
import { Categories, Products, Vendors } from '#lib/store/collections.ts';
import { everyRow } from '#tests/support/world.ts';
import { consoleRoutes, everyPage } from './fixtures/console-pages.ts';
import { lookIn } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { NARROWEST, widthOf } from './fixtures/sound.ts';

const WORD = /\p{L}[\p{L}’]+/gu;
const wordsOf = (text: string): string[] => text.match(WORD) ?? [];
const catalogs = (locale: string): string =>
  globSync([`lib/i18n/${locale}.json`, `lib/i18n/console/${locale}/*.json`])
    .flatMap((file) => Object.values(JSON.parse(readFileSync(file, 'utf8'))))
    .map((text) => (typeof text === 'string' ? text : Object.values(text as object).join(' ')))
    .join(' ')
    .replaceAll(/\{\w+(, plural,)?/g, ' ');

/** The words of English texts that are at least three letters long and are in no text of the other languages. */
const foreign = new Set(wordsOf(catalogs('uk') + catalogs('ru')).map((word) => word.toLowerCase()));
const english = new Set(
  wordsOf(catalogs('en'))
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 2 && !foreign.has(word)),
);

/**
 * Returns what a reader of a language sees and hears of the page: its title, texts and labels. What is marked as
 * another language, as not to be translated or as somebody's own words is left out.
 */
const textsOf = (page: Page, locale: string): Promise<string[]> =>
  page.evaluate((lang) => {
    const isOurs = (element: Element | null): element is Element =>
      element?.closest('[lang]')?.getAttribute('lang') === lang &&
      element.closest('script, style, template, pre, code, [translate="no"], [dir="auto"]') === null;
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (isOurs(node.parentElement)) texts.push(node.textContent ?? '');
    for (const element of document.body.querySelectorAll('*'))
      for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'])
        if (isOurs(element)) texts.push(element.getAttribute(name) ?? '');
    return texts.map((text) => text.trim()).filter(Boolean);
  }, locale);

/** Codes, ids and addresses: words joined by a sign. */
const isCode = (token: string): boolean => /[\p{L}\d][@_:/\d.-][\p{L}\d]/u.test(token) || /\d/.test(token);

const isEnglish = (text: string): boolean =>
  text
    .split(/\s+/)
    .filter((token) => !isCode(token))
    .flatMap(wordsOf)
    .some((word) => english.has(word.toLowerCase()));

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [flat(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Returns a function that takes names out of a text, and all of a text of several words that a mail or a task holds. */
async function dataRemover({ data }: Runtime): Promise<(text: string) => string> {
  const named = [...(await everyRow(data, Users)), ...(await everyRow(data, Vendors))];
  const categories = (await everyRow(data, Categories)).flatMap((row) => Object.values(row.data.name));
  // A page writes a correspondent's name and address as one text, in words of ours, and no row holds it so.
  const correspondents = (await everyRow(data, EmailThreads)).map((row) => row.data.contact.name ?? '');
  const goods = (await everyRow(data, Products)).map((row) => row.data.title);
  const own = [...named.map((row) => row.data.name), ...correspondents, ...categories, ...goods];
  // The longest first, because a name may contain another one.
  const names = ['Demo', DEMO_CHANNEL, ...own].filter(Boolean).sort((a, b) => b.length - a.length);
  const withoutNames = (text: string) => flat(names.reduce((rest, name) => rest.replaceAll(name, ''), text));
  const mails = await Promise.all([
    everyRow(data, EmailThreads),
    everyRow(data, EmailMessages),
    everyRow(data, EmailBodies),
    everyRow(data, EmailDrafts),
    everyRow(data, EmailTasks),
    everyRow(data, EmailContacts),
    everyRow(data, EmailDeadLetters),
  ]);
  const strings = mails.flatMap((rows) => rows.flatMap((row) => stringsIn(row.data))).map(withoutNames);
  return (text) => {
    const left = withoutNames(text);
    return left.includes(' ') && strings.some((string) => string.includes(left)) ? '' : left;
  };
}

test.describe('no page of the console shows English to somebody who reads', () => {
  test.use({ refusals: [404] });
  test.describe.configure({ timeout: 300_000 });

  for (const [at, [locale, title]] of (
    [
      ['uk', 'Огляд'],
      ['ru', 'Обзор'],
    ] as const
  ).entries())
    test(locale, lookIn(at, 0), async ({ page, world, signInAs }) => {
      const paths = await everyPage(world);
      await signInAs({ role: 'superadmin', locale, name: 'Адмін' });
      await page.setViewportSize({ width: NARROWEST, height: 640 });
      const seen: (readonly [path: string, text: string])[] = [];
      for (const path of paths) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        const texts = await textsOf(page, locale);
        if (path === '/admin') expect(texts).toContain(title);
        expect(texts.length, path).toBeGreaterThan(10);
        expect(await widthOf(page), path).toBeLessThanOrEqual(NARROWEST);
        seen.push(...texts.map((text) => [path, text] as const));
      }
      // Only now, because the demo works through its mails meanwhile.
      const withoutData = await dataRemover(world);
      expect(seen.filter(([, text]) => isEnglish(withoutData(text)))).toEqual([]);
    });

  test('every page is walked', async ({ world }) => {
    const walked = (await everyPage(world)).map((path) => path.split('?', 1)[0] ?? '');
    const isWalked = (route: string): boolean => walked.some((path) => isOf(path.split('/'), route.split('/')));

    expect(consoleRoutes().filter((route) => !isWalked(route))).toEqual([]);
  });
});

const isOf = (path: readonly string[], route: readonly string[]): boolean =>
  path.length === route.length && route.every((part, at) => part.startsWith('[') || part === path[at]);
