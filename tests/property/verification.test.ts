import { expect, it } from 'vitest';
import { VerificationEvents, VerificationOpen, VerificationProcedures } from '#lib/admin/collections.ts';
import type { Procedure, VerificationEvent } from '#lib/admin/schemas/verification.ts';
import { applyForVerification } from '#lib/admin/verification/apply.ts';
import { addEvidence } from '#lib/admin/verification/evidence.ts';
import { expireQuestions } from '#lib/admin/verification/expiry.ts';
import { answerQuestion, withdrawProcedure } from '#lib/admin/verification/own-procedures.ts';
import { reviewProcedure } from '#lib/admin/verification/review.ts';
import { setVerified } from '#lib/admin/verification/set-verified.ts';
import { type ProcedureStatus, reviewActions } from '#lib/admin/verification/values.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { Outbox } from '#lib/data/outbox.ts';
import type { Row } from '#lib/data/store.ts';
import { notifyTopic } from '#lib/notifications/topics.ts';
import { type Act, atOnce } from '#tests/support/at-once.ts';
import { seedOf } from '#tests/support/chance.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { sizeOf } from '#tests/support/form.ts';
import { type Random, randomFrom } from '#tests/support/random.ts';
import { identity, pdfOf } from '#tests/support/verification.ts';
import { everyRow } from '#tests/support/world.ts';

/** Histories go on until every act has happened, up to this many times their number. */
const MOST_ROUNDS = 10;
const HISTORIES = sizeOf('VERIFICATION_HISTORIES', { short: 12, long: 200 });
const STEPS = 14;

type Person = TestContext & UserContext;
type Actors = { readonly subject: Person; readonly admins: readonly Person[] };

/** The allowed transitions, written by hand and not read from the code under test. */
const open: readonly (ProcedureStatus | null)[] = ['submitted', 'under_review', 'info_requested'];
const legal: Readonly<Record<string, (from: ProcedureStatus | null, to: ProcedureStatus) => boolean>> = {
  submit: (from, to) => from === null && to === 'submitted',
  'under-review': (from, to) => open.includes(from) && to === 'under_review',
  'request-info': (from, to) => (from === 'submitted' || from === 'under_review') && to === 'info_requested',
  answer: (from, to) => from === 'info_requested' && to === 'submitted',
  approve: (from, to) => (open.includes(from) || from === null) && to === 'approved',
  reject: (from, to) => (open.includes(from) || from === null) && to === 'rejected',
  withdraw: (from, to) => open.includes(from) && to === 'cancelled',
  expire: (from, to) => from === 'info_requested' && to === 'expired',
};
/** Everything that can happen to a procedure. `take-over`: another administrator takes a case that is under review. */
const everyAct = [...Object.keys(legal), 'take-over', 'set', 'clear'];
const audited = ['under-review', 'request-info', 'approve', 'reject', 'expire'];
const notified = ['request-info', 'approve', 'reject', 'expire'];

/**
 * Returns a random act of the applicant, an administrator or the process. Most states refuse most acts. An expiry is rare
 * by itself, because it needs a question without an answer and two weeks.
 */
function actOf(random: Random, { subject, admins }: Actors, known: readonly Row<Procedure>[]): Act {
  const latest = known.findLast(({ data }) => data.kind === 'identity');
  const number = latest?.id ?? 'VP-2026-000000';
  const admin = random.pick(admins);
  const seen = random.chance(0.5) && latest ? { version: latest.data.version } : {};
  const action = random.pick(reviewActions);
  const words = { reason: 'Not readable', message: 'Which street?' };
  const isVerified = random.chance(0.5);
  const isAsked = latest?.data.status === 'info_requested';
  return random.pick<Act>([
    () => applyForVerification(subject, { kind: 'identity', answers: identity }),
    () => addEvidence(subject, number, { kind: 'selfie', file: pdfOf(`file ${random.int(3)}`) }),
    () => answerQuestion(subject, number, { answers: {}, ...seen }),
    ...Array.from({ length: 4 }, () => () => reviewProcedure(admin, number, action, { ...words, ...seen })),
    ...(random.chance(0.3) ? [() => withdrawProcedure(subject, number)] : []),
    ...(random.chance(0.3) ? [() => setVerified(admin, subject.user.id, { isVerified })] : []),
    ...Array.from(
      { length: isAsked ? 3 : 1 },
      () => async () => expect((await expireQuestions(subject)).failed).toBe(0),
    ),
  ]);
}

