import { beforeAll, describe, expect, it } from 'vitest';
import { PUT as setFlag } from '#app/api/admin/users/[id]/verification/route.ts';
import { POST as review } from '#app/api/admin/verification/procedures/[procedureNumber]/[action]/route.ts';
import { GET as openFile } from '#app/api/admin/verification/procedures/[procedureNumber]/evidence/[id]/route.ts';
import { GET as detail } from '#app/api/admin/verification/procedures/[procedureNumber]/route.ts';
import { GET as queue } from '#app/api/admin/verification/queue/route.ts';
import { POST as answer } from '#app/api/verification/procedures/[procedureNumber]/answer/route.ts';
import { POST as addFile } from '#app/api/verification/procedures/[procedureNumber]/evidence/route.ts';
import { POST as withdraw } from '#app/api/verification/procedures/[procedureNumber]/withdraw/route.ts';
import * as own from '#app/api/verification/procedures/route.ts';
import { VerificationProcedures } from '#lib/admin/collections.ts';
import type { Procedure } from '#lib/admin/schemas/verification.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { Vendors } from '#lib/store/collections.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { formOf, type TestFile, tinyPng } from '#tests/support/upload.ts';
import { identity, pdfOf, putApplication, putProcedure } from '#tests/support/verification.ts';
import { everyRow } from '#tests/support/world.ts';

type Person = TestContext & UserContext;

const files = openMemoryFiles();
let world: TestContext;
let admin: Person;
beforeAll(async () => {
  world = await testContext({ files, vars: { UPLOAD_MAX_BYTES: '1000' } });
  installRuntime(world);
  admin = await asUser(world, { role: 'admin', name: 'Ann' });
});

const person = (patch = {}): Promise<Person> => asUser(world, patch);
const apply = (as: Person, answers: object = identity, kind = 'identity') =>
  call(own.POST, { as, body: { kind, answers } });
const decide = (action: string, procedureNumber: string, body: object = {}, as = admin) =>
  call(review, { as, params: { procedureNumber, action }, body });
const ask = (number: string, more: object = {}) =>
  decide('request-info', number, { message: 'Which street?', ...more });
const reply = (as: Person, procedureNumber: string, answers: object, more = {}) =>
  call(answer, { as, params: { procedureNumber }, body: { answers, ...more } });
const takeBack = (as: Person, procedureNumber: string) => call(withdraw, { as, params: { procedureNumber } });
const upload = async (as: Person, procedureNumber: string, file: TestFile, kind = 'selfie') =>
  call(addFile, { as, params: { procedureNumber }, ...(await formOf([file], { kind })) });
const setFor = (id: string, body: object, as = admin) => call(setFlag, { as, params: { id }, body, method: 'PUT' });
const rowOf = async (number: string) => (await world.data.need(VerificationProcedures, number)).data;
/** Changes times of a row instead of moving the clock, which would end the sessions. */
const change = (number: string, patch: Partial<Procedure>) => world.data.update(VerificationProcedures, number, patch);
const daysAgo = (days: number) => new Date(world.now().getTime() - days * DAY_MS).toISOString();
const userOf = async ({ user }: Person) => (await world.data.need(Users, user.id)).data;
const auditOf = async (targetId: string) =>
  (await everyRow(world.data, AuditLog)).map(({ data }) => data).filter((entry) => entry.targetId === targetId);
async function notificationsOf({ user }: Person) {
  await world.drain();
  const { rows } = await world.data.find(newestFirst({ userId: user.id }, 10));
  return rows.map(({ data }) => data);
}

