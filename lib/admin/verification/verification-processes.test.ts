import { describe, expect, it } from 'vitest';
import { VerificationProcedures } from '#lib/admin/collections.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { expectServed } from '#tests/support/served-query.ts';
import { identity, putProcedure } from '#tests/support/verification.ts';
import { everyRow } from '#tests/support/world.ts';
import { assertOfAge } from './answers.ts';
import { applyForVerification } from './apply.ts';
import { purgeDueEvidence } from './evidence-purge.ts';
import { expireQuestions } from './expiry.ts';
import { answerQuestion } from './own-procedures.ts';
import * as queries from './queries.ts';
import { reviewProcedure } from './review.ts';

async function open() {
  const files = openMemoryFiles();
  const world = await testContext({ files });
  const [olena, admin] = [await asUser(world), await asUser(world, { role: 'admin' })];
  const number = await putProcedure(olena);
  const row = async () => (await world.data.need(VerificationProcedures, number)).data;
  const ask = () => reviewProcedure(admin, number, 'request-info', { message: 'Which street?' });
  return { world, files, olena, admin, number, row, ask };
}

const expired = async (world: TestContext) => (await expireQuestions(world)).done;
const purged = async (world: TestContext) => (await purgeDueEvidence(world)).done;

describe('verification-expiry', () => {
  it('closes a procedure once, 14 days after an unanswered question, and the applicant may apply again at once', async () => {
    const { world, olena, number, row, ask } = await open();
    await ask();
    world.clock.advance(14 * DAY_MS - 1);
    expect(await expired(world)).toBe(0);
    world.clock.advance(1);

    const [one, two] = await Promise.all([expired(world), expired(world)]);
    expect(one + two).toBe(1);

    expect(await row()).toMatchObject({ status: 'expired', isOpen: false, version: 3, decidedBy: null });
    const audit = (await everyRow(world.data, AuditLog)).map(({ data }) => data.action);
    expect(audit.filter((action) => action === 'verification.expired')).toHaveLength(1);
    expect(await expired(world)).toBe(0);
    const again = await applyForVerification(olena, { kind: 'identity', answers: identity });
    expect(again.procedureNumber).not.toBe(number);
  });

  it('keeps an answered procedure open, and a second question starts another 14 days', async () => {
    const { world, olena, number, row, ask } = await open();
    await ask();
    await answerQuestion(olena, number, { answers: {} });
    await ask();
    world.clock.advance(13 * DAY_MS);

    expect([await expired(world), (await row()).status]).toEqual([0, 'info_requested']);
  });

  it('closes the procedures behind one that cannot be closed, which the next run tries again', async () => {
    const { world, admin, number, row, ask } = await open();
    await ask();
    world.clock.advance(1);
    const behind = await putProcedure(await asUser(world));
    await reviewProcedure(admin, behind, 'request-info', { message: 'Which street?' });
    world.clock.advance(14 * DAY_MS);
    // A procedure about a shop that is gone.
    const good = { subjectType: (await row()).subjectType, subjectId: (await row()).subjectId };
    await world.data.update(VerificationProcedures, number, { subjectType: 'vendor', subjectId: 'vnd_gone' });

    expect(await expireQuestions(world)).toEqual({ seen: 2, done: 1, skipped: 0, failed: 1, next: null });

    expect((await world.data.need(VerificationProcedures, behind)).data.status).toBe('expired');
    expect((await row()).status).toBe('info_requested');
    await world.data.update(VerificationProcedures, number, good);
    expect([await expired(world), (await row()).status]).toEqual([1, 'expired']);
  });
});

describe('evidence-purge', () => {
  it('deletes the files 30 days after the closing and keeps their hash and size', async () => {
    const { world, files, admin, number, row } = await open();
    world.clock.advance(40 * DAY_MS);
    expect(await purged(world)).toBe(0);
    await reviewProcedure(admin, number, 'approve', {});
    world.clock.advance(30 * DAY_MS - 1);
    expect([await purged(world), files.keys().length]).toEqual([0, 1]);
    const before = await row();
    world.clock.advance(1);

    expect(await purged(world)).toBe(1);

    const purgedAt = world.now().toISOString();
    expect(await row()).toEqual({
      ...before,
      evidence: before.evidence.map((file) => ({ ...file, purgedAt })),
      evidenceDueAt: null,
    });
    expect([files.keys(), await purged(world)]).toEqual([[], 0]);
  });

  it('passes over files that cannot be deleted, and tries them again a day later', async () => {
    const { world, files, admin, number, row } = await open();
    const next = await putProcedure(await asUser(world));
    await reviewProcedure(admin, number, 'approve', {});
    await reviewProcedure(admin, next, 'approve', {});
    world.clock.advance(30 * DAY_MS);
    const stuck = (await row()).evidence[0]?.storageKey ?? '';
    const remove = (keys: readonly string[]) =>
      keys.includes(stuck) ? Promise.reject(new Error('gone')) : files.remove(keys);

    expect(await purgeDueEvidence({ ...world, files: { ...files, remove } })).toEqual({ done: 1, failed: 1 });

    expect(files.keys()).toEqual([stuck]);
    expect(await purged(world)).toBe(0);
    world.clock.advance(DAY_MS);
    expect([await purged(world), files.keys(), (await row()).evidenceDueAt]).toEqual([1, [], null]);
  });
});

it('every list of procedures has a declared index', async () => {
  const { data } = await testContext();
  const at = '2026-01-01T00:00:00.000Z';

  for (const kind of [undefined, 'identity'] as const) expectServed(data, queries.openProcedures(kind, 50));
  expectServed(data, queries.proceduresOfOwner('usr_1', 20));
  expectServed(data, queries.proceduresAbout('usr_1', 20));
  expectServed(data, queries.latestOfKind('usr_1', 'identity'));
  expectServed(data, queries.overdueQuestions(at, 100));
  expectServed(data, queries.dueEvidence(at, 100));
  expectServed(data, queries.eventsOf('VP-2026-000000'));
});

it.each([
  ['2008-11-26', null],
  ['2008-11-27', 'at least 18'],
  ['1906-11-26', null],
  ['1905-11-26', 'too long ago'],
  ['2027-01-01', 'at least 18'],
])('answers a person born on %s on 26 November 2026 with the problem: %s', (birthDate, problem) => {
  const check = () => assertOfAge({ birthDate }, new Date('2026-11-26T12:00:00.000Z'));

  if (problem === null) expect(check).not.toThrow();
  else expect(check).toThrow(problem);
});
