import { getFormatter } from 'next-intl/server';
import { Link } from '#components/ui/link.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { WalletEntry } from '#lib/payments/schemas/wallet.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

/** Shows the changes of the balance: reason, time and amount. A change caused by an order links to the order. */
export async function WalletEntries({ entries }: { readonly entries: readonly WalletEntry[] }) {
  const [{ t, go, locale }, format] = await Promise.all([pageTexts('wallet'), getFormatter()]);
  const title = ({ kind, orderNumber }: WalletEntry) => t(`entry_${kind}`, { number: orderNumber ?? '' });

  return (
    <ul className="border-t border-line">
      {entries.map((entry) => (
        <li key={entry.id} className="flex items-baseline justify-between gap-4 border-b border-line py-4">
          <div className="min-w-0">
            <p className="font-medium">
              {entry.orderId === null ? (
                title(entry)
              ) : (
                <Link href={go(`/orders/${entry.orderId}`)} className="underline underline-offset-4">
                  {title(entry)}
                </Link>
              )}
            </p>
            <p className="text-sm text-muted">
              <time dateTime={entry.at}>
                {format.dateTime(new Date(entry.at), { dateStyle: 'long', timeStyle: 'short' })}
              </time>
            </p>
          </div>
          <p className={`shrink-0 font-semibold tabular-nums ${entry.amountMinor > 0 ? 'text-success' : ''}`}>
            {entry.amountMinor > 0 && '+'}
            {moneyText(entry.amountMinor, entry.currency, locale)}
          </p>
        </li>
      ))}
    </ul>
  );
}
