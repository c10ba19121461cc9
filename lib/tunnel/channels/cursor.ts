import { invalid } from '#lib/core/errors.ts';
import { MAX_CHANNELS } from '#lib/tunnel/limits.ts';

/**
 * A position in the source of truth, opaque to clients: `<mark>~<epoch>`. For a conversation the mark is its change
 * counter, and the epoch is its creation time. For a state channel the mark is a fingerprint of the state, and the
 * epoch is `s`.
 */
export type Cursor = `${string}~${string}`;

const pattern = /^[A-Za-z0-9_.:-]{1,200}~[a-z0-9]{1,20}$/;
export const STATE_EPOCH = 's';

export const formatCursor = (mark: number | string, epoch: string): Cursor => `${mark}~${epoch}`;
export const stateCursor = (fingerprint: string): Cursor => formatCursor(fingerprint, STATE_EPOCH);

/** Splits a cursor in two. `rev` is null when the mark is not a counter. Throws a ValidationError for any other text. */
export function parseCursor(text: string): {
  readonly mark: string;
  readonly epoch: string;
  readonly rev: number | null;
} {
  if (!pattern.test(text)) throw invalid('This cursor is not valid', { cursor: 'is not a valid cursor' });
  const cut = text.lastIndexOf('~');
  const mark = text.slice(0, cut);
  return { mark, epoch: text.slice(cut + 1), rev: /^\d{1,15}$/.test(mark) ? Number(mark) : null };
}

/** Formats the cursors of a list of channels by their index in the list: `0=15~e,1=7~s`. */
export const formatComposite = (cursors: readonly (string | null)[]): string =>
  cursors.flatMap((cursor, at) => (cursor === null ? [] : [`${at}=${cursor}`])).join(',');

/**
 * Returns the cursors of a composite by index. An index that is not named has no cursor. Broken text throws a
 * ValidationError.
 */
export function parseComposite(text: string): ReadonlyMap<number, Cursor> {
  const cursors = new Map<number, Cursor>();
  if (text === '') return cursors;
  for (const part of text.split(',')) {
    const [, at = '', cursor = ''] = /^(\d{1,2})=(.+)$/.exec(part) ?? [];
    if (at === '' || Number(at) >= MAX_CHANNELS || !pattern.test(cursor))
      throw invalid('This cursor is not valid', { cursor: 'is not a valid cursor' });
    cursors.set(Number(at), cursor as Cursor);
  }
  return cursors;
}
