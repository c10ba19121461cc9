import { ArrowDown, ArrowUp } from 'lucide-react';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import type { NamedCountry } from '#lib/i18n/country-names.ts';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { DeliveryView } from '#lib/store/schemas/vendor-delivery.ts';

type DeliveryRowProps = {
  readonly option: DeliveryView;
  readonly currency: string;
  readonly countries: readonly NamedCountry[];
  readonly locale: Locale;
  readonly texts: SellerTexts<'deliveries'>;
  readonly mayWrite: boolean;
  /** The label of the button that switches the option, and its full name. */
  readonly toggle: { readonly label: string; readonly name: string };
  readonly isBusy: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: 1 | -1) => void;
  readonly onToggle: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
};

/** Shows a delivery option in one row of the list, with its buttons. */
export function DeliveryRow(props: DeliveryRowProps) {
  const { option, currency, countries, locale, texts, mayWrite, toggle, isBusy } = props;
  const { isFirst, isLast, onMove, onToggle, onEdit, onRemove } = props;
  const name = option.name[locale];
  const money = (minor: number) => moneyText(minor, currency, locale);
  const nameOf = (code: string) => countries.find((country) => country.code === code)?.name ?? code;
  const { minDays, maxDays, priceMinor, freeFromMinor } = option;
  const span = minDays === maxDays ? `${maxDays}` : `${minDays}–${maxDays}`;
  const facts = [
    texts[`method_${option.method}`],
    priceMinor === 0 ? texts.free : money(priceMinor),
    ...(freeFromMinor !== null && priceMinor > 0
      ? [fill(texts.freeFromText, { amount: money(freeFromMinor) }, locale)]
      : []),
    maxDays === 0 ? texts.sameDay : fill(texts.days, { span, max: maxDays }, locale),
    option.countries.length === 0
      ? texts.everywhere
      : fill(texts.only, { countries: option.countries.map(nameOf).join(', ') }, locale),
  ];

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-4">
      <div className="min-w-0 flex-[1_1_16rem] wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {!option.active && <Badge>{texts.off}</Badge>}
        </p>
        <p className="text-sm text-muted">{facts.join(' · ')}</p>
      </div>
      {mayWrite && (
        <div className="flex flex-wrap items-center gap-2">
          <button
            type="button"
            disabled={isFirst}
            aria-label={fill(texts.up, { name }, locale)}
            onClick={() => onMove(-1)}
            className={`${iconButtonClass} disabled:opacity-40`}
          >
            <ArrowUp aria-hidden />
          </button>
          <button
            type="button"
            disabled={isLast}
            aria-label={fill(texts.down, { name }, locale)}
            onClick={() => onMove(1)}
            className={`${iconButtonClass} disabled:opacity-40`}
          >
            <ArrowDown aria-hidden />
          </button>
          <Button look="secondary" size="small" busy={isBusy} aria-label={toggle.name} onClick={onToggle}>
            {toggle.label}
          </Button>
          <Button look="secondary" size="small" aria-label={fill(texts.editOf, { name }, locale)} onClick={onEdit}>
            {texts.edit}
          </Button>
          <Button look="secondary" size="small" aria-label={fill(texts.removeOf, { name }, locale)} onClick={onRemove}>
            {texts.remove}
          </Button>
        </div>
      )}
    </li>
  );
}
