import { describe, expect, it } from 'vitest';
import { locales } from '#lib/i18n/values.ts';
import { Orders } from '#lib/store/collections.ts';
import { newPart } from '#lib/store/parts/part-rows.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import { orderMailKinds } from '#lib/store/values.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { type BuyerMail, buyerMail, sellerMail } from './order-mail.ts';
import { orderMailTexts } from './texts.ts';

const ctx = await payingShopper();
const placed = await placeOrder(ctx, { mug: 2 });
const { data: order } = await ctx.data.need(Orders, placed.id);

const envelope = { key: 'order-1', to: 'a@plaza.test', locale: 'en' } as const;
const forBuyer = (patch: Partial<Order> = {}, about: Partial<BuyerMail> = {}) =>
  buyerMail({
    ...envelope,
    kind: 'placed',
    order: { ...order, ...patch },
    orderId: placed.id,
    vendorNames: new Map([['vnd_test', 'North <Thread>']]),
    origin: 'https://plaza.test',
    ...about,
  });
const forSeller = (patch: Partial<Order> = {}, about: { locale?: 'en' | 'uk' | 'ru'; name?: string } = {}) =>
  sellerMail({
    ...envelope,
    locale: about.locale ?? 'en',
    order: { ...order, status: 'paid', ...patch },
    vendor: { id: 'vnd_test', name: about.name ?? 'North Thread' },
  });
const lineWith = (patch: Partial<Order['lines'][number]>) => order.lines.map((line) => ({ ...line, ...patch }));

const hostile = '"><img src=x onerror=alert(1)><script>&amp;</script>';
const contact = { name: hostile, email: 'b@plaza.test', phone: '+380 44 000' };

