import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AutoRefresh } from '#components/shell/auto-refresh.tsx';
import { OrderDocumentSheet } from '#components/store/order/order-document-sheet.tsx';
import { PrintButton } from '#components/store/order/print-button.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { BOOKS_ZONE, readDocument } from '#lib/store/orders/order-document.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

type Props = PageProps<'/orders/[id]/document'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const ctx = await pageContext('session');
  const [{ t }, found] = await Promise.all([pageTexts('orderDocument'), readDocument(ctx, (await params).id)]);
  const title =
    found === 'pending'
      ? t('pendingTitle')
      : found && t('title', { number: `${found.number} · ${found.order.number}` });
  return { title, robots: { index: false } };
}

/** Renders the document of a paid order for printing. The page is in the reader's language, the document in its own. */
export default async function OrderDocumentPage({ params }: Props) {
  const ctx = await pageContext('session');
  const { id } = await params;
  const [{ t, go }, found] = await Promise.all([pageTexts('orderDocument'), readDocument(ctx, id)]);
  if (!found) notFound();

  return (
    <main
      id="content"
      className="mx-auto flex w-full max-w-4xl grow flex-col gap-6 px-4 pt-5 pb-24 sm:px-6 print:max-w-none print:p-0"
    >
      {found === 'pending' ? (
        <>
          <AutoRefresh />
          <h1 className="text-3xl">{t('pendingTitle')}</h1>
          <Alert role="status" title={t('pendingText')} />
        </>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-4 print:hidden">
            <Breadcrumbs
              label={t('backToOrder', { number: found.order.number })}
              crumbs={[
                { label: t('backToOrder', { number: found.order.number }), href: go(`/orders/${id}`) },
                { label: found.number },
              ]}
            />
            <PrintButton text={t('print')} />
          </div>
          <OrderDocumentSheet document={found} timeZone={BOOKS_ZONE} />
        </>
      )}
    </main>
  );
}
