import type { CheckoutNotice } from './place-and-pay.ts';

/** The fields that have become valid since a notice named them. */
export type CorrectedFields = { readonly notice: CheckoutNotice | null; readonly names: readonly string[] };

/** Returns the notice without the fields that are now valid, or null when no field remains. */
export function remainingNotice(
  notice: CheckoutNotice | null,
  { notice: named, names }: CorrectedFields,
): CheckoutNotice | null {
  if (notice?.kind !== 'fields' || named !== notice) return notice;
  const left = Object.entries(notice.fields).filter(([name]) => !names.includes(name));
  return left.length === 0 ? null : { kind: 'fields', fields: Object.fromEntries(left) };
}
