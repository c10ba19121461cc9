import type { z } from 'zod';

/**
 * The fields that every document has. Only these fields may appear in an index, because Firestore leaves out a document
 * that lacks an indexed field.
 */
export type Indexed<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T] & string;
/** `'field'` sorts ascending, `'field desc'` sorts descending, `'field[]'` indexes an array field of scalars. */
export type IndexField<T> = Indexed<T> | `${Indexed<T>} desc` | `${Indexed<T>}[]`;

/**
 * A declared set of documents. The drivers create tables and indexes from the declaration and reject anything
 * undeclared.
 */
export type Collection<T extends object> = {
  readonly name: string;
  /** The singular name that a person reads: "Order ord_… does not exist". */
  readonly label: string;
  readonly schema: z.ZodType<T>;
  /** One index for every query shape, including single-field queries. */
  readonly indexes: readonly (readonly IndexField<T>[])[];
  /** The field with an ISO time. From that time on, every reader treats the document as deleted. */
  readonly ttl?: keyof T & string;
  /**
   * Set when several processes often write the same document at once. A Firestore transaction then reads the document
   * without a lock and retries if the document changed before the commit. SQLite handles every document this way.
   */
  readonly optimistic?: true;
  readonly version?: number;
  /** Upgrades a stored document of an older version to the current version when the document is read. */
  readonly migrate?: (document: Record<string, unknown>, from: number) => Record<string, unknown>;
};

/** A collection without its document type, as the drivers see it. */
export type AnyCollection = Pick<Collection<object>, 'name' | 'label' | 'optimistic' | 'version' | 'migrate'> & {
  readonly schema: z.ZodType;
  readonly indexes: readonly (readonly string[])[];
  readonly ttl?: string;
};

type Declaration<T extends object> = Omit<Collection<T>, 'name' | 'schema'>;

/** Declares a collection. `name` is lower snake case and must never change once documents exist. */
export const collection = <S extends z.ZodType<object>>(
  name: string,
  { schema, ...rest }: { readonly schema: S } & Declaration<z.output<S>>,
): Collection<z.output<S>> => ({ name, schema: schema as unknown as z.ZodType<z.output<S>>, ...rest });
