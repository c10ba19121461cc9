import { useRouter } from 'next/navigation';
import { useId, useRef, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { decimalText, digitsOf } from '#lib/i18n/money-text.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { FamilyView } from '#lib/store/schemas/family.ts';
import { ApiProblem, post } from '#lib/web/api/api-client.ts';
import {
  hasSoundPrice,
  hasSoundStock,
  newVariantDrafts,
  type VariantDraft,
  variantBody,
} from '#lib/web/seller/variant-draft.ts';

type NewVariantsProps = {
  readonly family: FamilyView;
  readonly productId: string;
  readonly texts: SellerTexts<'families'>;
};

/** Creates variants from the combinations that are still missing: copies of this product with their own price and stock. */
export function NewVariants({ family, productId, texts }: NewVariantsProps) {
  const id = useId();
  const router = useRouter();
  const { reader, errorText } = useSeller();
  const { isBusy, problem, act } = useAction(errorText);
  const [drafts, setDrafts] = useState(() => newVariantDrafts(family));
  const [isChecked, setChecked] = useState(false);
  // One key for the creation of these variants, over all retries.
  const key = useRef('');
  const from = family.members.find((member) => member.productId === productId);
  const currency = from?.currency ?? 'UAH';
  const chosen = drafts.filter(({ isChosen }) => isChosen);
  if (drafts.length === 0) return <p className="text-muted">{texts.complete}</p>;

  const change = (at: number, patch: Partial<VariantDraft>) =>
    setDrafts((all) => all.map((draft, place) => (place === at ? { ...draft, ...patch } : draft)));
  const create = () => {
    setChecked(true);
    const isSound = chosen.every((draft) => hasSoundPrice(draft, currency) && hasSoundStock(draft));
    if (chosen.length === 0 || !isSound) return;
    key.current ||= crypto.randomUUID();
    const body = { ...variantBody(drafts, currency), from: productId };
    act(
      () =>
        post(`/api/vendor/families/${family.id}/variants`, body, { headers: { 'idempotency-key': key.current } }).catch(
          (error: unknown) => {
            // A refused call made nothing, so its key may not be kept for another body.
            if (error instanceof ApiProblem && error.status >= 400 && error.status < 500) key.current = '';
            throw error;
          },
        ),
      () => router.refresh(),
    );
  };

  return (
    <Form onSubmit={create} className="flex flex-col gap-4">
      <h3 className="text-base font-medium tracking-normal">{texts.addVariants}</h3>
      <p className="text-sm text-muted">{texts.addVariantsHint}</p>
      <ul className="flex flex-col gap-3">
        {drafts.map((draft, at) => {
          const variant = draft.values.join(', ');
          return (
            <li
              key={variant}
              className="grid items-start gap-3 border-b border-line pb-3 sm:grid-cols-[minmax(0,1fr)_9rem_7rem_10rem]"
            >
              <Checkbox
                checked={draft.isChosen}
                onChange={({ target }) => change(at, { isChosen: target.checked })}
                className="sm:mt-7"
              >
                <span className="wrap-anywhere">{variant}</span>
              </Checkbox>
              {draft.isChosen && (
                <>
                  <TextField
                    id={`${id}-price-${at}`}
                    label={fill(texts.priceOf, { variant, currency }, reader.locale)}
                    placeholder={decimalText(from?.priceMinor ?? 0, digitsOf(currency))}
                    value={draft.price}
                    onChange={({ target }) => change(at, { price: target.value })}
                    error={isChecked && !hasSoundPrice(draft, currency) ? texts.bad_price : undefined}
                    inputMode="decimal"
                    autoComplete="off"
                  />
                  <TextField
                    id={`${id}-stock-${at}`}
                    label={fill(texts.stockOf, { variant }, reader.locale)}
                    value={draft.stock}
                    onChange={({ target }) => change(at, { stock: target.value })}
                    error={isChecked && !hasSoundStock(draft) ? texts.bad_stock : undefined}
                    inputMode="numeric"
                    autoComplete="off"
                  />
                  <TextField
                    id={`${id}-sku-${at}`}
                    label={fill(texts.skuOf, { variant }, reader.locale)}
                    value={draft.sku}
                    onChange={({ target }) => change(at, { sku: target.value })}
                    maxLength={64}
                    autoComplete="off"
                  />
                </>
              )}
            </li>
          );
        })}
      </ul>
      {isChecked && chosen.length === 0 && (
        <p role="alert" className="text-sm font-medium text-danger">
          {texts.noneChosen}
        </p>
      )}
      {problem && (
        <Alert kind="danger" role="alert">
          {problem}
        </Alert>
      )}
      <div>
        <Button type="submit" busy={isBusy}>
          {fill(texts.create, { count: chosen.length }, reader.locale)}
        </Button>
      </div>
    </Form>
  );
}
