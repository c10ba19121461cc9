import { AppError } from '#lib/core/errors.ts';

/** What an address asks for, when it asks for it once. */
export const textOf = (asked: string | readonly string[] | undefined): string | undefined =>
  typeof asked === 'string' && asked !== '' ? asked : undefined;

/** The page of a list at a place in it. A place that cannot be read is the beginning. */
export async function pageOrFirst<P>(
  cursor: string | undefined,
  read: (cursor: string | undefined) => Promise<P>,
): Promise<P> {
  try {
    return await read(cursor);
  } catch (error) {
    if (cursor !== undefined && error instanceof AppError && error.status === 400) return read(undefined);
    throw error;
  }
}
