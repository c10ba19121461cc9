import { auditRow } from '#lib/audit/audit.ts';
import type { AuditFacts } from '#lib/audit/schemas/audit.ts';
import type { Context } from '#lib/context/context.ts';
import type { Row, Writer } from '#lib/data/store.ts';
import { promiseNotification } from '#lib/notifications/write/create.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { type Acting, actsForOthers } from '#lib/store/vendors/acting-vendor.ts';

/** A change of a product by its vendor or by an administrator. */
export type ProductAct = {
  readonly action: 'product.created' | 'product.changed' | 'product.deleted' | 'product.stock-changed';
  readonly productId: string;
  readonly title: string;
  readonly before?: AuditFacts;
  readonly after?: AuditFacts;
  readonly reason: string | undefined;
  /** Identifies the change, so that its owner is notified of it once. */
  readonly changeId: string;
  /** False where the same change of another product notifies the owner. */
  readonly notifies?: boolean;
  readonly now: Date;
};

const templates = {
  'product.created': 'product.admin_created',
  'product.changed': 'product.admin_changed',
  'product.deleted': 'product.admin_deleted',
  'product.stock-changed': 'product.admin_changed',
} as const;

/**
 * Records a change of a product in its transaction. When an administrator changes another vendor's product, the owner
 * is notified with the reason.
 */
export function recordProductAct(
  write: Writer,
  ctx: Context,
  { acting, vendor }: { readonly acting: Acting; readonly vendor: Row<Vendor> },
  { action, productId, title, before, after, reason, changeId, notifies = true, now }: ProductAct,
): void {
  const { ownerId } = vendor.data;
  auditRow(write, ctx, {
    action,
    targetType: 'product',
    targetId: productId,
    ...(before && { before }),
    after: { vendorId: vendor.id, ...(actsForOthers(acting, vendor.id) && { ownerId }), ...after },
    reason,
    now,
  });
  if (!notifies || !actsForOthers(acting, vendor.id) || ownerId === null) return;
  promiseNotification(
    write,
    {
      userId: ownerId,
      type: 'SYSTEM',
      template: templates[action],
      params: { title, reason: reason ?? '' },
      data: { actionUrl: action === 'product.deleted' ? '/sell/products' : `/sell/products/${productId}` },
      source: action,
      key: `${productId}:${changeId}`,
    },
    now,
  );
}
