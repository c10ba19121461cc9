import { VerificationProcedures } from '#lib/admin/collections.ts';
import type { Procedure } from '#lib/admin/schemas/verification.ts';
import type { QueueQuery } from '#lib/admin/schemas/verification-input.ts';
import type { ProcedureAnswer, QueueRow } from '#lib/admin/schemas/verification-views.ts';
import { Users } from '#lib/auth/collections.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import type { Row } from '#lib/data/store.ts';
import { eventsOf, openProcedures } from './queries.ts';
import { assertNotOwn } from './review-rules.ts';
import { storedEvidence } from './stored-evidence.ts';

type Names = ReadonlyMap<string, string>;

/** Lists open procedures, the earliest due first. The reader's own names no reviewer. */
export async function listQueue(ctx: Context, { kind, limit, cursor }: QueueQuery) {
  const { rows: found, next } = await ctx.data.find(openProcedures(kind, limit, cursor));
  const rows = found.map((row) =>
    row.data.ownerId === ctx.user?.id ? { ...row, data: { ...row.data, claimedBy: null } } : row,
  );
  const names = await namesOf(
    ctx,
    rows.map(({ data }) => data.claimedBy),
  );
  const now = ctx.now().toISOString();
  return { success: true as const, queue: rows.map((row) => queueRowOf(row, names, now)), nextCursor: next };
}

/** Throws NotFound for an unknown number. */
export async function assertProcedure({ data }: Context, number: string): Promise<void> {
  await data.need(VerificationProcedures, number);
}

/**
 * Returns a procedure with its answers, files and events, oldest event first. Throws OwnProcedure for the
 * administrator's own case: its remarks and its reviewer are not for the applicant.
 */
export async function getProcedure(ctx: UserContext, number: string): Promise<ProcedureAnswer> {
  const row = await ctx.data.need(VerificationProcedures, number);
  assertNotOwn(ctx, row.data.ownerId);
  const { rows: events } = await ctx.data.find(eventsOf(number));
  const names = await namesOf(ctx, [row.data.claimedBy, ...events.map(({ data }) => data.actorId)]);
  const { answers, infoRequest, reasonCode, reason, decidedAt, decidedBy, previousProcedure } = row.data;
  return {
    procedure: {
      ...queueRowOf(row, names, ctx.now().toISOString()),
      ...{ answers, infoRequest, reasonCode, reason, decidedAt, decidedBy, previousProcedure },
      evidence: storedEvidence(row.data).map(({ storageKey: _, sha256: __, storedAt: ___, ...file }) => file),
    },
    events: events.map(({ data: { procedureNumber: _, version: __, ...event } }) => ({
      ...event,
      actorName: names.get(event.actorId ?? '') ?? null,
    })),
  };
}

function queueRowOf({ id, data }: Row<Procedure>, names: Names, now: string): QueueRow {
  const { subjectType, subjectId, subjectName, kind, status, submittedAt, slaDueAt, claimedBy, attempt } = data;
  return {
    ...{ procedureNumber: id, subjectType, subjectId, subjectName, kind, status, submittedAt, slaDueAt },
    overdue: data.isOpen && slaDueAt < now,
    ...{ claimedBy, claimedByName: names.get(claimedBy ?? '') ?? null, attempt },
    ...{ evidenceCount: storedEvidence(data).length, version: data.version },
  };
}

/** Returns the current names of people. */
async function namesOf({ data }: Context, ids: readonly (string | null)[]): Promise<Names> {
  const known = [...new Set(ids.flatMap((id) => id ?? []))];
  const rows = known.length === 0 ? [] : await data.getMany(Users, known);
  return new Map(rows.flatMap((row) => (row ? [[row.id, row.data.name] as const] : [])));
}
