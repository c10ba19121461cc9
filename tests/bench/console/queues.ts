import { ModerationCases, VerificationProcedures } from '#lib/admin/collections.ts';
import { readCase } from '#lib/admin/moderation/case-page.ts';
import { newCase } from '#lib/admin/moderation/moderation.ts';
import { listCasesWithDetails } from '#lib/admin/moderation/moderation-queue.ts';
import { type CaseList, caseStatuses, type ReportedType } from '#lib/admin/moderation/values.ts';
import type { ModerationCase } from '#lib/admin/schemas/moderation.ts';
import type { Procedure } from '#lib/admin/schemas/verification.ts';
import { listUserCases } from '#lib/admin/users/person.ts';
import { listQueue } from '#lib/admin/verification/queue.ts';
import { type ProcedureKind, procedureKinds } from '#lib/admin/verification/values.ts';
import { Users } from '#lib/auth/collections.ts';
import { newUser } from '#lib/auth/users.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { after, before, DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { type Area, type Case, one, paged } from './cases.ts';

const AT_ONCE = 150;
const LIST_MS = 5;
/** What the pages of the console show at once. */
const CASES = 20;
const PROCEDURES = 50;
const OWNERS = 1_000;

const padded = (n: number): string => String(n).padStart(20, '0');
const ownerOf = (n: number): string => `usr_${padded(n % OWNERS)}`;
const caseIdOf = (n: number): string => `${n % 4 === 0 ? 'att' : 'msg'}_${padded(n)}`;

async function fill(ctx: Context, count: number): Promise<void> {
  const now = ctx.now();
  for (let from = 0; from < count; from += AT_ONCE)
    await ctx.data.batch((write) => {
      for (let n = from; n < Math.min(count, from + AT_ONCE); n++) {
        const at = before(now, (count - n) * MINUTE_MS);
        // The area of people may have written these accounts already.
        if (n < OWNERS) write.set(Users, ownerOf(n), userRow(n, now));
        write.create(ModerationCases, caseIdOf(n), caseRow(n, at));
        write.create(VerificationProcedures, `VP-2026-${padded(n)}`, procedureRow(n, at));
      }
    });
}

const userRow = (n: number, now: Date) => {
  const email = `owner.${n}@bench.test`;
  return { ...newUser({ email, emailKey: email }, now), name: `Person ${n}` };
};

/** One case of four waits, and one blocked case of five is appealed. */
function caseRow(n: number, at: string): ModerationCase {
  const type = n % 4 === 0 ? 'attachment' : 'message';
  const found = { type, id: caseIdOf(n), ownerId: ownerOf(n), isGone: false, lanes: [] } as const;
  const status = one(caseStatuses, n >> 2);
  const isAppealed = status === 'blocked' && n % 5 === 0;
  const appeal = { text: `It was a joke ${n}`, at, decidedAt: null, decidedBy: null, reason: null };
  return {
    ...newCase({ ...found, title: 'Message (text)', excerpt: `Buy my coins ${n}` }, 'report', at),
    ...{ reportCount: 1 + (n % 9), reasons: { spam: 1 + (n % 9) }, score: n % 12, status, version: 1 },
    ...(status !== 'open' && { decidedAt: at, decidedBy: ownerOf(n * 3), reason: 'Against the rules' }),
    ...(isAppealed && { appealState: 'open', appealedAt: at, appeal }),
  };
}

/** One procedure of two is open. */
function procedureRow(n: number, at: string): Procedure {
  const isOpen = n % 2 === 0;
  const claimedBy = n % 6 === 0 ? ownerOf(n * 3) : null;
  return {
    ...{ subjectType: 'user', subjectId: ownerOf(n), subjectName: `Person ${n}`, ownerId: ownerOf(n) },
    ...{ kind: one(procedureKinds, n >> 1), status: isOpen ? 'submitted' : 'approved', isOpen, attempt: 1 },
    ...{ previousProcedure: null, submittedBy: ownerOf(n), submittedAt: at, claimedBy, claimedAt: claimedBy && at },
    ...{ decidedBy: null, decidedAt: isOpen ? null : at, reasonCode: null, reason: null },
    ...{ infoRequest: null, infoDueAt: null, answers: { legalName: `Person ${n}` }, evidence: [], evidenceDueAt: null },
    ...{ slaDueAt: after(new Date(at), 2 * DAY_MS), version: 1, createdAt: at, updatedAt: at },
  };
}

const cases = (name: string, status: CaseList, entityType?: ReportedType): Case =>
  paged(name, LIST_MS, async (ctx, cursor) => {
    const page = await listCasesWithDetails(ctx, { status, entityType, limit: CASES, cursor });
    return page.nextCursor;
  });

const procedures = (name: string, kind?: ProcedureKind): Case =>
  paged(name, LIST_MS, async (ctx, cursor) => (await listQueue(ctx, { kind, limit: PROCEDURES, cursor })).nextCursor);

/** The queues of moderation and verification, one case with what surrounds it, and the cases of one person. */
export const queues: Area = {
  name: 'queues',
  fill,
  cases: [
    cases('cases that wait', 'open'),
    cases('cases that wait, one type', 'open', 'attachment'),
    cases('cases with an appeal', 'appeals'),
    cases('cases that are blocked', 'blocked'),
    cases('cases restored, one type', 'restored', 'message'),
    { name: 'one case', targetMs: LIST_MS, run: (ctx, at) => readCase(ctx as UserContext, caseIdOf(at * 13)) },
    paged('cases of one person', LIST_MS, async (ctx, cursor) => {
      const page = await listUserCases(ctx, ownerOf(7), { limit: PROCEDURES, cursor });
      return page.nextCursor;
    }),
    procedures('open procedures'),
    procedures('open procedures, one kind', 'identity'),
  ],
};
