import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { locales } from '#lib/i18n/values.ts';
import type { Block } from './markdown.ts';
import { readText, toText } from './read-text.ts';
import { textPages } from './values.ts';

/** Returns the shape of a text: what a translation has in common with it. */
const shapeOf = (blocks: readonly Block[]): unknown[] =>
  blocks.map((block) => {
    if (block.kind === 'heading') return `heading ${block.level} ${block.id}`;
    return block.kind === 'list' ? `list of ${block.items.length}` : block.kind;
  });

describe('the text pages', () => {
  it('are the files of their folder', () => {
    const files = textPages.flatMap((page) => locales.map((locale) => `${page}.${locale}.md`));

    expect(readdirSync('data/pages').sort()).toEqual(files.sort());
  });

  it.each(textPages)('%s has a title, a description and the same parts in each language', async (page) => {
    const texts = await Promise.all(locales.map((locale) => readText(page, locale)));

    for (const { title, description, blocks } of texts) {
      expect(title).not.toBe('');
      expect(description.length).toBeGreaterThan(20);
      expect(shapeOf(blocks)).toEqual(shapeOf(texts[0]?.blocks ?? []));
    }
    expect(new Set(texts.map(({ description }) => description)).size).toBe(locales.length);
  });
});

describe('toText', () => {
  it('ends a long description between two words', () => {
    const { title, description } = toText(`# Title\n\n${'some words '.repeat(30)}`);

    expect(title).toBe('Title');
    expect(description.length).toBeLessThanOrEqual(161);
    expect(description).toMatch(/(some|words)…$/);
  });

  it('have a place for the link from the settings of a shop', async () => {
    const { blocks } = await readText('help', 'en');

    expect(blocks.flatMap((block) => (block.kind === 'heading' && block.id !== null ? [block.id] : []))).toEqual([
      'programs',
    ]);
  });
});
