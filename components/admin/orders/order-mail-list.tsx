import { ReaderTime } from '#components/admin/console-reader.tsx';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import type { OrderMail } from '#lib/store/schemas/order-mail.ts';
import type { OrderMailState } from '#lib/store/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

const tones: Readonly<Record<OrderMailState, Tone>> = {
  queued: 'neutral',
  sending: 'neutral',
  sent: 'success',
  failed: 'danger',
  unknown: 'warning',
  skipped: 'warning',
};

type OrderMailListProps = { readonly mails: readonly OrderMail[]; readonly vendorNames: ReadonlyMap<string, string> };

/** Shows the emails about an order and their delivery states, including unknown ones. */
export async function OrderMailList({ mails, vendorNames }: OrderMailListProps) {
  if (mails.length === 0) return null;
  const { t, texts } = await consoleTexts('orders');
  // The words of a mail server are shown as they came.
  const reasons: Readonly<Record<string, string>> = texts;
  const receiverOf = ({ kind, vendorId }: Pick<OrderMail, 'kind' | 'vendorId'>): string => {
    if (vendorId === null) return t('toBuyer');
    const name = vendorNames.get(vendorId) ?? vendorId;
    return kind === 'vendor_new_order' ? name : t('toBuyerOf', { name });
  };
  return (
    <section aria-labelledby="mails">
      <h2 id="mails" className="pb-3 text-lg">
        {t('mails')}
      </h2>
      <ul className="flex flex-col gap-2">
        {mails.map(({ kind, vendorId, state, reason, updatedAt }) => (
          <li key={`${kind} ${vendorId}`} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <ReaderTime at={updatedAt} className="text-muted tabular-nums" />
            {t('mailTo', {
              mail: t(`mail_${kind}`),
              name: receiverOf({ kind, vendorId }),
            })}
            <Badge tone={tones[state]}>{t(`sending_${state}`)}</Badge>
            {reason && <span className="text-muted">{reasons[`why_${reason}`] ?? reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
