'use client';

import { useId, useRef, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { VendorProduct } from '#lib/store/schemas/vendor-product.ts';
import {
  type DraftField,
  draftOf,
  emptyDraft,
  isChanged,
  type ProductDraft,
  wrongFields,
} from '#lib/web/seller/product-draft.ts';
import { AttributePart } from './attribute-part.tsx';
import { type CategoryChoice, CategoryPart } from './category-part.tsx';
import { EditorButtons } from './editor-buttons.tsx';
import { FilePart } from './file-part.tsx';
import { PicturePart } from './picture-part.tsx';
import { Preview } from './preview.tsx';
import { type Currency, PricePart } from './price-part.tsx';
import { StaleDialog } from './stale-dialog.tsx';
import { StockPart } from './stock-part.tsx';
import { TextPart } from './text-part.tsx';
import { type SaveStatus, useProductSave } from './use-product-save.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

type ProductEditorProps = {
  /** The stored product; null for a new one. */
  readonly product: VendorProduct | null;
  /** The seller's own vendor. An administrator who sells would otherwise act for the house. */
  readonly vendorId: string;
  readonly currencies: readonly Currency[];
  readonly categories: readonly CategoryChoice[];
  readonly mostBytes: number;
  /** The product and its variants by the names of their options. Empty for a single product. */
  readonly variants?: readonly { readonly id: string; readonly name: string }[];
  readonly texts: SellerTexts<'editor'>;
};

/** Creates or changes a product. What someone else saved meanwhile is shown beside the draft before it is replaced. */
export function ProductEditor(props: ProductEditorProps) {
  const { product: opened, vendorId, currencies, categories, mostBytes, variants = [], texts } = props;
  const { reader, errorText } = useSeller();
  const { locale } = reader;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [blank] = useState(() => emptyDraft(currencies[0]?.code ?? 'UAH'));
  const [draft, setDraft] = useState(() => (opened ? draftOf(opened) : blank));
  const [wrong, setWrong] = useState<readonly DraftField[]>([]);
  const [isForAll, setForAll] = useState(false);
  const saving = useProductSave(vendorId, opened, blank, (id) =>
    fill(texts.variantRefused, { variant: variants.find((variant) => variant.id === id)?.name ?? id }, locale),
  );
  const { product, before, refused, stale } = saving;
  useUnsavedGuard(isChanged(before, draft) && !saving.isBusy, texts.unsaved);

  const problems = [...wrong, ...refused];
  const part = {
    draft,
    change: (patch: Partial<ProductDraft>) => setDraft((now) => ({ ...now, ...patch })),
    problemOf: (field: DraftField) => (problems.includes(field) ? texts[textOf(field)] : undefined),
    texts,
  };
  const store = async (status?: SaveStatus, base = product) => {
    const sent = draft;
    const stored = await saving.save(sent, { status, isForAll }, base);
    if (!stored) return;
    // What was typed while it was being saved stays.
    setDraft((now) => (now === sent ? draftOf(stored) : now));
    setForAll(false);
  };
  const save = (status?: SaveStatus) => {
    const found = wrongFields(draft);
    setWrong(found);
    if (found.length > 0) {
      // After the messages are shown, the first of them is where the person reads on.
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus(),
      );
      return;
    }
    void store(status);
  };
  const nameOf = (id: string) => categories.find((category) => category.id === id)?.names.at(-1) ?? id;

  return (
    <div className="flex flex-col gap-5">
      {product?.status === 'blocked' && (
        <Alert kind="danger">{fill(texts.blocked, { reason: product.blockedReason ?? '–' }, locale)}</Alert>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Form
          ref={form}
          id={formId}
          onSubmit={() => save(product ? undefined : 'draft')}
          className="flex min-w-0 flex-col gap-5"
        >
          <TextPart {...part} />
          <PicturePart
            {...part}
            {...{ vendorId, locale, mostBytes, errorText }}
            onAdded={(image) =>
              setDraft((now) =>
                now.images.some(({ fileId }) => fileId === image.fileId)
                  ? now
                  : { ...now, images: [...now.images, image] },
              )
            }
          />
          <PricePart {...part} {...{ currencies, locale }} />
          <StockPart {...part} isNew={product === null} />
          {draft.fulfilment === 'digital' && <FilePart {...{ product, mostBytes, texts }} />}
          <CategoryPart {...part} categories={categories} />
          <AttributePart {...part} locale={locale} />
        </Form>
        <Preview {...{ draft, texts, locale }} />
      </div>
      <EditorButtons
        formId={formId}
        product={product}
        isBusy={saving.isBusy}
        problem={wrong.length > 0 ? '' : saving.problem}
        isSaved={saving.isSaved && !isChanged(before, draft)}
        variants={variants.length}
        isForAll={isForAll}
        onForAll={setForAll}
        onSave={save}
        onDelete={saving.erase}
        texts={texts}
      />
      {stale && (
        <StaleDialog
          mine={draft}
          saved={draftOf(stale.product)}
          {...{ nameOf, texts }}
          onKeep={() => void store(stale.status, stale.product)}
          onTake={() => {
            saving.took(stale.product);
            setDraft(draftOf(stale.product));
          }}
          onClose={saving.closeStale}
        />
      )}
    </div>
  );
}

const textOf = (field: DraftField) =>
  field === 'title_en' || field === 'title_uk' || field === 'title_ru' ? 'bad_translation' : (`bad_${field}` as const);
