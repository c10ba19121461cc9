import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cache } from 'react';
import type { Locale } from '#lib/i18n/values.ts';
import { type Block, readMarkdown, wordsOf } from './markdown.ts';
import type { TextPage } from './values.ts';

export type Text = {
  /** The heading at the start of the file. */
  readonly title: string;
  /** The start of the first paragraph, for search engines. */
  readonly description: string;
  /** What follows the title. */
  readonly blocks: readonly Block[];
};

const DESCRIPTION = 160;
/** Reads a text page in a language. It is read for each page, so that an edit needs no new start. */
export const readText = cache(
  async (page: TextPage, locale: Locale): Promise<Text> =>
    toText(await readFile(join(process.cwd(), 'data/pages', `${page}.${locale}.md`), 'utf8')),
);

/** Returns the title, description and blocks of a Markdown text. */
export function toText(markdown: string): Text {
  const blocks = readMarkdown(markdown);
  const title = blocks.find((block) => block.kind === 'heading');
  const first = blocks.find((block) => block.kind === 'paragraph');
  const words = first ? wordsOf(first.content).replaceAll(/\s+/g, ' ').trim() : '';
  return {
    title: title ? wordsOf(title.content) : '',
    description: words.length > DESCRIPTION ? `${words.slice(0, words.lastIndexOf(' ', DESCRIPTION))}…` : words,
    blocks: blocks.filter((block) => block !== title),
  };
}
