import { beforeAll, describe, expect, it } from 'vitest';
import { POST as block } from '#app/api/admin/entity-moderation/block/route.ts';
import { POST as dismiss } from '#app/api/admin/entity-moderation/dismiss/route.ts';
import { POST as restore } from '#app/api/admin/entity-moderation/restore/route.ts';
import { GET as queue } from '#app/api/admin/entity-moderation/route.ts';
import { GET as openFile } from '#app/api/attachments/[id]/route.ts';
import * as messages from '#app/api/conversations/[id]/messages/route.ts';
import { POST as report } from '#app/api/reports/route.ts';
import { listCasesWithDetails } from '#lib/admin/moderation/moderation-queue.ts';
import type { CaseStatus } from '#lib/admin/moderation/values.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { from } from '#lib/data/query.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { putConversation, putMessage, testConversation } from '#tests/support/conversations.ts';
import { openRecordingTunnel } from '#tests/support/recording-tunnel.ts';
import { uploadOne } from '#tests/support/upload.ts';

type Person = TestContext & UserContext;

let world: TestContext;
let admin: Person;
const recorder = openRecordingTunnel();
beforeAll(async () => {
  world = await testContext({ vars: { MODERATION_AUTO_HIDE_REPORTS: '3' }, tunnel: recorder.tunnel });
  installRuntime(world);
  admin = await asUser(world, { role: 'admin' });
});

/** Creates a group with a message of its first person that others may report. */
async function said(count = 2, content = 'Buy my coins') {
  const people = await Promise.all(Array.from({ length: count }, (): Promise<Person> => asUser(world)));
  const conversation = testConversation(
    people.map(({ user }) => user.id),
    world.now(),
  );
  await putConversation(world, conversation);
  const [author, ...others] = people as [Person, ...Person[]];
  const messageId = await putMessage(world, conversation.id, { senderId: author.user.id, content });
  recorder.take();
  return { author, others, id: conversation.id, messageId };
}
const tell = (as: Person, entityId: string, reasonCode = 'spam') =>
  call(report, { as, body: { entityId, reasonCode } });
const reports = async (who: readonly Person[], entityId: string) => {
  for (const one of who) expect((await tell(one, entityId)).status).toBe(202);
};
const decide = (route: typeof block, entityId: string, more: object = { reason: 'Against the rules' }) =>
  call(route, { as: admin, body: { entityId, ...more } });
const page = async (as: Person, id: string) => (await call(messages.GET, { as, params: { id } })).body.messages;
const caseOf = async (entityId: string) =>
  (await call(queue, { as: admin, query: { limit: 100 } })).body.items.find((item) => item.entityId === entityId);

