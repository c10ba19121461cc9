import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import type { VendorProduct } from '#lib/store/schemas/vendor-product.ts';
import { ApiProblem, get, patch, post, remove } from '#lib/web/api/api-client.ts';
import { changeBody, createBody, type DraftField, draftOf, type ProductDraft } from '#lib/web/seller/product-draft.ts';

type Answer = { readonly product: VendorProduct };
export type SaveStatus = 'draft' | 'published' | 'hidden' | 'archived';
/** The product that someone else saved meanwhile, and the status that the refused save was to give it. */
type Stale = { readonly product: VendorProduct; readonly status: SaveStatus | undefined };
/** What a save is about besides the draft: a new status, and whether all variants of the product change alike. */
type Saving = { readonly status?: SaveStatus | undefined; readonly isForAll: boolean };

/** The fields of a refusal, by the first part of their path. */
const fieldsOfServer: Readonly<Record<string, DraftField>> = {
  title: 'title',
  description: 'description',
  priceMinor: 'price',
  currency: 'price',
  compareAtMinor: 'compareAt',
  prices: 'prices',
  stock: 'stock',
  lowAt: 'lowAt',
  sku: 'sku',
  categories: 'categories',
  attributes: 'attributes',
  images: 'images',
  fulfilment: 'fulfilment',
  files: 'fulfilment',
};

/**
 * Saves the draft of a product of a vendor: creates it, or sends the changed fields with the version that was opened. `stale` holds
 * the stored product when someone else saved it meanwhile. `variantProblem` returns why a save for all variants was refused
 where another variant is the reason.
 */
export function useProductSave(
  vendorId: string,
  opened: VendorProduct | null,
  blank: ProductDraft,
  variantProblem: (productId: string) => string,
) {
  const { go, errorText } = useSeller();
  const router = useRouter();
  const [product, setProduct] = useState(opened);
  const [before, setBefore] = useState(opened ? draftOf(opened) : blank);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [refused, setRefused] = useState<readonly DraftField[]>([]);
  const [stale, setStale] = useState<Stale | null>(null);
  const [isSaved, setSaved] = useState(false);
  // One key for the creation of one product, over all retries.
  const key = useRef('');
  const isUnanswered = useRef(false);

  const took = (saved: VendorProduct) => {
    setProduct(saved);
    setBefore(draftOf(saved));
  };

  const create = async (draft: ProductDraft, status: SaveStatus) => {
    key.current ||= crypto.randomUUID();
    const { product: made } = await post<Answer>(
      '/api/store/products',
      { ...createBody(draft), vendorId, status },
      { headers: { 'idempotency-key': key.current } },
    );
    took(made);
    router.replace(go(`/sell/products/${made.id}`));
    return made;
  };

  const edit = async (draft: ProductDraft, { status, isForAll }: Saving, { id, version }: VendorProduct) => {
    const changes = { ...changeBody(before, draft), ...(status && { status }) };
    const body = { ...changes, ...(isForAll && { applyTo: 'family' }), version };
    const { product: saved } = await patch<Answer>(`/api/vendor/products/${id}`, body);
    took(saved);
    router.refresh();
    return saved;
  };

  const refuse = async (error: unknown, status: SaveStatus | undefined) => {
    if (error instanceof ApiProblem && error.code === 'StaleVersion' && product) {
      const fresh = await get<Answer>(`/api/vendor/products/${product.id}`).catch(() => null);
      if (fresh) return setStale({ product: fresh.product, status });
    }
    // A refused creation made nothing, and its key with another body would be refused. But a call whose answer was lost
    // may have made the product: a new key would make it twice.
    if (isLost(error)) isUnanswered.current = true;
    else if (!isUnanswered.current) key.current = '';
    const variant = error instanceof ApiProblem ? error.details.productId : undefined;
    if (variant !== undefined && variant !== product?.id) return setProblem(variantProblem(variant));
    setRefused(refusedFields(error));
    setProblem(errorText(error));
  };

  /** Returns the stored product, or null when it was refused. */
  const save = async (draft: ProductDraft, saving: Saving, base = product): Promise<VendorProduct | null> => {
    if (isBusy) return null;
    setBusy(true);
    setProblem('');
    setRefused([]);
    setSaved(false);
    try {
      const stored = await (base ? edit(draft, saving, base) : create(draft, saving.status ?? 'draft'));
      setSaved(true);
      return stored;
    } catch (error) {
      await refuse(error, saving.status);
      return null;
    } finally {
      setBusy(false);
    }
  };

  const erase = async () => {
    if (!product) return;
    await remove(`/api/vendor/products/${product.id}`);
    setBefore(blank);
    router.replace(go('/sell/products'));
    router.refresh();
  };

  return {
    product,
    before,
    isBusy,
    problem,
    refused,
    stale,
    isSaved,
    save,
    erase,
    took,
    closeStale: () => setStale(null),
  };
}

const isLost = (error: unknown): boolean => !(error instanceof ApiProblem) || error.status < 400 || error.status >= 500;

function refusedFields(error: unknown): readonly DraftField[] {
  if (!(error instanceof ApiProblem)) return [];
  if (error.code === 'SkuTaken') return ['sku'];
  return Object.keys(error.details).flatMap((path) => {
    const [first = '', second = ''] = path.split('.');
    if (first === 'translations')
      return second === 'en' || second === 'uk' || second === 'ru' ? [`title_${second}` as const] : [];
    return fieldsOfServer[first] ?? [];
  });
}
