import { Button } from '#components/ui/button.tsx';
import { DataTable } from '#components/ui/data-table.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { ProductDraft } from '#lib/web/seller/product-draft.ts';

type StaleDialogProps = {
  readonly mine: ProductDraft;
  readonly saved: ProductDraft;
  readonly nameOf: (categoryId: string) => string;
  readonly texts: SellerTexts<'editor'>;
  readonly onKeep: () => void;
  readonly onTake: () => void;
  readonly onClose: () => void;
};

/** Shows the fields in which the draft differs from what someone else saved, and lets the person choose a version. */
export function StaleDialog({ mine, saved, nameOf, texts, onKeep, onTake, onClose }: StaleDialogProps) {
  const [own, theirs] = [shownFields(mine, nameOf), shownFields(saved, nameOf)];
  const fields = (Object.keys(own) as (keyof typeof own)[]).filter((name) => own[name] !== theirs[name]);
  return (
    <OpenDialog title={texts.staleTitle} closeLabel={texts.close} onClose={onClose}>
      {(close) => (
        <div className="flex flex-col gap-5 overflow-y-auto p-5">
          <p>{texts.staleText}</p>
          <DataTable
            caption={texts.staleTitle}
            columns={[
              { header: texts.field, cell: (name) => texts[name] },
              { header: texts.yours, breaksWords: true, cell: (name) => own[name] || '–' },
              { header: texts.theirs, breaksWords: true, cell: (name) => theirs[name] || '–' },
            ]}
            rows={fields}
            keyOf={(name) => name}
          />
          <div className="flex flex-wrap gap-3">
            <Button
              onClick={() => {
                close();
                onKeep();
              }}
            >
              {texts.keepYours}
            </Button>
            <Button
              look="secondary"
              onClick={() => {
                close();
                onTake();
              }}
            >
              {texts.takeTheirs}
            </Button>
          </div>
        </div>
      )}
    </OpenDialog>
  );
}

/** Returns each field as a line of text, by the name that the editor shows for it. */
const shownFields = (draft: ProductDraft, nameOf: (categoryId: string) => string) => ({
  productTitle: draft.title,
  description: draft.description,
  translations: Object.entries(draft.translations)
    .filter(([, { title }]) => title !== '')
    .map(([locale, { title }]) => `${locale}: ${title}`)
    .join('; '),
  price: `${draft.price} ${draft.currency}`,
  compareAt: draft.compareAt,
  otherPrices: Object.entries(draft.prices)
    .filter(([, price]) => price !== '')
    .map(([code, price]) => `${price} ${code}`)
    .join('; '),
  lowAt: draft.lowAt,
  sku: draft.sku,
  fulfilment: draft.fulfilment,
  categories: draft.categories.map(nameOf).join('; '),
  attributes: draft.attributes.map(({ name, value, unit }) => `${name}: ${value} ${unit}`.trim()).join('; '),
  pictures: String(draft.images.length),
});
