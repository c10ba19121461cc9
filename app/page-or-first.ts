import { AppError } from '#lib/core/errors.ts';

/** Returns a query parameter that is given exactly once. */
export const textOf = (asked: string | readonly string[] | undefined): string | undefined =>
  typeof asked === 'string' && asked !== '' ? asked : undefined;

/** Reads the page of a list at a cursor. With an unreadable cursor it reads the first page. */
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
