import type { Row, Writer } from '#lib/data/store.ts';
import { Settlements } from '#lib/payments/collections.ts';
import type { VendorSettlement } from '#lib/payments/ports.ts';
import type { Settlement } from '#lib/payments/schemas/journal.ts';
import { vendorPayable, vendorPending } from './accounts.ts';
import { postEntry } from './journal.ts';
import { toVendorSettlement } from './settlements.ts';

/** Returns whether a settlement may become payable as far as money goes: it is accrued and not blocked. */
export const isReleasable = ({ state, blocked }: Pick<Settlement, 'state' | 'blocked'>): boolean =>
  state === 'accrued' && !blocked;

/**
 * Makes the settlements of some vendors payable, each once, in the caller's transaction. Returns all settlements of
 * the order as they are now. Blocked ones stay as they were.
 */
export function releaseSettlements(
  t: Writer,
  settlements: readonly Row<Settlement>[],
  vendorIds: ReadonlySet<string>,
  at: string,
): VendorSettlement[] {
  return settlements.map(({ id, data }) => {
    if (!isReleasable(data) || !vendorIds.has(data.vendorId)) return toVendorSettlement(id, data);
    const { vendorId, netMinor, currency } = data;
    postEntry(t, {
      kind: 'release',
      subjectId: id,
      at,
      note: data.orderReference,
      postings: [
        { account: vendorPending(vendorId), amountMinor: netMinor, currency },
        { account: vendorPayable(vendorId), amountMinor: -netMinor, currency },
      ],
    });
    t.update(Settlements, id, { state: 'payable', releaseAt: at, updatedAt: at });
    return toVendorSettlement(id, { ...data, state: 'payable' });
  });
}