describe('POST /api/reports', () => {
  it('opens a case with an excerpt, and counts a reporter once', async () => {
    const { author, others, messageId } = await said(4);
    const [bob, eve] = others as [Person, Person];

    await reports([bob, bob, eve], messageId);

    // The desk is notified of the report.
    expect(recorder.take().filter(({ event }) => event === 'desk.changed').length).toBeGreaterThan(0);
    await tell(bob, messageId, 'scam');

    expect(await caseOf(messageId)).toMatchObject({
      entityType: 'message',
      ownerId: author.user.id,
      ownerName: 'Test Person',
      excerpt: 'Buy my coins',
      reportCount: 2,
      reasons: { spam: 2 },
      score: 2,
      source: 'report',
      status: 'open',
    });
  });

  it('responds with 404 for content that the reporter cannot read', async () => {
    const { author, messageId } = await said();
    const stranger = await asUser(world);
    const file = await uploadOne(author);
    const missing = (await tell(stranger, 'msg_none')).body;

    for (const id of [messageId, file.id, 'prd_x', 'msg_none']) {
      const { status, body } = await tell(stranger, id);
      expect([status, body.message]).toEqual([404, missing.message?.replace('msg_none', id)]);
    }
    expect((await tell(author, messageId)).status).toBe(400);
    expect((await tell(author, messageId, 'ugly')).status).toBe(400);
  });

  it('hides a message that enough people report until a decision', async () => {
    const { author, others, id, messageId } = await said(5);
    await reports(others.slice(0, 2), messageId);
    expect((await page(author, id))[0]?.content).toBe('Buy my coins');

    await reports(others.slice(2, 3), messageId);

    expect((await page(author, id))[0]).toMatchObject({ content: '', metadata: { kind: 'moderated' } });
    expect(recorder.take().map(({ event }) => event)).toContain('message.deleted');
    expect(await caseOf(messageId)).toMatchObject({ status: 'open', reportCount: 3 });
    expect((await tell(others[3] as Person, messageId)).status).toBe(404);
    expect((await decide(dismiss, messageId, {})).body.item.status).toBe('dismissed');
    expect((await page(author, id))[0]?.content).toBe('Buy my coins');
  });

  it('starts counting again after a decision has shown the message', async () => {
    const { author, others, id, messageId } = await said(11);
    const isShown = async () => (await page(author, id))[0]?.content === 'Buy my coins';
    const next = async (count: number) => reports(others.splice(0, count), messageId);

    await next(3);
    await decide(dismiss, messageId, {});
    await next(2);
    expect([await isShown(), (await caseOf(messageId))?.status]).toEqual([true, 'open']);
    await next(1);
    expect(await isShown()).toBe(false);

    await decide(block, messageId);
    await decide(restore, messageId);
    await next(2);
    expect(await isShown()).toBe(true);
    await next(1);
    expect([await isShown(), (await caseOf(messageId))?.reportCount]).toEqual([false, 9]);
  });

  it('counts a reporter once, even after a dismissed case', async () => {
    const { author, others, id, messageId } = await said(4);
    await reports(others, messageId);
    await decide(dismiss, messageId, {});

    await reports(others, messageId);

    expect(await caseOf(messageId)).toBeUndefined();
    expect((await page(author, id))[0]?.content).toBe('Buy my coins');
  });

  it('weighs a report by the outcome of the reporter’s earlier ones', async () => {
    const [right, wrong] = [await said(), await said()];
    const [good] = right.others as [Person];
    const [bad] = wrong.others as [Person];
    await reports([good], right.messageId);
    await reports([bad], wrong.messageId);
    await decide(block, right.messageId);
    await decide(dismiss, wrong.messageId, {});
    const conversation = testConversation([right.author.user.id, good.user.id, bad.user.id], world.now());
    await putConversation(world, conversation);
    const fresh = await putMessage(world, conversation.id, { senderId: right.author.user.id });

    await reports([bad], fresh);
    expect(await caseOf(fresh)).toMatchObject({ reportCount: 1, score: 0 });
    await reports([good], fresh);
    expect(await caseOf(fresh)).toMatchObject({ reportCount: 2, score: 2 });
    await decide(dismiss, fresh, {});
    expect(await caseOf(fresh)).toBeUndefined();
  });
});

