import { AuditFindings } from '#lib/audit/collections.ts';
import type { Context } from '#lib/context/context.ts';
import { hashId } from '#lib/core/ids.ts';
import { from } from '#lib/data/query.ts';
import type { Difference } from './verify-seals.ts';

type Found = { readonly id: string; readonly difference: Difference };

/** Returns the differences that are not on record yet, each with its id. */
export async function newFindings({ data }: Context, differences: readonly Difference[]): Promise<readonly Found[]> {
  const found = differences.map((difference) => ({ id: idOf(difference), difference }));
  const known = await data.getMany(
    AuditFindings,
    found.map(({ id }) => id),
  );
  return found.filter((_, at) => known[at] === undefined);
}

const idOf = ({ kind, hour, targetId }: Difference): string => hashId('auditFinding', kind, hour, targetId);

/** Records what differs from the seals. */
export async function recordFindings({ data, now }: Context, found: readonly Found[]): Promise<void> {
  const foundAt = now().toISOString();
  await data.batch((write) => {
    for (const { id, difference } of found) write.set(AuditFindings, id, { ...difference, foundAt });
  });
}

/** The findings, newest first. */
export const findingsNewestFirst = (limit: number) => from(AuditFindings).orderBy('foundAt', 'desc').limit(limit);