describe('POST /api/verification/procedures', () => {
  it('opens one procedure when a user applies three times at once', async () => {
    const olena = await person();

    const made = await Promise.all([apply(olena), apply(olena), apply(olena)]);

    const created = made.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    const procedure = created[0]?.body.procedure;
    expect(procedure).toMatchObject({ kind: 'identity', status: 'submitted', answers: identity, retryAt: null });
    expect(procedure?.procedureNumber).toMatch(/^VP-\d{4}-[0-9A-HJKMNP-TV-Z]{6}$/);
    expect(created[0]?.headers.get('location')).toBe(`/account/verification#${procedure?.procedureNumber}`);
    for (const { status, body } of made.filter((answered) => answered.status !== 201))
      expect([status, body.details]).toEqual([
        409,
        { code: 'AlreadyOpen', procedureNumber: procedure?.procedureNumber },
      ]);
    const list = (await call(own.GET, { as: olena })).body;
    expect(list).toEqual({ procedures: [procedure], nextCursor: null });
  });

  it.each([
    ['a minor', { birthDate: '2020-01-01' }, 'answers.birthDate'],
    ['an unknown country', { country: 'ZZ' }, 'answers.country'],
    ['a whole document number', { documentNumberLast4: 'AB123456' }, 'answers.documentNumberLast4'],
    ['an unknown answer', { iban: 'UA1' }, 'answers'],
  ])('rejects %s', async (_, patch, field) => {
    const { status, body } = await apply(await person(), { ...identity, ...patch });

    expect(status).toBe(400);
    expect(Object.keys(body.details ?? {})).toContain(field);
  });

  it('rejects a verified account, a restricted account, and an attempt within seven days of a rejection', async () => {
    expect((await apply(await person({ isVerified: true }))).body.details).toEqual({ code: 'AlreadyVerified' });
    expect((await apply(await person({ status: 'restricted' }))).status).toBe(403);
    const olena = await person();
    const number = await putProcedure(olena);
    await decide('reject', number, { reason: 'Not readable', reasonCode: 'unreadable' });
    const retryAt = daysAgo(-7);
    expect((await apply(olena)).body.details).toEqual({ code: 'TooEarly', retryAt });

    await change(number, { decidedAt: daysAgo(7) });

    const again = (await apply(olena)).body.procedure;
    expect(await rowOf(again.procedureNumber)).toMatchObject({ attempt: 2, previousProcedure: number });
  });
});

