import type { Metadata } from 'next';
import { CategoryTree } from '#components/admin/categories/category-tree.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { listCategories } from '#lib/store/categories/list-categories.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await consoleTexts('categories')).t('title') };
}

export default async function CategoriesPage() {
  const ctx = await pageContext('admin');
  const [tree, { t, texts }] = await Promise.all([listCategories(ctx), consoleTexts('categories')]);
  return (
    <main id="content" className="flex flex-col gap-4">
      <h1 className="text-2xl">{t('title')}</h1>
      <CategoryTree tree={tree} texts={texts} />
    </main>
  );
}
