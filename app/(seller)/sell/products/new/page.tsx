import type { Metadata } from 'next';
import { editorData } from '#app/(seller)/sell/products/editor-data.ts';
import { sellerPage } from '#app/(seller)/sell/seller-page.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx';
import { ProductEditor } from '#components/vendor/editor/product-editor.tsx';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await sellerTexts('editor');
  return { title: t('newTitle') };
}

export default async function NewProductPage() {
  const { ctx, vendor } = await sellerPage();
  const [{ t, texts, go }, shell, list, data] = await Promise.all([
    sellerTexts('editor'),
    sellerTexts('shell'),
    sellerTexts('products'),
    editorData(ctx),
  ]);
  return (
    <main id="content" className="flex flex-col gap-6">
      <Breadcrumbs
        label={shell.t('crumbs')}
        crumbs={[{ label: t('products'), href: go('/sell/products') }, { label: t('newTitle') }]}
      />
      <h1 className="text-2xl">{t('newTitle')}</h1>
      {vendor.data.status === 'suspended' ? (
        <Alert kind="warning">{list.t('suspended')}</Alert>
      ) : (
        <ProductEditor product={null} vendorId={vendor.id} {...data} texts={texts} />
      )}
    </main>
  );
}
