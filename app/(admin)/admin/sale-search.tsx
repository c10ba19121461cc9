import type { Route } from 'next';
import { orderHref, paymentHref } from '#components/admin/payments/money-hrefs.ts';
import { type PersonTab, peopleHref, personHref } from '#components/admin/people/people-hrefs.ts';
import { LinkButton } from '#components/ui/link-button.tsx';
import { TableFilter } from '#components/ui/table-filter.tsx';
import type { FoundSale } from '#lib/admin/payments/find-sale.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

/** Returns the page of what a key names: an order, a payment, or the sales of a buyer. */
export function saleHref(sale: FoundSale, tab: PersonTab = 'orders'): Route {
  if ('orderId' in sale) return orderHref(sale.orderId);
  return 'orderReference' in sale ? paymentHref(sale.orderReference) : personHref(sale.userId, tab);
}

type SaleSearchProps = { readonly action: string; readonly q: string | undefined };

/** Shows the field for the key of a sale. A text that is no key leads on to the search for people. */
export async function SaleSearch({ action, q }: SaleSearchProps) {
  const { texts, t } = await consoleTexts('people');
  return (
    <>
      <TableFilter
        action={action}
        query={{ q }}
        fields={[{ kind: 'text', name: 'q', label: texts.findSale, maxLength: 120, isWide: true }]}
        label={texts.findSale}
        any={texts.any}
        submit={texts.find}
      />
      {q !== undefined && (
        <p role="status" className="flex flex-wrap items-center gap-3">
          {texts.noSale}
          <LinkButton href={peopleHref({ q })} look="secondary" size="small">
            {t('findPeople', { q })}
          </LinkButton>
        </p>
      )}
    </>
  );
}
