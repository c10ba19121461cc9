import type { ReactNode } from 'react';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { PartDialogProps } from './dialog-props.ts';

type RefusalMoneyProps = Pick<PartDialogProps, 'order'> & { readonly texts: SellerTexts<'orders'> };

/** States what the end of a part means for the money of both sides and for the stock. */
export function RefusalMoney({ order, texts }: RefusalMoneyProps) {
  const { locale } = useSeller().reader;
  const { part, currency, settlement, lines } = order;
  const money = (minor: number) => moneyText(minor, currency, locale);
  return (
    <div className="flex flex-col gap-2">
      <dl className="flex flex-col gap-1">
        <Line name={texts.refuseBack} value={<span className="font-semibold">{money(part.amountMinor)}</span>} />
        {settlement && (
          <>
            <Line name={texts.refuseNet} value={money(settlement.netMinor)} />
            <Line name={texts.refuseCommission} value={money(settlement.commissionMinor)} />
          </>
        )}
      </dl>
      <p className="text-muted">
        {lines.some(({ productId }) => productId !== null) && `${texts.refuseStock} `}
        {texts.refuseForever}
      </p>
    </div>
  );
}

const Line = ({ name, value }: { readonly name: string; readonly value: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt>{name}</dt>
    <dd className="text-end tabular-nums">{value}</dd>
  </div>
);
