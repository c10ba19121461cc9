import type { Metadata } from 'next';
import { foundOr404, idOr404 } from '#app/(admin)/admin/found-or-404.ts';
import { editorData } from '#app/(seller)/sell/products/editor-data.ts';
import { readProduct } from '#app/(seller)/sell/products/own-products.ts';
import { sellerPage } from '#app/(seller)/sell/seller-page.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx';
import { ProductEditor } from '#components/vendor/editor/product-editor.tsx';
import { FamilyPanel } from '#components/vendor/families/family-panel.tsx';
import { ProductStatus } from '#components/vendor/products/product-status.tsx';
import { StockHistory } from '#components/vendor/products/stock-history.tsx';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';

type Props = PageProps<'/sell/products/[id]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { ctx } = await sellerPage();
  const { product } = await foundOr404(readProduct(ctx, idOr404((await params).id)));
  return { title: product.title };
}

export default async function ProductPage({ params }: Props) {
  const { ctx, vendor } = await sellerPage();
  const id = idOr404((await params).id);
  const { product, stock, family } = await foundOr404(readProduct(ctx, id));
  const [{ t, texts, locale, go }, shell, list, families, data] = await Promise.all([
    sellerTexts('editor'),
    sellerTexts('shell'),
    sellerTexts('products'),
    sellerTexts('families'),
    editorData(ctx, product),
  ]);
  const mayWrite = vendor.data.status === 'approved';
  return (
    <main id="content" className="flex flex-col gap-6">
      <Breadcrumbs
        label={shell.t('crumbs')}
        crumbs={[{ label: t('products'), href: go('/sell/products') }, { label: product.title }]}
      />
      <header className="flex flex-wrap items-start justify-between gap-4">
        <h1 className="min-w-0 text-2xl wrap-anywhere">{product.title}</h1>
        <ProductStatus product={product} locale={locale} texts={list.texts} />
      </header>
      {mayWrite ? (
        <ProductEditor
          key={id}
          product={product}
          vendorId={vendor.id}
          {...data}
          variants={family?.members.map(({ productId, values }) => ({ id: productId, name: values.join(', ') })) ?? []}
          texts={texts}
        />
      ) : (
        <Alert kind="warning">{list.t('suspended')}</Alert>
      )}
      {mayWrite && <FamilyPanel productId={id} family={family} statuses={list.texts} texts={families.texts} />}
      <StockHistory productId={id} title={product.title} stock={stock} mayWrite={mayWrite} />
    </main>
  );
}