describe('/api/admin/entity-moderation', () => {
  it('blocks a message for everyone and restores it unchanged', async () => {
    const { author, others, id, messageId } = await said();
    const [bob] = others as [Person];
    const [before] = await page(bob, id);

    const taken = await decide(block, messageId);
    const again = await decide(block, messageId);

    expect([taken.status, taken.body.item.status, taken.body.item.source]).toEqual([200, 'blocked', 'admin']);
    expect([again.status, again.body.item.version]).toEqual([200, taken.body.item.version]);
    for (const who of [author, bob]) expect((await page(who, id))[0]).toMatchObject({ content: '', seq: before?.seq });
    expect(recorder.take()[0]).toMatchObject({
      channel: `conversation:${id}`,
      event: 'message.deleted',
      data: { content: '' },
    });
    await world.drain();
    const { rows } = await world.data.find(newestFirst({ userId: author.user.id, status: 'unread' }, 10));
    expect(rows.map(({ data }) => [data.title, data.message])).toEqual([
      ['Your message was removed', 'Reason: Against the rules'],
    ]);
    expect((await decide(restore, messageId)).body.item.status).toBe('restored');
    expect((await page(bob, id))[0]).toEqual({ ...before, rev: (before?.rev ?? 0) + 2 });
    expect((await decide(restore, messageId)).status).toBe(409);
    expect((await decide(dismiss, messageId, {})).status).toBe(409);
  });

  it('blocks a file for everyone and restores it', async () => {
    const { author, others, id } = await said();
    const [bob] = others as [Person];
    const file = await uploadOne(author);
    await call(messages.POST, { as: author, params: { id }, body: { content: 'x', attachments: [file.id] } });
    const statusFor = async (as: Person) => (await call(openFile, { as, params: { id: file.id } })).status;
    await reports([bob], file.id);

    await decide(block, file.id);
    expect([await statusFor(author), await statusFor(bob)]).toEqual([404, 404]);
    await decide(restore, file.id);

    expect([await statusFor(author), await statusFor(bob)]).toEqual([200, 200]);
  });

  it('rejects unknown or unreported content, an invalid reason and a stale version', async () => {
    const { others, messageId } = await said();
    await reports(others, messageId);
    const { version } = (await caseOf(messageId)) ?? { version: 0 };

    expect((await decide(block, 'msg_none')).status).toBe(404);
    expect((await decide(dismiss, (await said()).messageId, {})).status).toBe(404);
    expect((await decide(block, messageId, { reason: 'no' })).status).toBe(400);
    expect((await decide(block, messageId, { reason: 'Spam again', version: version + 1 })).status).toBe(409);
    expect((await decide(block, messageId, { reason: 'Spam again', version })).status).toBe(200);
    const audit = await world.data.find(
      from(AuditLog).where('targetId', '==', messageId).orderBy('at', 'desc').limit(10),
    );
    expect(audit.rows.map(({ data }) => `${data.action} ${data.result}`).sort()).toEqual([
      'entity.blocked denied',
      'entity.blocked ok',
    ]);
  });

  it('answers a block repeated with its version unchanged and records no refusal; two different decisions get one conflict', async () => {
    const [one, two] = [await said(), await said()];
    for (const { others, messageId } of [one, two]) await reports(others, messageId);
    const version = (await caseOf(one.messageId))?.version ?? 0;

    const first = await decide(block, one.messageId, { reason: 'Spam again', version });
    const again = await decide(block, one.messageId, { reason: 'Spam again', version });
    const both = await Promise.all([
      decide(block, two.messageId, { reason: 'Spam again', version }),
      decide(dismiss, two.messageId, { version }),
    ]);

    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.item).toEqual(first.body.item);
    const acts = await world.data.find(
      from(AuditLog).where('targetId', '==', one.messageId).orderBy('at', 'desc').limit(10),
    );
    expect(acts.rows.map(({ data }) => data.result)).toEqual(['ok']);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.details?.code).toBe('StaleVersion');
  });

  it('lists the highest score first, then the oldest, in pages', async () => {
    const all: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { body } = await call(queue, {
        as: admin,
        query: { limit: 1, entityType: 'message', ...(cursor && { cursor }) },
      });
      all.push(
        ...body.items.map(({ score, firstReportedAt, entityId }) => `${99 - score} ${firstReportedAt} ${entityId}`),
      );
      cursor = body.nextCursor;
    }

    expect(all.length).toBeGreaterThan(0);
    expect(all).toEqual(all.toSorted());
  });

  it('returns the reporters’ comments, and who decided a case and why', async () => {
    const { others, messageId } = await said(3);
    const [bob, eve] = others as [Person, Person];
    await call(report, { as: bob, body: { entityId: messageId, reasonCode: 'scam', comment: 'He asked for my card' } });
    await reports([eve], messageId);
    const desk = async (status: CaseStatus) =>
      (await listCasesWithDetails(world, { status, entityType: 'message', limit: 100 })).cases.find(
        ({ entityId }) => entityId === messageId,
      );

    expect(await desk('open')).toMatchObject({ decidedByName: null, comments: [{ text: 'He asked for my card' }] });
    expect((await decide(block, messageId)).status).toBe(200);

    expect(await desk('open')).toBeUndefined();
    expect(await desk('blocked')).toMatchObject({
      reason: 'Against the rules',
      decidedByName: admin.user.name,
      reportCount: 2,
    });
  });
});