describe('evidence of a procedure', () => {
  it('accepts five files of known types and limited size, and stores the same bytes once', async () => {
    const olena = await person();
    const number = await putProcedure(olena);
    const png: TestFile = { filename: '../me.png', bytes: tinyPng };

    const first = await upload(olena, number, png);
    const again = await upload(olena, number, { ...png, filename: 'other.png' });

    expect([first.status, again.status]).toEqual([201, 200]);
    expect(first.body.evidence).toMatchObject({ kind: 'selfie', fileName: 'me.png', mimeType: 'image/png' });
    expect(again.body).toEqual(first.body);
    const html = { filename: 'a.png', bytes: Buffer.from('<html><script>alert(1)</script>') };
    expect((await upload(olena, number, html)).body.details).toHaveProperty('file');
    expect((await upload(olena, number, pdfOf('x'), 'registration')).body.details).toHaveProperty('kind');
    expect((await upload(olena, number, pdfOf('x'.repeat(1_001)))).status).toBe(413);
    expect((await upload(await person(), number, png)).status).toBe(404);
    for (const text of ['a', 'b', 'c']) expect((await upload(olena, number, pdfOf(text))).status).toBe(201);
    expect((await upload(olena, number, pdfOf('d'))).body.details).toEqual({ code: 'TooManyFiles' });
    expect((await rowOf(number)).evidence).toHaveLength(5);
  });

  it('S56 is served to administrators only, with its own type and an audit row', async () => {
    const olena = await person();
    const procedureNumber = await putProcedure(olena);
    const [file] = (await rowOf(procedureNumber)).evidence;
    const params = { procedureNumber, id: file?.id ?? '' };

    const { status, headers, text } = await call(openFile, { as: admin, params });

    expect([status, text]).toEqual([200, `%PDF-1.7\n${procedureNumber}`]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    });
    expect(await auditOf(procedureNumber)).toMatchObject([
      { action: 'verification.evidence-read', actorId: admin.user.id, after: { evidenceId: params.id } },
    ]);
    expect((await call(openFile, { as: olena, params })).status).toBe(403);
  });

  it('S56 leaves no audit row of a file that could not be opened', async () => {
    const procedureNumber = await putProcedure(await person());
    const [file] = (await rowOf(procedureNumber)).evidence;
    const params = { procedureNumber, id: file?.id ?? '' };

    installRuntime({ ...world, files: { ...files, open: () => Promise.reject(new Error('the disk is gone')) } });
    const failed = await call(openFile, { as: admin, params });
    installRuntime(world);
    await files.remove([file?.storageKey ?? '']);
    const lost = await call(openFile, { as: admin, params });

    expect([failed.status, lost.status]).toEqual([500, 404]);
    expect(await auditOf(procedureNumber)).toEqual([]);
  });

  it('S56 is not read by an administrator whose own case it is', async () => {
    const procedureNumber = await putProcedure(admin);
    const [file] = (await rowOf(procedureNumber)).evidence;

    const answers = [
      await call(openFile, { as: admin, params: { procedureNumber, id: file?.id ?? '' } }),
      await call(detail, { as: admin, params: { procedureNumber } }),
    ];

    expect(answers.map(({ status, body }) => [status, body.details])).toEqual([
      [403, { code: 'OwnProcedure' }],
      [403, { code: 'OwnProcedure' }],
    ]);
    expect(await auditOf(procedureNumber)).toMatchObject([{ action: 'verification.evidence-read', result: 'denied' }]);
    await takeBack(admin, procedureNumber);
  });

  it('is accepted while the procedure is submitted or info_requested, but not under review', async () => {
    const olena = await person();
    const number = await putProcedure(olena);
    await decide('under-review', number);

    expect((await upload(olena, number, pdfOf('late'))).body.details).toEqual({
      ...{ code: 'InvalidTransition', status: 'under_review' },
    });
    await ask(number);
    expect((await upload(olena, number, pdfOf('late'))).status).toBe(201);
  });
});

describe('GET /api/admin/verification/queue', () => {
  it('lists open procedures page by page, the earliest due first, with the claiming administrator', async () => {
    const alone = await testContext();
    installRuntime(alone);
    try {
      const boss = await asUser(alone, { role: 'admin', name: 'Ann' });
      const numbers: string[] = [];
      for (let n = 0; n < 3; n++) {
        numbers.push(await putProcedure(await asUser(alone, { name: `Person ${n}` })));
        alone.clock.advance(1);
      }
      await call(review, { as: boss, params: { procedureNumber: numbers[0] ?? '', action: 'under-review' }, body: {} });
      await call(review, { as: boss, params: { procedureNumber: numbers[1] ?? '', action: 'approve' }, body: {} });
      await alone.data.update(VerificationProcedures, numbers[0] ?? '', { slaDueAt: daysAgo(1) });

      const first = (await call(queue, { as: boss, query: { limit: 1 } })).body;
      const second = (await call(queue, { as: boss, query: { limit: 1, cursor: first.nextCursor ?? '' } })).body;

      expect(first.queue).toMatchObject([
        { procedureNumber: numbers[0], subjectName: 'Person 0', claimedByName: 'Ann', overdue: true, evidenceCount: 1 },
      ]);
      expect(second).toMatchObject({ queue: [{ procedureNumber: numbers[2], overdue: false }], nextCursor: null });
      expect((await call(queue, { as: boss, query: { kind: 'vendor' } })).body.queue).toEqual([]);
      expect((await call(queue, { as: boss, query: { kind: 'ugly' } })).status).toBe(400);
    } finally {
      installRuntime(world);
    }
  });
});

