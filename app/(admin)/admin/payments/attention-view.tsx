import { CircleCheck } from 'lucide-react';
import { CsvLink } from '#components/admin/csv-link.tsx';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { CallbackTable } from '#components/admin/payments/callback-table.tsx';
import { attentionHref } from '#components/admin/payments/money-hrefs.ts';
import { PaymentTable } from '#components/admin/payments/payment-table.tsx';
import { attentionWords } from '#components/admin/payments/payment-words.ts';
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import type { AttentionPage } from '#lib/payments/alerts/attention.ts';
import type { AttentionKind } from '#lib/payments/values.ts';

type Group = AttentionPage & { readonly kind: AttentionKind };

/** Renders the newest items that wait for a person, kind by kind. */
export function AttentionView({ groups }: { readonly groups: readonly Group[] }) {
  if (groups.length === 0)
    return (
      <EmptyState title="Nothing needs attention" icon={<CircleCheck aria-hidden />}>
        All payments and callbacks are in order.
      </EmptyState>
    );
  return groups.map((group) => {
    const { title, meaning } = attentionWords[group.kind];
    return (
      <section key={group.kind} aria-labelledby={group.kind} className="flex flex-col gap-3">
        <h2 id={group.kind} className="text-lg">
          {title}
        </h2>
        <p className="text-muted">{meaning}</p>
        <AttentionTable {...group} />
        <p>
          <Link href={attentionHref(group.kind)} className="underline underline-offset-4">
            View all
          </Link>
        </p>
      </section>
    );
  });
}

type KindProps = { readonly kind: AttentionKind; readonly page: AttentionPage; readonly isFirst: boolean };

/** Renders all items of one kind, page by page. */
export function AttentionKindView({ kind, page, isFirst }: KindProps) {
  const { title, meaning } = attentionWords[kind];
  const isEmpty = page.payments.length + page.callbacks.length === 0;
  return (
    <>
      <Breadcrumbs
        label="Breadcrumbs"
        crumbs={[{ label: 'Needs attention', href: attentionHref('all') }, { label: title }]}
      />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-muted">{meaning}</p>
        <CsvLink list={kind === 'orphan' || kind === 'poison' ? 'callbacks' : 'payments'} query={{ attention: kind }} />
      </div>
      {isEmpty ? (
        <EmptyState title="Nothing to review" icon={<CircleCheck aria-hidden />} />
      ) : (
        <AttentionTable kind={kind} {...page} />
      )}
      <CursorPages isFirst={isFirst} nextCursor={page.nextCursor} hrefOf={(cursor) => attentionHref(kind, cursor)} />
    </>
  );
}

function AttentionTable({ kind, payments, callbacks }: Group) {
  const caption = `${attentionWords[kind].title}, newest first`;
  return callbacks.length > 0 ? (
    <CallbackTable caption={caption} callbacks={callbacks} />
  ) : (
    <PaymentTable caption={caption} payments={payments} />
  );
}
