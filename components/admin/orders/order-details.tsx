import { consoleTime } from '#components/admin/console-time.ts';
import { Fact, Facts } from '#components/admin/facts.tsx';
import { Cell, Row, Table } from '#components/ui/table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';

const columns = [
  { key: 'product', label: 'Product' },
  { key: 'vendor', label: 'Seller' },
  { key: 'price', label: 'Price', end: true },
  { key: 'qty', label: 'Quantity', end: true },
  { key: 'total', label: 'Total', end: true },
] as const;

/** Shows all details of an order to admins. */
export function OrderDetails({ order }: { readonly order: OrderView }) {
  const money = (minor: number) => moneyText(minor, order.currency, 'en');
  const { contact, delivery } = order;
  const address = [delivery.address, delivery.postalCode, delivery.city, delivery.country].filter(Boolean).join(', ');

  return (
    <div className="flex flex-col gap-10">
      <Table caption="Order items" columns={columns}>
        {order.lines.map((line) => (
          <Row key={line.id}>
            <Cell label="Product">{line.title}</Cell>
            <Cell label="Seller">{line.vendor.name}</Cell>
            <Cell label="Price" end>
              {money(line.unitPriceMinor)}
            </Cell>
            <Cell label="Quantity" end>
              {line.qty}
            </Cell>
            <Cell label="Total" end>
              {money(line.totalMinor)}
            </Cell>
          </Row>
        ))}
      </Table>
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
              <time dateTime={step.at} className="text-muted tabular-nums">
                {consoleTime(step.at)}
              </time>
              {step.text}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