describe('POST /api/admin/verification/procedures/{procedureNumber}/{action}', () => {
  it('approve verifies the account and has one audit row when two administrators press at once', async () => {
    const olena = await person();
    const number = await putProcedure(olena);

    const done = await Promise.all([decide('approve', number), decide('approve', number)]);

    expect(done.map(({ status, body }) => [status, body.procedure])).toEqual(
      done.map(() => [200, expect.objectContaining({ procedureNumber: number, status: 'approved', version: 2 })]),
    );
    expect(await userOf(olena)).toMatchObject({ isVerified: true, verifiedAt: world.now().toISOString() });
    expect(await auditOf(number)).toMatchObject([{ action: 'verification.approved', result: 'ok' }]);
    expect(await notificationsOf(olena)).toMatchObject([{ template: 'verification.approved', priority: 'high' }]);
    const { body } = await call(detail, { as: admin, params: { procedureNumber: number } });
    expect(body.events.map(({ action, from, to, actorName }) => [action, from, to, actorName])).toEqual([
      ['submit', null, 'submitted', 'Test Person'],
      ['approve', 'submitted', 'approved', 'Ann'],
    ]);
    expect(JSON.stringify(body)).not.toMatch(/storageKey|sha256/);
  });

  it('reject needs a reason, and the applicant is notified of it', async () => {
    const olena = await person();
    const number = await putProcedure(olena);
    expect((await decide('reject', number)).body.details).toHaveProperty('reason');

    await decide('reject', number, {
      reason: 'The photo is blurred',
      reasonCode: 'unreadable',
      message: 'Which year?',
    });

    expect((await call(own.GET, { as: olena })).body.procedures[0]).toMatchObject({
      ...{ status: 'rejected', reason: 'The photo is blurred', reasonCode: 'unreadable' },
    });
    expect(await notificationsOf(olena)).toMatchObject([
      { title: 'Verification declined', message: `Your application ${number} was declined. The photo is blurred` },
    ]);
    const { events } = (await call(detail, { as: admin, params: { procedureNumber: number } })).body;
    expect(events.at(-1)).toMatchObject({ action: 'reject', reason: 'The photo is blurred' });
    expect((await decide('approve', number)).body).toMatchObject({
      message: 'The current status does not allow this',
      details: { code: 'InvalidTransition', status: 'rejected' },
    });
    expect((await auditOf(number)).map(({ result }) => result).sort()).toEqual(['denied', 'ok']);
  });

  it('request-info asks for answers; the reply returns the procedure to the queue with a new due time', async () => {
    const olena = await person();
    const number = await putProcedure(olena);
    expect((await decide('request-info', number)).body.details).toHaveProperty('message');
    expect((await ask(number, { fields: ['iban'] })).body.details).toHaveProperty('fields');
    await ask(number, { fields: ['legalName'] });
    expect(await notificationsOf(olena)).toMatchObject([{ message: `Application ${number}: Which street?` }]);
    await change(number, { slaDueAt: daysAgo(1) });

    expect((await reply(olena, number, { country: 'PL' })).body.details).toHaveProperty('answers');
    expect((await reply(olena, number, { legalName: 'X' })).body.details).toHaveProperty(['answers.legalName']);
    expect((await reply(olena, number, { legalName: 'Olena Kovalenko' }, { version: 1 })).body.details).toMatchObject({
      ...{ code: 'StaleVersion' },
    });
    const { body } = await reply(olena, number, { legalName: 'Olena Kovalenko' }, { version: 2 });

    expect(body.procedure).toMatchObject({
      ...{ status: 'submitted', infoRequest: null, answers: { ...identity, legalName: 'Olena Kovalenko' } },
      slaDueAt: daysAgo(-3),
    });
    expect((await reply(olena, number, {})).status).toBe(409);
  });

  it('keeps the first words when two administrators ask or decide at once, and tells the second of it', async () => {
    const boris = await person({ role: 'admin' });
    const [asked, rejected, approved] = await Promise.all([1, 2, 3].map(async () => putProcedure(await person())));
    const sent = [
      ['request-info', asked, { message: 'Which street?', fields: ['note'] }, { message: 'Send the back side' }],
      ['request-info', asked, { message: 'Which street?', fields: ['note'] }, { message: 'Which street?' }],
      ['reject', rejected, { reason: 'Not readable', reasonCode: 'unreadable' }, { reason: 'Under 18' }],
      ['reject', rejected, { reason: 'Not readable', reasonCode: 'unreadable' }, { reason: 'Not readable' }],
      ['approve', approved, {}, { reason: 'Met in person' }],
    ] as const;

    for (const [action, number = '', first, other] of sent) {
      expect((await decide(action, number, { ...first, version: 1 })).body.procedure.version).toBe(2);
      expect((await decide(action, number, { ...first, version: 1 }, boris)).body.procedure.version).toBe(2);
      expect((await decide(action, number, { ...other, version: 1 }, boris)).body.details).toEqual({
        ...{ code: 'StaleVersion', version: '2' },
      });
      expect((await decide(action, number, { ...other, version: 2 }, boris)).body.procedure.version).toBe(2);
    }
    expect((await rowOf(asked ?? '')).infoRequest).toMatchObject({ message: 'Which street?', fields: ['note'] });
  });

  it('names the reviewer in the list to everybody but the applicant', async () => {
    const applicant = await person({ role: 'admin' });
    const number = await putProcedure(applicant);
    await decide('under-review', number, {});
    const shownTo = async (as: typeof applicant) =>
      (await call(queue, { as, query: { limit: 100 } })).body.queue.find((row) => row.procedureNumber === number);

    expect(await shownTo(admin)).toMatchObject({ claimedBy: admin.user.id, claimedByName: admin.user.name });
    expect(await shownTo(applicant)).toMatchObject({ claimedBy: null, claimedByName: null });
  });

  it('under-review by another administrator takes the case over, unless the version is stale', async () => {
    const number = await putProcedure(await person());
    const boris = await person({ role: 'admin' });
    await decide('under-review', number);

    expect((await decide('under-review', number, { version: 1 })).body.procedure.version).toBe(2);
    expect((await decide('under-review', number, { version: 1 }, boris)).body.details).toMatchObject({
      ...{ code: 'StaleVersion', version: '2' },
    });
    expect((await decide('under-review', number, { version: 2 }, boris)).body.procedure.claimedBy).toBe(boris.user.id);
    expect((await auditOf(number)).filter(({ result }) => result === 'ok')).toContainEqual(
      expect.objectContaining({
        before: { status: 'under_review', claimedBy: admin.user.id },
        after: { status: 'under_review', claimedBy: boris.user.id },
      }),
    );
  });

  it('reject an identity without evidence, an own case, an unknown action and an unknown number', async () => {
    const bare = await putProcedure(await person(), { withFile: false });
    const mine = await putProcedure(admin);

    expect((await decide('approve', bare)).body.details).toEqual({ code: 'EvidenceMissing' });
    expect((await decide('approve', mine)).body.details).toEqual({ code: 'OwnProcedure' });
    expect((await decide('bless', bare)).status).toBe(400);
    expect((await decide('approve', 'VP-2026-000000')).status).toBe(404);
    expect((await rowOf(mine)).status).toBe('submitted');
  });
});

