'use client';

import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { RadioCard } from '#components/ui/form/radio-card.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { OwnStock } from '#lib/store/schemas/vendor-product.ts';
import { post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';

const kinds = ['restock', 'correction', 'return'] as const;

type StockButtonProps = {
  readonly productId: string;
  readonly title: string;
  readonly stock: OwnStock;
  readonly texts: SellerTexts<'products'>;
};

/** Shows how many units are available. Pressed, it opens the form that changes the stock. */
export function StockButton({ productId, title, stock, texts }: StockButtonProps) {
  const { reader, errorText } = useSeller();
  const router = useRouter();
  const id = useId();
  const action = useAction(errorText);
  // The key stays the same over retries of one change, so that no unit is booked twice.
  const [key, setKey] = useState<string | null>(null);
  const isLow = stock.lowAt !== null && stock.available <= stock.lowAt;

  const save = (data: FormData, close: () => void) =>
    action.act(
      () =>
        post(
          `/api/vendor/products/${productId}/stock`,
          { delta: deltaIn(data), kind: textIn(data, 'kind'), reason: textIn(data, 'reason') },
          { headers: { 'idempotency-key': key ?? '' } },
        ),
      () => {
        close();
        router.refresh();
      },
    );

  return (
    <>
      <button
        type="button"
        aria-label={fill(texts.changeStock, { title, count: stock.available }, reader.locale)}
        onClick={() => setKey(crypto.randomUUID())}
        className={`inline-flex min-h-9 min-w-12 items-center justify-end rounded-md border border-line-strong bg-surface px-3 tabular-nums hover:border-text ${isLow ? 'font-semibold text-danger' : ''}`}
      >
        {stock.available}
      </button>
      {key !== null && (
        <FormDialog
          title={fill(texts.stockTitle, { title }, reader.locale)}
          submit={texts.save}
          cancel={texts.cancel}
          closeLabel={texts.close}
          action={action}
          check={(data) => problemsIn(data, texts)}
          onSubmit={save}
          onClose={() => {
            setKey(null);
            action.forget();
          }}
        >
          {(problems) => (
            <>
              <dl className="grid grid-cols-3 gap-3">
                {(['onHand', 'held', 'available'] as const).map((name) => (
                  <div key={name}>
                    <dt className="text-sm text-muted">{texts[name]}</dt>
                    <dd className="text-lg font-semibold tabular-nums">{stock[name]}</dd>
                  </div>
                ))}
              </dl>
              <fieldset className="flex flex-col gap-2">
                <legend className="mb-2 text-sm font-medium">{texts.kind}</legend>
                {kinds.map((kind) => (
                  <RadioCard key={kind} name="kind" value={kind} defaultChecked={kind === 'restock'}>
                    {texts[`kind_${kind}`]}
                  </RadioCard>
                ))}
              </fieldset>
              <TextField
                id={`${id}-delta`}
                name="delta"
                label={texts.delta}
                hint={texts.deltaHint}
                error={problems.delta}
                inputMode="text"
                autoComplete="off"
                maxLength={10}
                required
              />
              <TextField
                id={`${id}-reason`}
                name="reason"
                label={texts.reason}
                note={texts.optional}
                autoComplete="off"
                maxLength={500}
              />
            </>
          )}
        </FormDialog>
      )}
    </>
  );
}

/** Returns the change as a number; NaN when it is none. Phones type a minus of their own. */
function deltaIn(data: FormData): number {
  const text = textIn(data, 'delta').replace('−', '-');
  return /^[+-]?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

function problemsIn(data: FormData, texts: SellerTexts<'products'>): Readonly<Record<string, string>> {
  const delta = deltaIn(data);
  if (textIn(data, 'kind') === 'correction') return Math.abs(delta) > 0 ? {} : { delta: texts.bad_delta };
  return delta > 0 ? {} : { delta: texts.bad_deltaPositive };
}
