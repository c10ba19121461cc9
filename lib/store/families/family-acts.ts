import { auditRow } from '#lib/audit/audit.ts';
import type { Context } from '#lib/context/context.ts';
import type { Row, Writer } from '#lib/data/store.ts';
import { promiseNotification } from '#lib/notifications/write/create.ts';
import type { Family } from '#lib/store/schemas/family.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { type Acting, actsForOthers } from '#lib/store/vendors/acting-vendor.ts';

/** A change of a family by its vendor or by an administrator. */
type FamilyAct = {
  readonly action: 'family.created' | 'family.changed' | 'family.deleted';
  readonly familyId: string;
  /** The title of a member, by which its vendor knows the family. */
  readonly title: string;
  readonly before: Family | null;
  readonly after: Family | null;
  readonly reason: string | undefined;
  readonly now: Date;
};

const factsOf = ({ options, members }: Family) => ({ options: options.length, members: members.length });

/**
 * Records a change of a family in its transaction. When an administrator changes another vendor's family, the owner is
 * notified with the reason.
 */
export function recordFamilyAct(
  write: Writer,
  ctx: Context,
  { acting, vendor }: { readonly acting: Acting; readonly vendor: Row<Vendor> },
  { action, familyId, title, before, after, reason, now }: FamilyAct,
): void {
  const { ownerId } = vendor.data;
  const isForOthers = actsForOthers(acting, vendor.id);
  auditRow(write, ctx, {
    action,
    targetType: 'family',
    targetId: familyId,
    ...(before && { before: factsOf(before) }),
    after: { vendorId: vendor.id, ...(isForOthers && { ownerId }), ...(after && factsOf(after)) },
    reason,
    now,
  });
  if (!isForOthers || ownerId === null) return;
  promiseNotification(
    write,
    {
      userId: ownerId,
      type: 'SYSTEM',
      template: 'product.admin_changed',
      params: { title, reason: reason ?? '' },
      data: { actionUrl: '/sell/products' },
      source: action,
      key: `${familyId}:${after?.version ?? 'deleted'}`,
    },
    now,
  );
}