async function stateOf(ctx: TestContext, userId: string) {
  const [procedures, events, claims, audit, outbox] = await Promise.all([
    everyRow(ctx.data, VerificationProcedures),
    everyRow(ctx.data, VerificationEvents),
    everyRow(ctx.data, VerificationOpen),
    everyRow(ctx.data, AuditLog),
    everyRow(ctx.data, Outbox),
  ]);
  const mine = procedures
    .filter(({ data }) => data.subjectId === userId)
    .sort((a, b) => a.data.createdAt.localeCompare(b.data.createdAt));
  const numbers = mine.map(({ id }) => id);
  return {
    procedures: mine,
    events: events.map(({ data }) => data).filter((event) => numbers.includes(event.procedureNumber)),
    claims: claims.map(({ data }) => data.procedureNumber).filter((number) => numbers.includes(number)),
    acts: audit.filter(({ data }) => data.result === 'ok' && [...numbers, userId].includes(data.targetId)),
    notices: outbox.filter(({ data }) => data.topic === notifyTopic.name && data.payload?.userId === userId),
    user: (await ctx.data.need(Users, userId)).data,
  };
}
type State = Awaited<ReturnType<typeof stateOf>>;

function expectSound({ procedures, events, claims, acts, notices, user }: State): void {
  for (const { id, data } of procedures)
    expectChain(
      data,
      events.filter((event) => event.procedureNumber === id),
    );
  const stillOpen = procedures.filter(({ data }) => data.isOpen);
  expect(stillOpen.length).toBeLessThanOrEqual(1);
  expect(claims).toEqual(stillOpen.map(({ id }) => id));
  const count = (actions: readonly string[]) => events.filter(({ action }) => actions.includes(action)).length;
  expect(acts).toHaveLength(count(audited));
  expect(notices).toHaveLength(count(notified));
  expectFlagFounded(procedures, user);
}

/** Asserts that the events lead from the submission to the present status, one allowed transition at a time. */
function expectChain(procedure: Procedure, events: readonly VerificationEvent[]): void {
  const chain = events.toSorted((a, b) => a.version - b.version);
  expect(chain.map(({ version }) => version)).toEqual(Array.from({ length: procedure.version }, (_, n) => n + 1));
  expect(chain.map(({ from }) => from)).toEqual([null, ...chain.slice(0, -1).map(({ to }) => to)]);
  for (const { action, from, to } of chain) expect([action, from, to, legal[action]?.(from, to)]).toContain(true);
  expect(chain.at(-1)?.to).toBe(procedure.status);
  expect(procedure.isOpen).toBe(open.includes(procedure.status));
  expect(procedure.decidedAt === null).toBe(procedure.isOpen);
  expect(procedure.infoRequest === null).toBe(procedure.status !== 'info_requested');
  expect(procedure.infoDueAt).toBe(procedure.infoRequest?.dueAt ?? null);
}

/** Asserts that a decided procedure explains the flag of the account. */
function expectFlagFounded(procedures: readonly Row<Procedure>[], user: State['user']): void {
  const decidedAt = (status: ProcedureStatus) =>
    procedures.flatMap(({ data }) => (data.status === status ? (data.decidedAt ?? []) : []));
  const approvals = decidedAt('approved');
  if (user.isVerified) expect(approvals).toContain(user.verifiedAt);
  else for (const at of approvals) expect(decidedAt('rejected').some((later) => later >= at)).toBe(true);
}

/** Returns what the events of a history were, so that no run passes because nothing happened. */
const happenedIn = ({ events }: State): readonly string[] =>
  events.flatMap(({ action, from }) => {
    if (action === 'under-review' && from === 'under_review') return [action, 'take-over'];
    if (from !== null || action === 'submit') return [action];
    return [action === 'approve' ? 'set' : 'clear'];
  });

it('a procedure makes only allowed transitions while two administrators and the applicant act at once', async () => {
  const firstSeed = seedOf('VERIFICATION_SEED');
  const happened = new Set<string>();
  const isMissing = () => everyAct.some((act) => !happened.has(act));
  for (let n = 0; n < HISTORIES || (isMissing() && n < HISTORIES * MOST_ROUNDS); n++) {
    const seed = firstSeed + n;
    const random = randomFrom(seed);
    const world = await testContext();
    const subject = await asUser(world);
    const actors = {
      subject,
      admins: [await asUser(world, { role: 'admin' }), await asUser(world, { role: 'admin' })],
    };
    await atOnce([() => applyForVerification(subject, { kind: 'identity', answers: identity })]);

    for (let step = 0; step < STEPS; step++) {
      const { procedures } = await stateOf(world, subject.user.id);
      world.clock.advance(random.pick([1, 1, DAY_MS, 8 * DAY_MS, 15 * DAY_MS]));
      await atOnce(Array.from({ length: 1 + random.int(3) }, () => actOf(random, actors, procedures)));
      const state = await stateOf(world, subject.user.id);
      for (const act of happenedIn(state)) happened.add(act);
      try {
        expectSound(state);
      } catch (cause) {
        throw new Error(`seed ${seed}, step ${step}`, { cause });
      }
    }
  }
  expect([...happened].sort()).toEqual(everyAct.toSorted());
});