describe('a procedure about a shop', () => {
  async function applied() {
    const owner = await person();
    const number = await putApplication(owner);
    const vendorId = (await userOf(owner)).vendorId ?? '';
    const statusOf = async () => (await world.data.need(Vendors, vendorId)).data.status;
    return { owner, vendorId, number, statusOf };
  }

  it('approves the shop and leaves the account unverified', async () => {
    const { owner, number, statusOf } = await applied();

    await decide('approve', number);

    expect([await statusOf(), (await userOf(owner)).isVerified]).toEqual(['approved', false]);
  });

  it('rejects the shop when the procedure is rejected or withdrawn', async () => {
    const [rejected, withdrawn] = [await applied(), await applied()];

    await decide('reject', rejected.number, { reason: 'Not allowed here', reasonCode: 'prohibited_business' });
    await takeBack(withdrawn.owner, withdrawn.number);

    expect([await rejected.statusOf(), await withdrawn.statusOf()]).toEqual(['rejected', 'rejected']);
  });

  it('does not approve a suspended shop', async () => {
    const { vendorId, number, statusOf } = await applied();
    await world.data.update(Vendors, vendorId, { status: 'suspended' });

    expect((await decide('approve', number)).body.details).toEqual({ code: 'ShopSuspended' });
    await decide('reject', number, { reason: 'Suspended' });

    expect(await statusOf()).toBe('suspended');
  });
});

