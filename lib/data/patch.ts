import type { Scalar } from './query.ts';

const brand = Symbol.for('plaza.patch');

export type Increment = { readonly [brand]: 'inc'; readonly by: number };
export type Union<E extends Scalar> = { readonly [brand]: 'union'; readonly values: readonly E[] };
export type Removal<E extends Scalar> = { readonly [brand]: 'remove'; readonly values: readonly E[] };
export type Transform = Increment | Union<Scalar> | Removal<Scalar>;

type FieldPatch<V> =
  | V
  | (NonNullable<V> extends number ? Increment : never)
  | (NonNullable<V> extends readonly (infer E extends Scalar)[] ? Union<E> | Removal<E> : never);

/**
 * Fields to set, or to change without reading by `inc`, `union` or `remove`. Fields that the patch does not name stay
 * unchanged.
 */
export type Patch<T extends object> = { readonly [K in keyof T]?: FieldPatch<T[K]> };

/** Adds to a number without reading it; a missing or null field counts as 0. */
export const inc = (by: number): Increment => ({ [brand]: 'inc', by });
/** Adds values that are not in the array yet; a missing or null field counts as []. */
export const union = <E extends Scalar>(...values: readonly E[]): Union<E> => ({ [brand]: 'union', values });
/** Removes values from an array. */
export const remove = <E extends Scalar>(...values: readonly E[]): Removal<E> => ({ [brand]: 'remove', values });

export const kindOf = (value: unknown): 'inc' | 'union' | 'remove' | null =>
  typeof value === 'object' && value !== null && brand in value ? (value as Transform)[brand] : null;
