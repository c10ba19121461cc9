import type { UserContext } from '#lib/context/context.ts';
import type { Row, Writer } from '#lib/data/store.ts';
import { promiseIndexing } from '#lib/store/catalog/topics.ts';
import { Products } from '#lib/store/collections.ts';
import { recordProductAct } from '#lib/store/products/product-acts.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import type { Acting } from '#lib/store/vendors/acting-vendor.ts';

type FilesChange = {
  readonly acting: Acting;
  readonly vendor: Row<Vendor>;
  readonly product: Row<Product>;
  readonly fileIds: readonly string[];
  /** The file that was added or removed. `bytes` of an added one. */
  readonly file: { readonly fileId: string; readonly bytes?: number };
  readonly reason: string | undefined;
  /** Identifies the change, so that its owner is notified of it once. */
  readonly changeId: string;
  readonly now: Date;
};

/** Writes and records which files a product has, in the transaction that adds or removes one. */
export function writeFiles(
  write: Writer,
  ctx: UserContext,
  { acting, vendor, product: { id: productId, data }, fileIds, file, reason, changeId, now }: FilesChange,
): void {
  write.update(Products, productId, { fileIds: [...fileIds], updatedAt: now.toISOString() });
  promiseIndexing(write, productId, now);
  recordProductAct(
    write,
    ctx,
    { acting, vendor },
    {
      ...{ action: 'product.changed', productId, title: data.title, reason, changeId, now },
      before: { files: data.fileIds.length },
      after: { fields: 'files', files: fileIds.length, ...file },
    },
  );
}
