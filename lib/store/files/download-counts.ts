import type { UserContext } from '#lib/context/context.ts';
import { forbidden } from '#lib/core/errors.ts';
import { hashOf } from '#lib/core/ids.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import { DOWNLOAD_RESUME_MS, MOST_DOWNLOADS } from '#lib/store/limits.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { DownloadCount } from '#lib/store/schemas/product-file.ts';
import { DownloadCounts } from './collections.ts';

/** Returns the id of the count of a file, or of all files of a product, in an order. */
export const countId = (orderId: string, counted: string): string => hashOf(orderId, counted);

/** Returns how often a file counts as downloaded: since its seller has last let its buyer download again. */
export const countedOf = (file: DownloadCount | undefined, line: DownloadCount | undefined): number =>
  file === undefined || file.lastAt <= (line?.resetAt ?? '') ? 0 : file.count;

type Lines = { readonly orderId: string; readonly productIds: readonly string[] };

/** Returns the counts of all files of each product in an order, in the order of the products. */
export const lineCounts = (reader: Reader, { orderId, productIds }: Lines) =>
  reader.getMany(
    DownloadCounts,
    productIds.map((id) => countId(orderId, id)),
  );

/** Reads how often the files of each digital line of the orders were downloaded. */
export async function lineDownloads(
  reader: Reader,
  orders: readonly Pick<Row<Order>, 'id' | 'data'>[],
): Promise<(orderId: string, productId: string | null) => number> {
  const keys = orders.flatMap(({ id, data: { lines } }) =>
    lines.flatMap(({ productId, fulfilment }) =>
      fulfilment === 'digital' && productId !== null ? [countId(id, productId)] : [],
    ),
  );
  const rows = keys.length === 0 ? [] : await reader.getMany(DownloadCounts, keys);
  const counts = new Map(rows.map((row) => [row?.id, row?.data.count]));
  return (orderId, productId) => counts.get(countId(orderId, productId ?? '')) ?? 0;
}

type Counted = { readonly orderId: string; readonly productId: string; readonly fileId: string };

/** Counts the beginning of a download. Throws DownloadLimit when the buyer has had all of them. */
export async function countDownload({ data, now }: UserContext, counted: Counted): Promise<void> {
  const { orderId, productId, fileId } = counted;
  const [fileKey, lineKey] = [countId(orderId, fileId), countId(orderId, productId)];
  const lastAt = now().toISOString();
  let written = 0;
  await data.tx(
    async (t) => {
      const [file, line] = await Promise.all([t.get(DownloadCounts, fileKey), t.get(DownloadCounts, lineKey)]);
      // Firestore may repeat an applied commit. This run then finds its own count.
      if (written > 0 && file?.data.count === written && file.data.lastAt === lastAt) return;
      const count = countedOf(file?.data, line?.data);
      if (count >= MOST_DOWNLOADS) throw spent();
      written = count + 1;
      t.set(DownloadCounts, fileKey, { count: written, lastAt, resetAt: null });
      t.set(DownloadCounts, lineKey, {
        count: (line?.data.count ?? 0) + 1,
        ...{ lastAt, resetAt: line?.data.resetAt ?? null },
      });
    },
    { lane: `${DownloadCounts.name}/${lineKey}` },
  );
}

/**
 * Throws DownloadLimit when a buyer asks for the rest of a file after all downloads, unless the last one has begun
 * within the hour. The rest of a download does not count as another one.
 */
export async function assertMayResume({ data, now }: UserContext, counted: Counted): Promise<void> {
  const { orderId, productId, fileId } = counted;
  const [file, line] = await data.getMany(DownloadCounts, [countId(orderId, fileId), countId(orderId, productId)]);
  if (countedOf(file?.data, line?.data) < MOST_DOWNLOADS) return;
  if (now().getTime() - Date.parse(file?.data.lastAt ?? '') > DOWNLOAD_RESUME_MS) throw spent();
}

const spent = () =>
  forbidden(`You have downloaded this file ${MOST_DOWNLOADS} times. Ask the seller to let you download it again`, {
    code: 'DownloadLimit',
  });
