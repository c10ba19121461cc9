import type { z } from 'zod';

/** Fields every document has; only these may appear in an index, because Firestore drops a document that lacks one. */
export type Indexed<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T] & string;
/** `'field'` ascending, `'field desc'` descending, `'field[]'` an array field of scalars. */
export type IndexField<T> = Indexed<T> | `${Indexed<T>} desc` | `${Indexed<T>}[]`;

/** A declared set of documents. The drivers make tables and indexes from it, and refuse what it does not declare. */
export type Collection<T extends object> = {
  readonly name: string;
  /** What a person calls one of them: "Order ord_… does not exist". */
  readonly label: string;
  readonly schema: z.ZodType<T>;
  /** Every query shape, single-field ones too. */
  readonly indexes: readonly (readonly IndexField<T>[])[];
  /** A field holding an ISO time after which the document is as good as gone. */
  readonly ttl?: keyof T & string;
  /**
   * Set when several processes often write the same document at once. A Firestore transaction then reads it without a lock and
   * runs again if it changed before the commit. SQLite handles every document this way.
   */
  readonly optimistic?: true;
  readonly version?: number;
  /** Brings a stored document of an older version to the present one, on reading. */
  readonly migrate?: (document: Record<string, unknown>, from: number) => Record<string, unknown>;
};

/** A collection whose document type does not matter, as the drivers see it. */
export type AnyCollection = Pick<Collection<object>, 'name' | 'label' | 'optimistic' | 'version' | 'migrate'> & {
  readonly schema: z.ZodType;
  readonly indexes: readonly (readonly string[])[];
  readonly ttl?: string;
};

type Declaration<T extends object> = Omit<Collection<T>, 'name' | 'schema'>;

/** Declares a collection; `name` is lower snake case and never changes once documents exist. */
export const collection = <S extends z.ZodType<object>>(
  name: string,
  { schema, ...rest }: { readonly schema: S } & Declaration<z.output<S>>,
): Collection<z.output<S>> => ({ name, schema: schema as unknown as z.ZodType<z.output<S>>, ...rest });
