import { ReaderTime } from '#components/admin/console-reader.tsx';
import { Fact, Facts } from '#components/admin/facts.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';

/** Shows all details of an order to admins. */
export function OrderDetails({ order }: { readonly order: OrderView }) {
  const money = (minor: number) => moneyText(minor, order.currency, 'en');
  const { contact, delivery } = order;
  const columns: readonly Column<OrderView['lines'][number]>[] = [
    { header: 'Product', cell: ({ title }) => title },
    { header: 'Seller', cell: ({ vendor }) => vendor.name },
    { header: 'Price', isNumeric: true, cell: ({ unitPriceMinor }) => money(unitPriceMinor) },
    { header: 'Quantity', isNumeric: true, cell: ({ qty }) => qty },
    { header: 'Total', isNumeric: true, cell: ({ totalMinor }) => money(totalMinor) },
  ];
  const address = [delivery.address, delivery.postalCode, delivery.city, delivery.country].filter(Boolean).join(', ');

  return (
    <div className="flex flex-col gap-10">
      <DataTable caption="Order items" columns={columns} rows={order.lines} keyOf={({ id }) => id} />
      <Facts>
        <Fact name="Total">
          <strong className="text-xl tabular-nums">{money(order.totalMinor)}</strong>
        </Fact>
        <Fact name="Buyer">{[contact.name, contact.email, contact.phone].filter(Boolean).join(' · ')}</Fact>
        <Fact name="Delivery">{[delivery.method, address, delivery.comment].filter(Boolean).join(' · ')}</Fact>
        <Fact name="Note">{order.note || 'None'}</Fact>
      </Facts>
      <section aria-labelledby="history">
        <h2 id="history" className="pb-3 text-lg">
          History
        </h2>
        <ol className="flex flex-col gap-2">
          {order.timeline?.map((step) => (
            <li key={`${step.at} ${step.kind} ${step.to}`} className="flex flex-wrap gap-x-4">
              <ReaderTime at={step.at} className="text-muted tabular-nums" />
              {step.text}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
