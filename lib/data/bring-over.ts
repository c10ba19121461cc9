import { z } from 'zod';
import type { Runtime } from '#lib/context/runtime.ts';
import { after, DAY_MS, isoTime } from '#lib/core/time.ts';
import { type AnyCollection, collection } from './collection.ts';
import type { Row } from './store.ts';

/** Documents of one slice: some ten pages, each a read and seldom more than a few commits. */
const SLICE = 2_000;
/** A process of the earlier version may go on writing until a deployment is over; what it wrote is found a day later. */
const AGAIN_MS = DAY_MS;

const documentVersion = z.object({
  version: z.int().positive(),
  /** When they are looked through once more; null once they have been. */
  againAt: isoTime.nullable(),
});

/** The version that all documents of a collection have been brought to; the id is its name. */
export const DocumentVersions = collection('document_versions', {
  label: 'Version of documents',
  schema: documentVersion,
  indexes: [],
});

type Ctx = Pick<Runtime, 'data' | 'now' | 'log'>;
type Versions = Row<z.infer<typeof documentVersion>> | undefined;

export type BroughtSlice = {
  readonly seen: number;
  readonly done: number;
  readonly failed: number;
  readonly cursor: string | null;
};

type Due = { readonly collection: AnyCollection; readonly known: Versions };

const versionOf = ({ version = 1 }: AnyCollection): number => version;

/** A cursor of an earlier version says nothing about this one. */
const placeOf = (collection: AnyCollection): string => `${collection.name}@${versionOf(collection)}`;

function isDue(collection: AnyCollection, known: Versions, now: Date): boolean {
  if (!known || known.data.version < versionOf(collection)) return true;
  const { version, againAt } = known.data;
  return version === versionOf(collection) && againAt !== null && againAt <= now.toISOString();
}

/** The collections that still have to be looked through. */
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

/** Whether any collection may hold documents of older versions that no query by a newer field finds. */
export const mayHoldOlder = async (ctx: Ctx): Promise<boolean> => (await dueIn(ctx)).length > 0;

/**
 * Brings a part of the documents of older versions to the present one, a collection after the other. Reading does the same
 * to each, but a query by a field that only the migration gives would not find them. The cursor says where the next part
 * begins, null that nothing is left; from an older one nothing is done twice.
 */
export async function bringOverSlice(ctx: Ctx, cursor: string | null): Promise<BroughtSlice> {
  const due = await dueIn(ctx);
  const [place, from] = cursor?.split(' ') ?? [];
  const current = due.find(({ collection }) => placeOf(collection) === place) ?? due[0];
  if (!current) return { seen: 0, done: 0, failed: 0, cursor: null };
  const { collection } = current;

  let next: string | null | undefined = placeOf(collection) === place ? from : undefined;
  const sums = { seen: 0, done: 0, failed: 0 };
  do {
    const part = await ctx.data.upgrades.bringOver(collection, next);
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
