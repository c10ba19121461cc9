import { z } from 'zod';
import type { Runtime } from '#lib/context/runtime.ts';
import { after, DAY_MS, isoTime } from '#lib/core/time.ts';
import { type AnyCollection, collection } from './collection.ts';
import type { Row } from './store.ts';

/** The number of documents in one slice: about ten pages, each with one read and usually only a few commits. */
const SLICE = 2_000;
/**
 * A process of the earlier version may keep writing until a deployment ends. A second pass a day later finds its
 * documents.
 */
const AGAIN_MS = DAY_MS;

const documentVersion = z.object({
  version: z.int().positive(),
  /** When the documents are scanned a second time; null after the second scan. */
  againAt: isoTime.nullable(),
});

/** The version that all documents of a collection have been upgraded to. The id is the collection's name. */
export const DocumentVersions = collection('document_versions', {
  label: 'Document version',
  schema: documentVersion,
  indexes: [],
});

type Ctx = Pick<Runtime, 'data' | 'now' | 'log'>;
type Versions = Row<z.infer<typeof documentVersion>> | undefined;

export type MigratedSlice = {
  readonly seen: number;
  readonly done: number;
  readonly failed: number;
  readonly cursor: string | null;
};

type Due = { readonly collection: AnyCollection; readonly known: Versions };

const versionOf = ({ version = 1 }: AnyCollection): number => version;

/** A cursor names the version too, because a cursor of an earlier version is not valid for this version. */
const placeOf = (collection: AnyCollection): string => `${collection.name}@${versionOf(collection)}`;

function isDue(collection: AnyCollection, known: Versions, now: Date): boolean {
  if (!known || known.data.version < versionOf(collection)) return true;
  const { version, againAt } = known.data;
  return version === versionOf(collection) && againAt !== null && againAt <= now.toISOString();
}

/** Returns the collections that still need a scan. */
async function dueIn(ctx: Ctx): Promise<readonly Due[]> {
  const { collections } = ctx.data.upgrades;
  const known = await ctx.data.getMany(
    DocumentVersions,
    collections.map(({ name }) => name),
  );
  return collections
    .map((collection, at) => ({ collection, known: known[at] }))
    .filter(({ collection, known: row }) => isDue(collection, row, ctx.now()));
}

/** Returns true when a collection may hold documents of older versions. A query by a newer field does not find them. */
export const mayHoldOldDocuments = async (ctx: Ctx): Promise<boolean> => (await dueIn(ctx)).length > 0;

/**
 * Upgrades one slice of the documents of older versions to the current version, collection by collection. Reading
 * upgrades each document too, but a query by a field that only the migration adds would not find it. The returned
 * cursor marks the start of the next slice; null means that no work is left. A slice that starts from an older cursor
 * does no work twice.
 */
export async function migrateSlice(ctx: Ctx, cursor: string | null): Promise<MigratedSlice> {
  const due = await dueIn(ctx);
  const [place, from] = cursor?.split(' ') ?? [];
  const current = due.find(({ collection }) => placeOf(collection) === place) ?? due[0];
  if (!current) return { seen: 0, done: 0, failed: 0, cursor: null };
  const { collection } = current;

  let next: string | null | undefined = placeOf(collection) === place ? from : undefined;
  const sums = { seen: 0, done: 0, failed: 0 };
  do {
    const part = await ctx.data.upgrades.migrate(collection, next);
    sums.seen += part.seen;
    sums.done += part.done;
    sums.failed += part.failed;
    next = part.next;
  } while (next !== null && sums.seen < SLICE);
  if (next !== null) return { ...sums, cursor: `${placeOf(collection)} ${next}` };

  await noteWhole(ctx, current);
  const following = due.find((another) => another !== current);
  return { ...sums, cursor: following ? placeOf(following.collection) : null };
}

async function noteWhole({ data, now, log }: Ctx, { collection, known }: Due): Promise<void> {
  const version = versionOf(collection);
  const isSecond = known?.data.version === version;
  await data.set(DocumentVersions, collection.name, { version, againAt: isSecond ? null : after(now(), AGAIN_MS) });
  log('info', 'store.brought_over', { collection: collection.name, version, isSecond });
}
