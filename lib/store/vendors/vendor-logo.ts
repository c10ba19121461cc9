import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { vendorMedia } from '#lib/store/media/media-owner.ts';
import { type MediaReference, planMediaUses } from '#lib/store/media/media-uses.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';

type Shown = Pick<Vendor, 'logoFileId' | 'status'>;

/** Everyone may see the logo of an approved seller, and of no other. */
const referenceOf = ({ logoFileId, status }: Shown): MediaReference => ({
  fileIds: logoFileId === null ? [] : [logoFileId],
  isPublic: status === 'approved',
});

/**
 * Reads the files that a changed logo or a changed status of a seller counts in, and returns the function that writes
 * their counters. Throws 400 for a logo that is no picture of this seller.
 */
export async function planLogo(
  t: Reader,
  { id, data }: Pick<Row<Vendor>, 'id' | 'data'>,
  change: Partial<Shown>,
  now: Date,
): Promise<(write: Writer) => void> {
  const [before, after] = [referenceOf(data), referenceOf({ ...data, ...change })];
  const planned = await planMediaUses(t, { owner: vendorMedia(id), before, after, fieldOf: () => 'logo' }, now);
  return (write) => planned.write(write);
}
