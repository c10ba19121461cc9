import 'server-only';
import type { Metadata } from 'next';
import { getLocale } from 'next-intl/server';
import { TextArticle } from '#components/store/text/text-article.tsx';
import { alternates } from '#lib/i18n/alternates.ts';
import { readText } from '#lib/web/texts/read-text.ts';
import type { TextPage as Name } from '#lib/web/texts/values.ts';

export async function textMetadata(page: Name): Promise<Metadata> {
  const locale = await getLocale();
  const { title, description } = await readText(page, locale);
  return { title, description, alternates: alternates(`/${page}`, locale) };
}

/** Shows a page of text. The text is all that it reads. */
export const TextPage = async ({ page }: { readonly page: Name }) => (
  <TextArticle text={await readText(page, await getLocale())} />
);
