import { invalid } from '#lib/core/errors.ts';
import { after as timeAfter } from '#lib/core/time.ts';
import type { Reader, Row, Tx, Writer } from '#lib/data/store.ts';
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
  /** The field of the input that names a file, for the details of the refusal. */
  readonly fieldOf: (fileId: string) => string;
};

/** A file by its id. Missing for the pictures of demo goods, which are in the repository and have no row. */
export type MediaById = ReadonlyMap<string, Row<MediaFile>>;

/** A change of the counters, read before any write of its transaction. */
export type PlannedUses = {
  /** The files that the row then refers to. */
  readonly files: MediaById;
  write(write: Writer): void;
};

/**
 * Counts a changed reference in its files, within the transaction that changes the row, and returns the files that the
 * row now refers to. Must come after the other reads of the transaction and before its writes. Throws 400 for files that
 * are new to the row and do not exist or belong to another owner. Files that the row already had stay as they are.
 */
export async function changeMediaUses(t: Tx, change: MediaChange, now: Date): Promise<MediaById> {
  const planned = await planMediaUses(t, change, now);
  planned.write(t);
  return planned.files;
}

/** Reads what `changeMediaUses` changes, for a transaction whose writes come later. Throws the same. */
export async function planMediaUses(t: Reader, { owner, ...change }: MediaChange, now: Date): Promise<PlannedUses> {
  return planManyMediaUses(t, owner, [change], now);
}

/** Plans the changed references of several rows of one owner together: a file that several rows name is written once. */
export async function planManyMediaUses(
  t: Reader,
  owner: MediaOwner,
  changes: readonly Omit<MediaChange, 'owner'>[],
  now: Date,
): Promise<PlannedUses> {
  const rows = changes.map(({ before, after, fieldOf }) => ({
    ...{ before, after, fieldOf },
    ...{ hadIds: new Set(before.fileIds), hasIds: new Set(after.fileIds) },
  }));
  const ids = [...new Set(rows.flatMap(({ hadIds, hasIds }) => [...hadIds, ...hasIds]))];
  const files = ids.length === 0 ? [] : await t.getMany(MediaFiles, ids);
  const found = new Map(files.flatMap((file) => (file ? [[file.id, file] as const] : [])));
  const unusable = rows.flatMap(({ hadIds, hasIds, fieldOf }) =>
    [...hasIds]
      .filter((id) => !hadIds.has(id) && !isUsableMedia(found.get(id)?.data, owner))
      .map((id) => [fieldOf(id), UNUSABLE] as const),
  );
  if (unusable.length > 0) throw invalid('The pictures are not valid', Object.fromEntries(unusable));

  return {
    files: new Map([...found].filter(([id]) => rows.some(({ hasIds }) => hasIds.has(id)))),
    write: (write) => {
      for (const [id, { data: file }] of found) {
        let [uses, publicUses] = [0, 0];
        for (const { before, after, hadIds, hasIds } of rows) {
          const [had, has] = [hadIds.has(id), hasIds.has(id)];
          uses += Number(has) - Number(had);
          publicUses += Number(has && after.isPublic) - Number(had && before.isPublic);
        }
        if (uses !== 0 || publicUses !== 0) write.update(MediaFiles, id, countedUses(file, { uses, publicUses }, now));
      }
    },
  };
}

/** What is wrong with a file that a row must not refer to. The same for a missing file and another owner's. */
export const UNUSABLE = 'is not a picture of this owner; upload it first';

/** Returns whether a row may begin to refer to a file: it is stored completely, not removed, and of the row's owner. */
export const isUsableMedia = (file: MediaFile | undefined, owner: MediaOwner): file is MediaFile =>
  file !== undefined && file.state !== 'deleted' && isMediaOf(owner, file);

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
 * A file that loses its last use while it is public is served longer, because orders show it. A picture of a review, which
 * no order shows, is not, and neither is a file that is taken down with its row, for instance by moderation.
 */
function servedUntilOf(
  file: MediaFile,
  { uses, publicUses }: Pick<MediaFile, 'uses' | 'publicUses'>,
  now: Date,
): string | null {
  if (publicUses > 0 || file.use === 'review') return null;
  if (file.publicUses === 0) return file.servedUntil;
  return uses === 0 ? timeAfter(now, MEDIA_SERVED_MS) : null;
}
