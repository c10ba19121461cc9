import { invalid } from '#lib/core/errors.ts';
import { after as timeAfter } from '#lib/core/time.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { MediaFiles } from '#lib/store/collections.ts';
import { MEDIA_SERVED_MS, MEDIA_STAGED_MS } from '#lib/store/limits.ts';
import type { MediaFile } from '#lib/store/schemas/media.ts';
import { isMediaOf, type MediaOwner } from './media-owner.ts';

/** The files that a row refers to, and whether everyone may see that row. A file counts once, however often it is named. */
export type MediaReference = { readonly fileIds: readonly string[]; readonly isPublic: boolean };

/** The reference of a row that does not exist, or refers to no file. */
export const noMedia: MediaReference = { fileIds: [], isPublic: false };

export type MediaChange = {
  /** Whose files the row may refer to. */
  readonly owner: MediaOwner;
  readonly before: MediaReference;
  readonly after: MediaReference;
  /** The field of the input that names the files, for the details of the refusal. */
  readonly field: string;
};

/** A file by its id. Missing for the pictures of demo goods, which are in the repository and have no row. */
export type MediaById = ReadonlyMap<string, Row<MediaFile>>;

/**
 * Counts a changed reference in its files, within the transaction that changes the row, and returns the files that the
 * row now refers to. Must come after the other reads of the transaction and before its writes. Throws 400 for a file
 * that is new to the row and does not exist or belongs to another owner. Files that the row already had stay as they are.
 */
export async function changeMediaUses(
  t: Tx,
  { owner, before, after, field }: MediaChange,
  now: Date,
): Promise<MediaById> {
  const hadIds = new Set(before.fileIds);
  const hasIds = new Set(after.fileIds);
  const ids = [...new Set([...hadIds, ...hasIds])];
  const rows = ids.length === 0 ? [] : await t.getMany(MediaFiles, ids);
  const found = new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])));
  for (const id of hasIds) if (!hadIds.has(id)) assertUsable(found.get(id)?.data, owner, field);

  for (const [id, { data: file }] of found) {
    const had = hadIds.has(id);
    const has = hasIds.has(id);
    const uses = Number(has) - Number(had);
    const publicUses = Number(has && after.isPublic) - Number(had && before.isPublic);
    if (uses !== 0 || publicUses !== 0) t.update(MediaFiles, id, countedUses(file, { uses, publicUses }, now));
  }
  return new Map([...found].filter(([id]) => hasIds.has(id)));
}

function assertUsable(file: MediaFile | undefined, owner: MediaOwner, field: string): void {
  if (!file || file.state === 'deleted' || !isMediaOf(owner, file))
    throw invalid('The pictures are not valid', { [field]: 'contains a file that does not exist; upload it first' });
}

type CountedUses = Pick<MediaFile, 'uses' | 'publicUses' | 'state' | 'servedUntil' | 'expiresAt' | 'updatedAt'>;

/** Returns the counters of a file after a change, and until when it is served and stored. */
export function countedUses(file: MediaFile, by: { uses: number; publicUses: number }, now: Date): CountedUses {
  const uses = Math.max(file.uses + by.uses, 0);
  const publicUses = Math.min(Math.max(file.publicUses + by.publicUses, 0), uses);
  const servedUntil = servedUntilOf(file, { uses, publicUses }, now);
  // A file that moderation or cleanup has deleted meanwhile stays deleted.
  const state = file.state === 'deleted' ? 'deleted' : uses > 0 ? 'used' : 'staged';
  const staged = timeAfter(now, MEDIA_STAGED_MS);
  const unused = servedUntil !== null && servedUntil > staged ? servedUntil : staged;
  const expiresAt = state === 'deleted' ? file.expiresAt : state === 'used' ? null : unused;
  return { uses, publicUses, state, servedUntil, expiresAt, updatedAt: now.toISOString() };
}

/**
 * A file that loses its last use while it is public is served longer, because orders show it. One that is taken down
 * with its row, for instance by moderation, is not.
 */
function servedUntilOf(
  file: MediaFile,
  { uses, publicUses }: Pick<MediaFile, 'uses' | 'publicUses'>,
  now: Date,
): string | null {
  if (publicUses > 0) return null;
  if (file.publicUses === 0) return file.servedUntil;
  return uses === 0 ? timeAfter(now, MEDIA_SERVED_MS) : null;
}
