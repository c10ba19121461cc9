import { CircleCheck } from 'lucide-react';
import { CsvLink } from '#components/admin/csv-link.tsx';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { CallbackTable } from '#components/admin/payments/callback-table.tsx';
import { attentionHref } from '#components/admin/payments/money-hrefs.ts';
import { PartRefundTable } from '#components/admin/payments/part-refund-table.tsx';
import { PaymentTable } from '#components/admin/payments/payment-table.tsx';
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import type { AttentionPage } from '#lib/payments/alerts/attention.ts';
import type { AttentionKind } from '#lib/payments/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

type Names = { readonly names: ReadonlyMap<string, string> };
type Group = AttentionPage & { readonly kind: AttentionKind };

/** Renders the newest items that wait for a person, kind by kind. */
export async function AttentionView({ groups, names }: Names & { readonly groups: readonly Group[] }) {
  const { t } = await consoleTexts('payments');
  if (groups.length === 0)
    return (
      <EmptyState title={t('calm')} icon={<CircleCheck aria-hidden />}>
        {t('calmText')}
      </EmptyState>
    );
  return groups.map((group) => {
    const title = t(`attention_${group.kind}`);
    return (
      <section key={group.kind} aria-labelledby={group.kind} className="flex flex-col gap-3">
        <h2 id={group.kind} className="text-lg">
          {title}
        </h2>
        <p className="text-muted">{t(`means_${group.kind}`)}</p>
        <AttentionTable {...group} names={names} />
        <p>
          <Link href={attentionHref(group.kind)} className="underline underline-offset-4">
            {t('viewAll', { title })}
          </Link>
        </p>
      </section>
    );
  });
}

type KindProps = Names & { readonly kind: AttentionKind; readonly page: AttentionPage; readonly isFirst: boolean };

/** Renders all items of one kind, page by page. */
export async function AttentionKindView({ kind, page, names, isFirst }: KindProps) {
  const [{ t }, common] = await Promise.all([consoleTexts('payments'), consoleTexts('common')]);
  const isEmpty = page.payments.length + page.callbacks.length + page.refunds.length === 0;
  return (
    <>
      <Breadcrumbs
        label={common.t('crumbs')}
        crumbs={[{ label: t('view_attention'), href: attentionHref('all') }, { label: t(`attention_${kind}`) }]}
      />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-muted">{t(`means_${kind}`)}</p>
        {kind !== 'part_owed' && kind !== 'part_failed' && (
          <CsvLink
            list={kind === 'orphan' || kind === 'poison' ? 'callbacks' : 'payments'}
            query={{ attention: kind }}
          />
        )}
      </div>
      {isEmpty ? (
        <EmptyState title={t('noReview')} icon={<CircleCheck aria-hidden />} />
      ) : (
        <AttentionTable kind={kind} {...page} names={names} />
      )}
      <CursorPages isFirst={isFirst} nextCursor={page.nextCursor} hrefOf={(cursor) => attentionHref(kind, cursor)} />
    </>
  );
}

async function AttentionTable({ kind, payments, callbacks, refunds, names }: Group & Names) {
  const { t } = await consoleTexts('payments');
  const caption = t('attentionList', { title: t(`attention_${kind}`) });
  if (refunds.length > 0) return <PartRefundTable caption={caption} refunds={refunds} names={names} />;
  if (callbacks.length > 0) return <CallbackTable caption={caption} callbacks={callbacks} />;
  return <PaymentTable caption={caption} payments={payments} />;
}
