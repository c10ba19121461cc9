import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SaleSearch, saleHref } from '#app/(admin)/admin/sale-search.tsx';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { PaymentsNav } from '#components/admin/payments/payments-nav.tsx';
import { SettleHost } from '#components/admin/payments/settle-host.tsx';
import { findSale } from '#lib/admin/payments/find-sale.ts';
import { pageContext } from '#lib/api/page-context.ts';
import type { Context } from '#lib/context/context.ts';
import { type AttentionPage, listAllAttention, listAttention } from '#lib/payments/alerts/attention.ts';
import { listLedger } from '#lib/payments/attempts/ledger-list.ts';
import { type AttentionKind, attemptStatuses, attentionKinds, processors, purposes } from '#lib/payments/values.ts';
import { vendorNamesOf } from '#lib/store/vendors/vendor-names.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { AttentionKindView, AttentionView } from './attention-view.tsx';
import { LedgerView } from './ledger-view.tsx';

const LIMIT = 50;
/** The number of items per kind where all kinds are shown together. */
const ROWS_PER_GROUP = 10;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await consoleTexts('payments')).t('title') };
}

export default async function PaymentsPage({ searchParams }: PageProps<'/admin/payments'>) {
  const ctx = await pageContext('admin');
  const asked = await searchParams;
  const q = textOf(asked.q);
  const sale = q === undefined ? null : await findSale(ctx, q);
  if (sale) redirect(saleHref(sale, 'ledger'));
  const { t, texts } = await consoleTexts('payments');
  const cursor = textOf(asked.cursor);
  const kind = attentionKinds.find((known) => known === asked.attention);
  const isAttention = kind !== undefined || asked.attention === 'all';
  const filter = {
    purpose: purposes.find((known) => known === asked.purpose),
    processor: processors.find((known) => known === asked.processor),
    status: attemptStatuses.find((known) => known === asked.status),
  };

  return (
    <main id="content" className="flex flex-col gap-6">
      <h1 className="text-2xl">{t('title')}</h1>
      <SaleSearch action="/admin/payments" q={q} />
      <PaymentsNav here={isAttention ? 'attention' : 'ledger'} />
      {isAttention && <SettleHost texts={texts}>{await attentionOf(ctx, kind, cursor)}</SettleHost>}
      {!isAttention && (
        <LedgerView
          filter={filter}
          page={await pageOrFirst(cursor, (place) => listLedger(ctx, filter, { limit: LIMIT, cursor: place }))}
          isFirst={cursor === undefined}
        />
      )}
    </main>
  );
}

/** Renders the items of a kind, or the newest of every kind. */
async function attentionOf(ctx: Context, kind: AttentionKind | undefined, cursor: string | undefined) {
  if (kind === undefined) {
    const groups = await listAllAttention(ctx, ROWS_PER_GROUP);
    return <AttentionView groups={groups} names={await namesIn(ctx, groups)} />;
  }
  const page = await pageOrFirst(cursor, (place) => listAttention(ctx, kind, { limit: LIMIT, cursor: place }));
  const names = await namesIn(ctx, [page]);
  return <AttentionKindView kind={kind} page={page} names={names} isFirst={cursor === undefined} />;
}

const namesIn = (ctx: Context, pages: readonly AttentionPage[]) =>
  vendorNamesOf(
    ctx.data,
    pages.flatMap(({ refunds }) => refunds.map(({ vendorId }) => vendorId)),
  );
