import 'server-only';
import type { Metadata } from 'next';
import { getLocale } from 'next-intl/server';
import { TextArticle } from '#components/store/text/text-article.tsx';
import { alternates } from '#lib/i18n/alternates.ts';
import { readText } from '#lib/web/texts/read-text.ts';
import type { TextPage } from '#lib/web/texts/values.ts';

/** Returns what a text page exports: its metadata and itself. The text is all that it reads. */
export const textPage = (page: TextPage) => ({
  generateMetadata: async (): Promise<Metadata> => {
    const locale = await getLocale();
    const { title, description } = await readText(page, locale);
    return { title, description, alternates: alternates(`/${page}`, locale) };
  },
  Page: async () => <TextArticle text={await readText(page, await getLocale())} />,
});