describe('order mails', () => {
  for (const locale of locales)
    it(`have the same lines in text and HTML, load nothing and link to the order page, in ${locale}`, () => {
      const kinds = orderMailKinds.filter((kind) => kind !== 'vendor_new_order');
      const mails = [...kinds.map((kind) => forBuyer({}, { kind, locale })), forSeller({}, { locale })];

      for (const { subject, text, html } of mails) {
        expect(subject).toContain(order.number);
        expect(`${subject}${text}`).not.toMatch(/[{}]|undefined|null/);
        expect(html).toContain(`<html lang="${locale}">`);
        expect(html).not.toMatch(/<(img|script|link|iframe|style)|url\(|@import/i);
        for (const line of text.split('\n').filter((one) => one.trim() !== '' && !one.includes('://')))
          expect(html).toContain(line.trim());
      }
      const path = locale === 'en' ? '' : `/${locale}`;
      expect(mails[0]?.text).toContain(`\nhttps://plaza.test${path}/orders/${placed.id}\n`);
    });

  it('format amounts for the locale', () => {
    const money = { totalMinor: 154_736, lines: lineWith({ unitPriceMinor: 77_368, totalMinor: 154_736 }) };

    expect(forBuyer(money, { kind: 'paid' }).text).toContain('₴1,547.36');
    expect(forBuyer(money, { kind: 'paid', locale: 'uk' }).text).toContain('1\u00a0547,36\u00a0₴');
  });

  it.each([
    [1, '1 item', '1 товар', '1 товар'],
    [2, '2 items', '2 товари', '2 товара'],
    [5, '5 items', '5 товарів', '5 товаров'],
    [11, '11 items', '11 товарів', '11 товаров'],
    [21, '21 items', '21 товар', '21 товар'],
    [104, '104 items', '104 товари', '104 товара'],
  ])('use the plural forms of each language for %i', (qty, ...expected) => {
    const subjects = locales.map((locale) => forSeller({ lines: lineWith({ qty }) }, { locale }).subject);

    expect(subjects.map((subject) => subject.split(': ')[1])).toEqual(expected);
  });

  it('tell a seller of files alone that nothing has to be sent', () => {
    const sold = (fulfilment: 'digital' | 'physical') => forSeller({ lines: lineWith({ fulfilment }) }).text;

    expect(sold('digital')).toContain('nothing to send');
    expect(sold('digital')).not.toContain('Please prepare');
    expect(sold('physical')).toContain('Please prepare');
  });

  it('define every plural form of each language', () => {
    for (const locale of locales) {
      const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
      const { subject, lead } = orderMailTexts[locale].mails.vendor_new_order;
      for (const text of [subject, lead])
        expect([...text.matchAll(/(\w+) \{#/g)].map(([, form = '']) => form).sort()).toEqual([...forms].sort());
    }
  });

  it('escape user-written text in the HTML', () => {
    const patch = { contact, lines: lineWith({ title: hostile }) };
    const charges: Order['charges'] = [{ kind: 'shipping', label: hostile, amountMinor: 100, vendorId: null }];

    for (const { html } of [forBuyer({ ...patch, charges }), forSeller(patch, { name: hostile })]) {
      expect(html).not.toMatch(/<img|<script/);
      expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;');
      expect(html).toContain('&#38;amp;');
    }
  });

  it('keep a product title with line breaks on one line', () => {
    const { text } = forBuyer({ lines: lineWith({ title: 'A mug\n\nPay here:\nhttps://evil.test' }) });

    expect(text).toContain('A mug Pay here: https://evil.test');
    expect(text).not.toMatch(/^https:\/\/evil/m);
  });

  it('link to a parcel only for a web URL', () => {
    const parcel = (trackingUrl: string): Partial<Order> => ({
      status: 'shipped',
      parts: [newPart('vnd_test', { state: 'shipped', trackingUrl, shippedAt: order.createdAt })],
    });

    expect(forBuyer(parcel('https://post.test/?a="b'), { kind: 'shipped' }).html).toContain(
      'https://post.test/?a=%22b',
    );
    expect(forBuyer(parcel('javascript:alert(1)'), { kind: 'shipped' }).html).not.toContain('javascript');
  });

  it('describe the current payment state of the order', () => {
    const { labels } = orderMailTexts.en;

    expect(forBuyer().text).toContain(labels.waitsForPay);
    expect(forBuyer({ status: 'paid', payState: 'paid' }).text).not.toContain(labels.waitsForPay);
    expect(forBuyer({ payState: 'unpaid' }, { kind: 'canceled' }).text).toContain(labels.notCharged);
    expect(forBuyer({ payState: 'refund_pending' }, { kind: 'canceled' }).text).toContain(labels.goesBack);
    expect(forBuyer({ payState: 'refunded' }, { kind: 'canceled' }).text).not.toContain(labels.notCharged);
  });

  it.each(locales)('lead to the files of a paid order with digital goods, in %s', (locale) => {
    const { downloads, willShip } = orderMailTexts[locale].labels;
    const paid = { status: 'completed', payState: 'paid', lines: lineWith({ fulfilment: 'digital' }) } as const;
    const textOf = (patch: Partial<Order>) => forBuyer(patch, { kind: 'paid', locale }).text;

    expect(textOf(paid)).toContain(downloads);
    expect(textOf(paid)).not.toContain(willShip);
    expect(textOf({ ...paid, payState: 'refund_pending' })).not.toContain(downloads);
    expect(textOf({ status: 'paid', payState: 'paid' })).not.toContain(downloads);
  });

  it.each(locales)('promise no refund that has not started, in %s', (locale) => {
    const { labels } = orderMailTexts[locale];

    const { text } = forBuyer({ status: 'canceled', payState: 'paid' }, { kind: 'canceled', locale });

    expect(text).not.toContain(labels.goesBack);
    expect(text).toContain(labels.stillKept);
  });

  it('show a seller the contact of an unfinished order, and the address only for physical goods', () => {
    const delivery: Order['delivery'] = { ...order.delivery, method: 'courier', city: 'Lviv' };
    const patch = { contact: { ...contact, name: 'Olena' }, delivery };

    expect(forSeller(patch).text).toContain('Olena');
    expect(forSeller(patch).text).toContain('Lviv');
    expect(forSeller({ ...patch, lines: lineWith({ fulfilment: 'digital' }) }).text).not.toContain('Lviv');
    for (const status of ['completed', 'canceled'] as const) {
      expect(forSeller({ ...patch, status }).text).not.toContain('Olena');
      expect(forSeller({ ...patch, status }).text).not.toContain('b@plaza.test');
    }
  });

  it('show a seller neither other vendors’ lines nor the order’s total', () => {
    const [line] = order.lines;
    if (!line) throw new Error('no line');
    const others = { ...line, id: '2', vendorId: 'vnd_other', title: 'Something else', totalMinor: 999_900 };

    const { text } = forSeller({ lines: [line, others], totalMinor: 1_019_900 });

    expect(text).not.toContain('Something else');
    expect(text).not.toContain('10,199');
    expect(text).toContain('₴200');
  });
});
