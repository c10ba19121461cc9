import useSWR from 'swr';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { CatalogPage } from '#lib/store/schemas/catalog.ts';
import { get } from '#lib/web/api-client.ts';

/** As many as the catalog answers for at once. */
const AT_ONCE = 50;

/** Pictures of the things that conversations are about, by conversation; of what is no longer sold there is none. */
export function usePictures(rows: readonly ConversationView[]): ReadonlyMap<string, string> {
  const about = rows.flatMap(({ id, type, metadata: { productId } }) =>
    type === 'product' && typeof productId === 'string' ? [{ id, productId }] : [],
  );
  const ids = [...new Set(about.map(({ productId }) => productId))].sort().slice(0, AT_ONCE);
  const query = new URLSearchParams({ ids: ids.join(',') });
  const { data } = useSWR(
    ids.length === 0 ? null : `/api/store/products?${query}`,
    (path: string) => get<CatalogPage>(path),
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false, keepPreviousData: true },
  );
  const urls = new Map(data?.products.map(({ id, image }) => [id, image?.url]));
  return new Map(
    about.flatMap(({ id, productId }) => {
      const url = urls.get(productId);
      return url ? [[id, url] as const] : [];
    }),
  );
}
