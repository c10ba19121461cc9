import { AuditChain, AuditFindings } from '#lib/audit/collections.ts';
import { type Act, listActs } from '#lib/audit/list-acts.ts';
import type { AuditFinding } from '#lib/audit/schemas/seal.ts';
import { findingsNewestFirst } from '#lib/audit/seals/findings.ts';
import { startOf } from '#lib/audit/seals/hours.ts';
import { CHAIN } from '#lib/audit/seals/seal-hours.ts';
import { Users } from '#lib/auth/collections.ts';
import type { Context } from '#lib/context/context.ts';
import { type Cursor, from } from '#lib/data/query.ts';
import { type ActsQuery, actFilterOf, type Candidate } from './act-filter.ts';

/** Findings shown above the list. */
const SHOWN = 20;

/** An act with the current name of its actor. */
export type NamedAct = Act & { readonly actorName: string | null };
export type NamedActPage = {
  readonly acts: readonly NamedAct[];
  readonly nextCursor: Cursor | null;
  readonly searchedBackTo: string | null;
  /** The accounts that the text of the actor may mean, where it does not mean one alone. No act is listed then. */
  readonly candidates: readonly Candidate[] | null;
};

/** Lists acts as the console shows them, newest first. */
export async function listNamedActs(
  ctx: Context,
  query: ActsQuery,
  place: { readonly limit: number; readonly cursor?: Cursor | undefined },
): Promise<NamedActPage> {
  const { filter, candidates } = await actFilterOf(ctx, query);
  if (!filter) return { acts: [], nextCursor: null, searchedBackTo: null, candidates };
  const page = await listActs(ctx, filter, place);
  const actors = await ctx.data.getMany(Users, [...new Set(page.acts.flatMap(({ actorId }) => actorId ?? []))]);
  const names = new Map(actors.flatMap((user) => (user ? [[user.id, user.data.name] as const] : [])));
  return {
    ...page,
    candidates: null,
    acts: page.acts.map((act) => ({ ...act, actorName: names.get(act.actorId ?? '') || null })),
  };
}

/** How far the log is sealed and verified, and what differs. */
export type SealStatus = {
  readonly sealedUntil: string | null;
  readonly verifiedUntil: string | null;
  readonly found: number;
  readonly findings: readonly (AuditFinding & { readonly id: string })[];
};

/** Returns how far the log is sealed and verified, with the newest findings. */
export async function sealStatus({ data }: Pick<Context, 'data'>): Promise<SealStatus> {
  const [chain, found, { rows }] = await Promise.all([
    data.get(AuditChain, CHAIN),
    data.count(from(AuditFindings)),
    data.find(findingsNewestFirst(SHOWN)),
  ]);
  return {
    sealedUntil: chain ? startOf(chain.data.next) : null,
    verifiedUntil: chain?.data.verifiedUntil ? startOf(chain.data.verifiedUntil) : null,
    found,
    findings: rows.map(({ id, data: finding }) => ({ id, ...finding })),
  };
}
