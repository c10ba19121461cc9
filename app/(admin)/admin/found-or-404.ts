import { notFound } from 'next/navigation';
import { AppError } from '#lib/core/errors.ts';
import { idText } from '#lib/core/ids.ts';

/** Returns a valid id of an address. Anything else responds with 404. */
export const idOr404 = (asked: string): string => (idText.safeParse(asked).success ? asked : notFound());

/** Returns the subject of a page. A missing subject responds with 404. */
export async function foundOr404<T>(wanted: Promise<T>): Promise<T> {
  try {
    return await wanted;
  } catch (error) {
    if (error instanceof AppError && error.name === 'NotFound') notFound();
    throw error;
  }
}
