import type { UserContext } from '#lib/context/context.ts';
import { changePart } from '#lib/store/parts/move-part.ts';
import type { ActingFor } from '#lib/store/parts/part-seller.ts';
import type { VendorOrder } from '#lib/store/schemas/vendor-order.ts';
import { DownloadCounts } from './collections.ts';
import { lineCounts } from './download-counts.ts';

/**
 * Lets the buyer of an order download the files of one vendor again, from zero. Where nothing was downloaded, nothing
 * changes.
 */
export const resetDownloads = (
  ctx: UserContext,
  who: ActingFor,
  orderId: string,
  { reason }: { readonly reason?: string | undefined },
): Promise<VendorOrder> =>
  changePart(ctx, who, { orderId, action: 'part.downloads_reset', reason }, async (t, { order, part, by }) => {
    const productIds = order.data.lines.flatMap(({ vendorId, fulfilment, productId }) =>
      vendorId === part.vendorId && fulfilment === 'digital' && productId !== null ? [productId] : [],
    );
    const lines = productIds.length === 0 ? [] : await lineCounts(t, { orderId, productIds });
    const downloaded = lines.filter((row) => row !== undefined).filter(({ data }) => data.count > 0);
    for (const { id, data } of downloaded) t.set(DownloadCounts, id, { ...data, count: 0, resetAt: by.at });
    return downloaded.length > 0;
  });
