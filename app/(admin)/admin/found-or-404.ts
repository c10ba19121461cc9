import { notFound } from 'next/navigation';
import { AppError } from '#lib/core/errors.ts';
import { idText } from '#lib/core/ids.ts';

/** What an address names; what can be no id names nothing. */
export const idOr404 = (asked: string): string => (idText.safeParse(asked).success ? asked : notFound());

/** What a page is about; where there is no such thing the page is missing as well. */
export async function foundOr404<T>(wanted: Promise<T>): Promise<T> {
  try {
    return await wanted;
  } catch (error) {
    if (error instanceof AppError && error.name === 'NotFound') notFound();
    throw error;
  }
}
