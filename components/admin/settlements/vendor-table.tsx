import { accountHref, settlementsHref } from '#components/admin/payments/money-hrefs.ts';
import { Link } from '#components/ui/link.tsx';
import { Cell, Row, Table } from '#components/ui/table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';

const columns = [
  { key: 'vendor', label: 'Seller' },
  { key: 'pending', label: 'Pending', end: true },
  { key: 'payable', label: 'Payable', end: true },
  { key: 'settlements', label: 'Settlements' },
] as const;

type Owed = { readonly account: string; readonly currency: string; readonly balanceMinor: number };
type VendorTableProps = {
  readonly vendors: readonly { readonly id: string; readonly name: string; readonly balances: readonly Owed[] }[];
};

/** Shows the amount owed to each vendor. The ledger balance is negative; the table shows it as a positive amount. */
export function VendorTable({ vendors }: VendorTableProps) {
  return (
    <Table caption="Amounts owed to sellers" columns={columns}>
      {vendors.map(({ id, name, balances }) => (
        <Row key={id}>
          <Cell label="Seller">
            <span className="break-words">{name}</span>
          </Cell>
          {(['pending', 'payable'] as const).map((part) => (
            <Cell key={part} label={part === 'pending' ? 'Pending' : 'Payable'} end>
              <OwedText account={`vendor:${id}:${part}`} balances={balances} name={name} />
            </Cell>
          ))}
          <Cell label="Settlements">
            <Link
              href={settlementsHref(id)}
              aria-label={`Settlements of ${name}`}
              className="underline underline-offset-4"
            >
              Settlements
            </Link>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function OwedText({ account, balances, name }: { account: string; balances: readonly Owed[]; name: string }) {
  const owed = balances.filter((balance) => balance.account === account);
  const part = account.split(':').at(-1);
  return (
    <Link
      href={accountHref(account)}
      aria-label={`${textOf(owed)}, ${part} of ${name}`}
      className="underline underline-offset-4"
    >
      {textOf(owed)}
    </Link>
  );
}

const textOf = (owed: readonly Owed[]): string =>
  owed.length === 0
    ? '0'
    : owed.map(({ balanceMinor, currency }) => moneyText(-balanceMinor, currency, 'en')).join(', ');
