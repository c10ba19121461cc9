import type { CheckoutNotice } from './place-and-pay.ts';

/** The fields that have become right since a notice named them. */
export type Righted = { readonly notice: CheckoutNotice | null; readonly names: readonly string[] };

/** What a notice still says once these fields are right: fewer fields, and nothing when none is left. */
export function stillWrong(notice: CheckoutNotice | null, { notice: named, names }: Righted): CheckoutNotice | null {
  if (notice?.kind !== 'fields' || named !== notice) return notice;
  const left = Object.entries(notice.fields).filter(([name]) => !names.includes(name));
  return left.length === 0 ? null : { kind: 'fields', fields: Object.fromEntries(left) };
}
