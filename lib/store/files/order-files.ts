import type { UserContext } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import type { Row } from '#lib/data/store.ts';
import { MOST_DOWNLOADS, MOST_KEPT_FILES } from '#lib/store/limits.ts';
import { getOwnOrder } from '#lib/store/orders/orders.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { ProductFile } from '#lib/store/schemas/product-file.ts';
import { DownloadCounts, ProductFiles } from './collections.ts';
import { countedOf, countId, lineCounts } from './download-counts.ts';
import { downloadLink } from './download-links.ts';
import type { FileRow } from './product-files.ts';
import { filesOfProduct } from './queries.ts';

type OrderRow = Pick<Row<Order>, 'id' | 'data'>;

/** The files of one line of an order, with a link to each. */
export type OrderFiles = {
  readonly lineId: string;
  readonly title: string;
  readonly files: readonly {
    readonly id: string;
    readonly name: string;
    readonly bytes: number;
    readonly url: string;
    /** Whether the buyer has had all downloads of it. */
    readonly isSpent: boolean;
  }[];
};

/**
 * Returns the digital lines whose files the buyer of an order may download: it is paid, and neither the whole order nor
 * their part was canceled or refunded.
 */
function downloadableLines({ paidAt, payState, status, lines, parts }: Order) {
  if (paidAt === null || payState !== 'paid' || status === 'canceled') return [];
  const vendorIds = parts.filter(({ state, refund }) => state !== 'refused' && refund === null);
  return lines.flatMap(({ id, productId, title, fulfilment, vendorId }) =>
    fulfilment === 'digital' && productId !== null && vendorIds.some((part) => part.vendorId === vendorId)
      ? [{ id, productId, title }]
      : [],
  );
}

/** Returns whether a file belongs to a purchase of this time: it is stored, and was not removed before the payment. */
const isBought = ({ expiresAt, retiredAt }: ProductFile, paidAt: string): boolean =>
  expiresAt === null && (retiredAt === null || retiredAt > paidAt);

/** Returns the files that the buyer of an order may download, with links that work for ten minutes. */
export async function filesOfOrder(ctx: UserContext, { id: orderId, data: order }: OrderRow): Promise<OrderFiles[]> {
  const lines = downloadableLines(order);
  if (lines.length === 0) return [];
  const productIds = lines.map(({ productId }) => productId);
  const [counts, ...found] = await Promise.all([
    lineCounts(ctx.data, { orderId, productIds }),
    ...productIds.map((id) => boughtFiles(ctx, id, order.paidAt ?? '')),
  ]);
  const keys = found.flat().map(({ id }) => countId(orderId, id));
  const rows = keys.length === 0 ? [] : await ctx.data.getMany(DownloadCounts, keys);
  const counted = new Map(rows.map((row) => [row?.id, row?.data]));
  return lines.map(({ id, title }, at) => ({
    lineId: id,
    title,
    files: (found[at] ?? []).map((file) => ({
      ...{ id: file.id, name: file.data.name, bytes: file.data.bytes },
      url: downloadLink(ctx, { orderId, fileId: file.id }),
      isSpent: countedOf(counted.get(countId(orderId, file.id)), counts[at]?.data) >= MOST_DOWNLOADS,
    })),
  }));
}

async function boughtFiles({ data }: UserContext, productId: string, paidAt: string): Promise<readonly FileRow[]> {
  const { rows } = await data.find(filesOfProduct(productId, 2 * MOST_KEPT_FILES));
  return rows.filter((row) => isBought(row.data, paidAt));
}

/** Returns a file that the user may download with an own order. Throws NotFound in every other case. */
export async function getOrderFile(ctx: UserContext, orderId: string, fileId: string): Promise<FileRow> {
  const [{ data: order }, file] = await Promise.all([getOwnOrder(ctx, orderId), ctx.data.get(ProductFiles, fileId)]);
  const line = downloadableLines(order).find(({ productId }) => productId === file?.data.productId);
  if (!file || !line || !isBought(file.data, order.paidAt ?? '')) throw notFound(ProductFiles.label, fileId);
  return file;
}
