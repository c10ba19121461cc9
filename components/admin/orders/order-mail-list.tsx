import { ReaderTime } from '#components/admin/console-reader.tsx';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import type { OrderMail } from '#lib/store/schemas/order-mail.ts';
import type { OrderMailKind, OrderMailState } from '#lib/store/values.ts';

const kinds: Readonly<Record<OrderMailKind, string>> = {
  placed: 'Order placed',
  paid: 'Order paid',
  shipped: 'Order shipped',
  completed: 'Order completed',
  canceled: 'Order canceled',
  refunded: 'Order refunded',
  vendor_new_order: 'New order',
};
const states: Readonly<Record<OrderMailState, { readonly tone: Tone; readonly text: string }>> = {
  queued: { tone: 'neutral', text: 'will be retried' },
  sending: { tone: 'neutral', text: 'being sent' },
  sent: { tone: 'success', text: 'sent' },
  failed: { tone: 'danger', text: 'rejected by the mail server' },
  unknown: { tone: 'warning', text: 'unknown: may have arrived, will not be resent' },
  skipped: { tone: 'warning', text: 'not sent' },
};

type OrderMailListProps = { readonly mails: readonly OrderMail[]; readonly vendorNames: ReadonlyMap<string, string> };

/** Shows the emails about an order and their delivery states, including unknown ones. */
export function OrderMailList({ mails, vendorNames }: OrderMailListProps) {
  if (mails.length === 0) return null;
  return (
    <section aria-labelledby="mails">
      <h2 id="mails" className="pb-3 text-lg">
        Emails
      </h2>
      <ul className="flex flex-col gap-2">
        {mails.map(({ kind, vendorId, state, reason, updatedAt }) => (
          <li key={`${kind} ${vendorId}`} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <ReaderTime at={updatedAt} className="text-muted tabular-nums" />
            {kinds[kind]}, to {vendorId === null ? 'the buyer' : (vendorNames.get(vendorId) ?? vendorId)}
            <Badge tone={states[state].tone}>{states[state].text}</Badge>
            {reason && <span className="text-muted">{reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
