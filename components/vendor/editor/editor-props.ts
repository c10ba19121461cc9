import type { SellerRoom, SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { DraftField, ProductDraft } from '#lib/web/seller/product-draft.ts';

/** What each part of an editor gets, with the texts of its room. */
export type PartProps<Room extends SellerRoom> = {
  readonly draft: ProductDraft;
  /** Changes some fields of the draft. */
  readonly change: (patch: Partial<ProductDraft>) => void;
  /** Returns the message of a wrong field. */
  readonly problemOf: (field: DraftField) => string | undefined;
  readonly texts: SellerTexts<Room>;
};
