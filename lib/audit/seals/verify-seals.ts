import { AuditChain, AuditSealRows, AuditSeals } from '#lib/audit/collections.ts';
import type { AuditChainState, AuditFinding, AuditSeal } from '#lib/audit/schemas/seal.ts';
import type { FindingKind } from '#lib/audit/values.ts';
import type { Context } from '#lib/context/context.ts';
import { from } from '#lib/data/query.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import { hourAfter } from './hours.ts';
import { CHAIN, NO_HASH } from './seal-hours.ts';
import { markOf, readHour, rowsBefore, type SealedHour, StoredAuditRows } from './sealed-rows.ts';

const MOST_HOURS = 200;
const MOST_READ = 2_000;
/** Rows named in one hour. More say no more than that the hour was rewritten. */
const MOST_NAMED = 100;

export type Difference = Omit<AuditFinding, 'foundAt'>;
export type VerifiedSlice = {
  readonly hours: number;
  readonly differences: readonly Difference[];
  /** The next hour to verify. Null after the last one. */
  readonly next: string | null;
  /** The hour up to which the walk has come. Null where nothing is sealed. */
  readonly until: string | null;
};

/**
 * Compares some sealed hours with their rows and returns what differs. `hour` is where the walk goes on. Null begins a
 * new one.
 */
export async function verifySlice(ctx: Context, hour: string | null): Promise<VerifiedSlice> {
  const chain = (await ctx.data.get(AuditChain, CHAIN))?.data;
  if (!chain) return { hours: 0, differences: await sealsWithoutChain(ctx), next: null, until: null };
  const differences = hour === null ? await earlierThan(ctx, chain.from) : [];
  let prevHash = await hashBefore(ctx, chain, hour ?? chain.from);
  let at = hour ?? chain.from;
  let hours = 0;
  let read = 0;
  while (at < chain.next && hours < MOST_HOURS && read < MOST_READ && differences.length < MOST_NAMED) {
    const seal = (await ctx.data.get(AuditSeals, at))?.data ?? null;
    const isLast = hourAfter(at) === chain.next;
    differences.push(...(await verifyHour(ctx, at, seal, { prevHash, ownHash: isLast ? chain.hash : null })));
    prevHash = seal?.hash ?? null;
    read += seal?.count ?? 0;
    hours += 1;
    at = hourAfter(at);
  }
  return { hours, differences, next: at < chain.next ? at : null, until: at };
}

/** Records how far a whole walk came. More hours may have been sealed since. */
export const noteVerified = ({ data, now }: Context, until: string): Promise<void> =>
  data.update(AuditChain, CHAIN, { verifiedUntil: until, verifiedAt: now().toISOString() });

/** The hashes that the neighbours of a seal hold. Null where a neighbour is missing or does not say. */
type Neighbours = { readonly prevHash: string | null; readonly ownHash: string | null };

async function verifyHour(
  ctx: Context,
  hour: string,
  seal: AuditSeal | null,
  { prevHash, ownHash }: Neighbours,
): Promise<readonly Difference[]> {
  const broken = differs('broken-chain', hour, hour);
  if (!seal) return [broken];
  const actual = await readHour(ctx, hour, seal.prevHash);
  const isChained = (prevHash ?? seal.prevHash) === seal.prevHash && (ownHash ?? seal.hash) === seal.hash;
  const isSound = actual.hash === seal.hash && actual.count === seal.count;
  const named = isSound ? [] : await nameRows(ctx, hour, actual);
  return isChained && (isSound || named.length > 0) ? named : [broken, ...named];
}

/** Compares the rows of an hour, one by one, with those that were sealed. */
async function nameRows(ctx: Context, hour: string, actual: SealedHour): Promise<Difference[]> {
  const sealed = new Map<string, string>();
  for await (const parts of pagesOf(ctx.data, (after) => partsOf(hour).after(after)))
    for (const { data } of parts) for (const mark of data.rows) sealed.set(idOf(mark), mark);
  const present = new Map(actual.marks.map((mark) => [idOf(mark), mark]));

  const extra = [...present.keys()].filter((id) => !sealed.has(id));
  const gone = [...sealed.keys()].filter((id) => !present.has(id));
  const changed = [...present].filter(([id, mark]) => sealed.has(id) && sealed.get(id) !== mark);
  return [
    ...changed.map(([id]) => differs('changed', hour, id)),
    ...(await Promise.all(gone.slice(0, MOST_NAMED).map((id) => nameGone(ctx, hour, id, sealed.get(id))))),
    ...extra.map((id) => differs('late', hour, id)),
  ].slice(0, MOST_NAMED);
}

/** A row that left its hour but still exists was given another time. */
async function nameGone({ data }: Context, hour: string, id: string, mark: string | undefined): Promise<Difference> {
  const row = await data.get(StoredAuditRows, id);
  return differs(row && markOf(id, row.data) !== mark ? 'changed' : 'missing', hour, id);
}

const partsOf = (hour: string) => from(AuditSealRows).where('hour', '==', hour).limit(20);

const idOf = (mark: string): string => mark.slice(0, mark.lastIndexOf(' '));

/** The chain began with the oldest row. */
async function earlierThan({ data }: Context, hour: string): Promise<Difference[]> {
  const { rows } = await data.find(rowsBefore(hour, MOST_NAMED));
  return rows.map(({ id }) => differs('late', hour, id));
}

/** Without its state the chain cannot be walked. */
async function sealsWithoutChain({ data }: Context): Promise<Difference[]> {
  const { rows } = await data.find(from(AuditSeals).limit(1));
  return rows.map(({ id }) => differs('broken-chain', id, id));
}

async function hashBefore({ data }: Context, chain: AuditChainState, hour: string): Promise<string | null> {
  if (hour === chain.from) return NO_HASH;
  return (await data.get(AuditSeals, hourAfter(hour, -1)))?.data.hash ?? null;
}

const differs = (kind: FindingKind, hour: string, targetId: string): Difference => ({ kind, hour, targetId });