describe('POST /api/verification/procedures/{procedureNumber}/withdraw', () => {
  it('cancels an open procedure for its owner only, and another application may follow', async () => {
    const olena = await person();
    const number = await putProcedure(olena);

    expect((await takeBack(admin, number)).status).toBe(404);
    expect((await takeBack(olena, number)).body.procedure.status).toBe('cancelled');
    expect((await takeBack(olena, number)).status).toBe(200);
    expect((await decide('approve', number)).status).toBe(409);
    expect((await apply(olena)).status).toBe(201);
  });
});

describe('PUT /api/admin/users/{id}/verification', () => {
  it('decides the open procedure, even without evidence', async () => {
    const [olena, boris] = [await person(), await person({ isVerified: true })];
    const open = await putProcedure(olena, { withFile: false });

    const { body } = await setFor(olena.user.id, { isVerified: true, note: 'Met in person' });

    expect(body).toMatchObject({ procedureNumber: open, user: { isVerified: true } });
    const { events } = (await call(detail, { as: admin, params: { procedureNumber: open } })).body;
    expect(events.at(-1)).toMatchObject({ action: 'approve', note: 'Met in person' });
    expect((await setFor(boris.user.id, { isVerified: true })).body.procedureNumber).toBeNull();
  });

  it('inserts a closed procedure when no procedure is open, and nothing when the flag stays the same', async () => {
    const olena = await person();

    const set = (await setFor(olena.user.id, { isVerified: true })).body.procedureNumber ?? '';
    world.clock.advance(1);
    const cleared = (await setFor(olena.user.id, { isVerified: false, reason: 'Not the same person' })).body;
    const again = (await setFor(olena.user.id, { isVerified: false })).body;

    expect(await rowOf(set)).toMatchObject({ kind: 'manual', status: 'approved', isOpen: false });
    expect(cleared).toMatchObject({ user: { isVerified: false, verifiedAt: null } });
    expect([again.procedureNumber, again.user.isVerified]).toEqual([cleared.procedureNumber, false]);
    expect(await userOf(olena)).toMatchObject({ isVerified: false, sessionEpoch: 0, role: 'visitor' });
    expect(await auditOf(olena.user.id)).toHaveLength(2);
    expect((await notificationsOf(olena)).map(({ message }) => message.trim()).sort()).toEqual([
      'An administrator removed the verification. Not the same person',
      'An administrator verified your account.',
    ]);
    // A manual decision does not delay the person's own application.
    expect((await apply(olena)).status).toBe(201);
  });

  it('returns the number of the one procedure to two administrators who set the flag at once', async () => {
    const olena = await person();

    const set = await Promise.all([1, 2].map(() => setFor(olena.user.id, { isVerified: true })));

    const numbers = set.map(({ body }) => body.procedureNumber ?? '');
    expect(numbers[0]).toBe(numbers[1]);
    expect(await rowOf(numbers[0] ?? '')).toMatchObject({ kind: 'manual', subjectId: olena.user.id });
    expect(await auditOf(olena.user.id)).toMatchObject([{ after: { isVerified: true, procedureNumber: numbers[0] } }]);
  });

  it('rejects the own account', async () => {
    expect((await setFor(admin.user.id, { isVerified: true })).body.details).toEqual({ code: 'OwnProcedure' });
    expect((await setFor('usr_none', { isVerified: true })).status).toBe(404);
  });
});
