import { describe, expect, it } from 'vitest';
import { type Entry, entriesFor } from './palette-entries.ts';

const known: readonly Entry[] = [
  { kind: 'page', label: 'Замовлення', also: 'Продажі', href: '/admin/orders' },
  { kind: 'page', label: 'Платежі', also: 'Продажі', href: '/admin/payments' },
  { kind: 'action', label: 'Зберегти вигляд' },
];
const words = {
  open: (text: string) => `open ${text}`,
  search: (list: string, text: string) => `${list} ${text}`,
};
const labels = (typed: string) => entriesFor(typed, known, words).map(({ label }) => label);
const first = (typed: string) => entriesFor(typed, known, words)[0];

describe('the palette', () => {
  it('shows every page and action before anything is typed', () => {
    expect(entriesFor('  ', known, words)).toEqual(known);
  });

  it('matches the beginnings of words in the language of the reader, and the group of a page', () => {
    expect(labels('зам').slice(0, 1)).toEqual(['Замовлення']);
    expect(labels('ПРОДАЖІ плат').slice(0, 1)).toEqual(['Платежі']);
    expect(labels('вигл').slice(0, 1)).toEqual(['Зберегти вигляд']);
  });

  it('puts what has exactly this name first, and what is on the page before another page', () => {
    const tab: Entry = { kind: 'action', label: 'Audit' };
    const page: Entry = { kind: 'page', label: 'Audit', href: '/admin/audit' };
    const longer: Entry = { kind: 'page', label: 'Audit of the store', href: '/admin/store-audits' };

    expect(entriesFor('audit', [longer, page, tab], words).slice(0, 3)).toEqual([tab, page, longer]);
  });

  it.each([
    ['P0000A1B2C', '/admin/orders?q=P0000A1B2C'],
    ['p0000a1b2c', '/admin/orders?q=P0000A1B2C'],
    ['P0000A1B2C-2', '/admin/payments/P0000A1B2C-2'],
    ['ord_aB3dE6gH9jK2mN5pQ8sT', '/admin/orders/ord_aB3dE6gH9jK2mN5pQ8sT'],
    [' thr_aB3dE6gH9jK2mN5pQ8sT ', '/admin/inbox/thr_aB3dE6gH9jK2mN5pQ8sT'],
    ['prd_aB3dE6gH9jK2mN5pQ8sT', '/products/prd_aB3dE6gH9jK2mN5pQ8sT'],
  ])('opens the thing that %s names', (typed, href) => {
    expect(first(typed)).toEqual({
      kind: 'open',
      label: `open ${new URL(href, 'http://x').search ? href.slice(-10) : href.split('/').at(-1)}`,
      href,
    });
  });

  it('offers the searches for any other text, and writes it safely into their addresses', () => {
    const found = entriesFor('half & a name', known, words);

    expect(found.find(({ label }) => label.startsWith('orders'))?.href).toBe('/admin/orders?q=half%20%26%20a%20name');
    expect(found.every(({ kind }) => kind === 'search')).toBe(true);
  });
});
