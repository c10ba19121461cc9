import { describe, expect, it } from 'vitest';
import { POST as approve } from '#app/api/admin/email/drafts/[id]/approve/route.ts';
import { POST as reject } from '#app/api/admin/email/drafts/[id]/reject/route.ts';
import { POST as resolve } from '#app/api/admin/email/drafts/[id]/resolve/route.ts';
import { PUT as edit } from '#app/api/admin/email/drafts/[id]/route.ts';
import { POST as send, DELETE as unsend } from '#app/api/admin/email/drafts/[id]/send/route.ts';
import { GET as list } from '#app/api/admin/email/drafts/route.ts';
import { POST as begin } from '#app/api/admin/email/threads/[id]/drafts/route.ts';
import type { RouteHandler } from '#lib/api/define-route.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { type Call, call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { approvedReply, type Crm, draftOf, openCrm, receive } from '#tests/support/crm.ts';

const lost = { accepted: false, code: 'ECONNECTION', command: 'CONN', stage: 'body' } as const;
const ask = ({ admin }: Crm, id: string, body?: unknown): Call => ({
  as: admin,
  params: { id },
  method: 'POST',
  ...(body !== undefined && { body }),
});
async function pendingReply(crm: Crm, body = 'It is on its way.') {
  const { threadId } = await receive(crm);
  const reply = await call(begin, ask(crm, threadId, { body }));
  return { threadId, id: reply.body.draft.id };
}
/** Every route that changes one draft, with a valid body. */
const changing: readonly (readonly [string, RouteHandler, object])[] = [
  ['approve', approve, {}],
  ['reject', reject, {}],
  ['send', send, {}],
  ['resolve', resolve, { outcome: 'sent' }],
];

describe('POST /api/admin/email/threads/{id}/drafts', () => {
  it('creates a reply that waits for approval', async () => {
    const crm = await openCrm();
    const { threadId } = await receive(crm);

    const reply = await call(begin, ask(crm, threadId, { body: 'It is on its way.' }));

    expect(reply).toMatchObject({
      status: 201,
      body: { success: true, draft: { threadId, status: 'pending', source: 'manual', messageId: null } },
    });
    expect(reply.body.draft).not.toHaveProperty('claimedAt');
  });

  it('generates a reply on request, but not over an open draft and not without a template', async () => {
    const crm = await openCrm();
    const asked = await receive(crm);
    const held = await pendingReply(crm);
    const silent = await receive(crm, { from: { email: 'no-reply@mail.test', name: null } });

    const proposed = await call(begin, ask(crm, asked.threadId, { generate: true }));

    expect(proposed).toMatchObject({ status: 201, body: { draft: { status: 'pending', source: 'template' } } });
    expect(await call(begin, ask(crm, held.threadId, { generate: true }))).toMatchObject({
      status: 409,
      body: { details: { code: 'InvalidTransition' } },
    });
    expect(await call(begin, ask(crm, silent.threadId, { generate: true }))).toMatchObject({
      status: 409,
      body: { details: { code: 'NoTemplate' } },
    });
  });

  it('rejects an invalid body', async () => {
    const crm = await openCrm();
    const { threadId } = await receive(crm);
    for (const body of [
      {},
      { body: ' \n' },
      { body: 'x'.repeat(20_001) },
      { body: 'x', generate: true },
      { generate: false },
    ])
      expect((await call(begin, ask(crm, threadId, body))).status, JSON.stringify(body).slice(0, 60)).toBe(400);
    expect((await call(begin, ask(crm, threadId, { body: 'x'.repeat(20_000) }))).status).toBe(201);
  });
});

describe('GET /api/admin/email/drafts', () => {
  it('lists only drafts that wait for approval, newest first, each with its thread', async () => {
    const crm = await openCrm();
    const older = await pendingReply(crm);
    crm.ctx.clock.advance(SECOND_MS);
    const newer = await pendingReply(crm);
    await approvedReply(crm);

    const reply = await call(list, { as: crm.admin });

    expect(reply.status).toBe(200);
    expect(reply.body.drafts.map(({ id, thread }) => [id, thread.id])).toEqual([
      [newer.id, newer.threadId],
      [older.id, older.threadId],
    ]);
  });

  it('pages by cursor and rejects an invalid limit', async () => {
    const crm = await openCrm();
    for (let n = 0; n < 3; n++) await pendingReply(crm);

    const first = await call(list, { as: crm.admin, query: { limit: 2 } });
    const second = await call(list, { as: crm.admin, query: { limit: 2, cursor: first.body.nextCursor ?? '' } });

    expect([first.body.drafts.length, second.body.drafts.length, second.body.nextCursor]).toEqual([2, 1, null]);
    expect((await call(list, { as: crm.admin, query: { limit: 'many' } })).status).toBe(400);
  });
});

describe('the review of a draft', () => {
  it('approves with and without a version, and repeats the same response', async () => {
    const crm = await openCrm();
    const [one, other] = [await pendingReply(crm), await pendingReply(crm)];

    const replies = [
      await call(approve, ask(crm, one.id)),
      await call(approve, ask(crm, one.id, { version: 1 })),
      await call(approve, ask(crm, other.id, { version: 1 })),
    ];

    for (const reply of replies)
      expect(reply).toMatchObject({
        status: 200,
        body: { success: true, draft: { status: 'approved', reviewerId: crm.admin.user.id } },
      });
  });

  it('responds with OpenSlot to a placeholder and with StaleVersion to an old version', async () => {
    const crm = await openCrm();
    const open = await pendingReply(crm, 'Order [order number]');
    const { id } = await pendingReply(crm);

    expect(await call(approve, ask(crm, open.id))).toMatchObject({
      status: 409,
      body: { details: { code: 'OpenSlot' } },
    });
    expect(await call(approve, ask(crm, id, { version: 7 }))).toMatchObject({
      status: 409,
      body: { details: { code: 'StaleVersion' } },
    });
    expect(await call(edit, { ...ask(crm, id, { body: 'B', version: 7 }), method: 'PUT' })).toMatchObject({
      status: 409,
      body: { details: { code: 'StaleVersion' } },
    });
  });

  it('makes an edited draft a new version that must be approved again', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);

    const edited = await call(edit, { ...ask(crm, id, { body: 'Another', version: 1 }), method: 'PUT' });

    expect(edited).toMatchObject({
      status: 200,
      body: { draft: { status: 'pending', version: 2, approvedVersion: null } },
    });
    expect(await call(send, ask(crm, id))).toMatchObject({
      status: 409,
      body: { details: { code: 'DraftNotApproved' } },
    });
    expect(crm.sender.calls).toBe(0);
  });

  it('rejects an edit without content or version, with a line break in the subject, or too long', async () => {
    const crm = await openCrm();
    const { id } = await pendingReply(crm);
    for (const body of [
      { version: 1 },
      { body: 'x' },
      { subject: 'a\r\nBcc: b@c.test', version: 1 },
      { subject: 'x'.repeat(501), version: 1 },
      { body: 'x'.repeat(20_001), version: 1 },
    ])
      expect((await call(edit, { ...ask(crm, id, body), method: 'PUT' })).status).toBe(400);
  });

  it('stores the reason of a rejection, up to a thousand characters', async () => {
    const crm = await openCrm();
    const { id } = await pendingReply(crm);
    expect((await call(reject, ask(crm, id, { reason: 'x'.repeat(1001) }))).status).toBe(400);

    const reply = await call(reject, ask(crm, id, { reason: 'wrong tone' }));

    expect(reply).toMatchObject({ status: 200, body: { draft: { status: 'rejected', rejectReason: 'wrong tone' } } });
    expect(await call(approve, ask(crm, id))).toMatchObject({
      status: 409,
      body: { details: { code: 'InvalidTransition' } },
    });
  });
});

describe('POST /api/admin/email/drafts/{id}/send', () => {
  it('sends once and returns the stored Message-ID to a repeat', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);

    const [first, second] = [await call(send, ask(crm, id)), await call(send, ask(crm, id, {}))];

    expect(first).toMatchObject({
      status: 200,
      body: { success: true, messageId: `<d.${id}@shop.test>`, status: 'sent', replay: false },
    });
    expect(second).toMatchObject({ status: 200, body: { messageId: first.body.messageId, replay: true } });
    expect(crm.sender.held).toHaveLength(1);
  });

  it('I5 sends once when twenty people approve and send concurrently', async () => {
    const crm = await openCrm();
    const { id } = await pendingReply(crm);
    const people = await Promise.all(Array.from({ length: 20 }, () => asUser(crm.ctx, { role: 'admin' })));

    const replies = await Promise.all(
      people.map(async (admin) => {
        await call(approve, ask({ ...crm, admin }, id));
        return call(send, ask({ ...crm, admin }, id));
      }),
    );

    expect(crm.sender.held).toHaveLength(1);
    expect(replies.filter(({ status, body }) => status === 200 && !body.replay)).toHaveLength(1);
    for (const { status, body } of replies.filter((reply) => reply.status !== 200))
      expect([status, body.details?.code]).toEqual([409, 'SendInProgress']);
  });

  it('reports each kind of failed send by its code', async () => {
    const crm = await openCrm();
    const failed = { accepted: false, code: 'EENVELOPE', command: 'RCPT TO', stage: 'rcpt' } as const;
    const answers = [];
    for (const seen of [
      { ...failed, responseCode: 550, response: `550 ${'no '.repeat(200)}` },
      { ...failed, responseCode: 450 },
      { ...failed, code: 'EAUTH', responseCode: 535 },
      lost,
    ]) {
      const { id } = await approvedReply(crm);
      crm.sender.next(seen);
      const { status, body, headers } = await call(send, ask(crm, id));
      answers.push([status, body.details?.code, headers.get('retry-after')]);
      expect(String(body.details?.response ?? '').length).toBeLessThanOrEqual(200);
    }

    expect(answers).toEqual([
      [409, 'SendRefused', null],
      [503, 'SendFailed', '60'],
      [503, 'ChannelAuthFailed', null],
      [409, 'OutcomeUnknown', null],
    ]);
  });

  it('responds with ChannelNotConfigured when the thread’s channel has no outgoing server', async () => {
    const crm = await openCrm({ vars: { CRM_CHANNEL_SUPPORT_SMTP_HOST: '' } });
    const { id } = await approvedReply(crm);

    expect(await call(send, ask(crm, id))).toMatchObject({
      status: 503,
      body: { details: { code: 'ChannelNotConfigured' } },
    });
  });

  it('S53 rejects a recipient that is not one plain address, and a line break in the subject', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);
    for (const body of [
      { toEmail: 'a@x.test\r\nBcc: evil@e.test' },
      { toEmail: 'a@x.test\r\n' },
      { toEmail: 'a@x.test, b@x.test' },
      { toEmail: 'support@shop.test' },
      { toEmail: '' },
      { subject: 'a\nb' },
      { subject: 'a\r\n' },
      { subject: '' },
      { undoSeconds: 61 },
      { bcc: 'evil@e.test' },
    ])
      expect((await call(send, ask(crm, id, body))).status, JSON.stringify(body)).toBe(400);
    expect(crm.sender.calls).toBe(0);
  });

  it.each([{}, { undoSeconds: 8 }])('sends only the version that the sender has read: %j', async (how) => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);
    await call(edit, { ...ask(crm, id, { body: 'Another text.', version: 1 }), method: 'PUT' });
    await call(approve, ask(crm, id, { version: 2 }));

    const refused = await call(send, ask(crm, id, { ...how, version: 1 }));

    expect(refused).toMatchObject({ status: 409, body: { details: { code: 'StaleVersion', version: '2' } } });
    expect(crm.sender.calls).toBe(0);
    expect(await call(send, ask(crm, id, { ...how, version: 2 }))).toMatchObject({ status: 200 });
  });

  it('delays a send, which can be taken back', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);

    const held = await call(send, ask(crm, id, { undoSeconds: 8 }));
    const back = await call(unsend, { ...ask(crm, id), method: 'DELETE' });
    crm.ctx.clock.advance(60 * SECOND_MS);
    await crm.ctx.drain();

    expect(held).toMatchObject({
      status: 200,
      body: { status: 'scheduled', messageId: null, sendAt: expect.any(String) },
    });
    expect(back).toMatchObject({ status: 200, body: { draft: { status: 'approved', sendAt: null } } });
    expect(crm.sender.calls).toBe(0);
  });
});

describe('POST /api/admin/email/drafts/{id}/resolve', () => {
  async function unknownReply(crm: Crm) {
    const { id } = await approvedReply(crm);
    crm.sender.next(lost);
    await call(send, ask(crm, id));
    return id;
  }

  it('accepts a person’s outcome of an uncertain send, once', async () => {
    const crm = await openCrm();
    const [out, kept] = [await unknownReply(crm), await unknownReply(crm)];

    expect(await call(resolve, ask(crm, out, { outcome: 'sent' }))).toMatchObject({
      status: 200,
      body: { draft: { status: 'sent' } },
    });
    expect(await call(resolve, ask(crm, kept, { outcome: 'not_sent' }))).toMatchObject({
      status: 200,
      body: { draft: { status: 'approved' } },
    });
    expect(await call(resolve, ask(crm, out, { outcome: 'not_sent' }))).toMatchObject({ status: 409 });
    expect((await draftOf(crm.ctx, out)).status).toBe('sent');
  });

  it('rejects any other outcome', async () => {
    const crm = await openCrm();
    const id = await unknownReply(crm);

    expect((await call(resolve, ask(crm, id, { outcome: 'maybe' }))).status).toBe(400);
    expect((await call(resolve, ask(crm, id, {}))).status).toBe(400);
  });
});

describe('the route of a draft', () => {
  it.each(changing)('%s requires an admin and responds with 404 for an unknown draft', async (_, route, body) => {
    const crm = await openCrm();
    const { id } = await pendingReply(crm);
    const visitor = await asUser(crm.ctx);

    expect((await call(route, { params: { id }, body })).status).toBe(401);
    expect((await call(route, { as: visitor, params: { id }, body })).status).toBe(403);
    expect((await call(route, ask(crm, 'drf_unknown', body))).status).toBe(404);
    expect((await draftOf(crm.ctx, id)).status).toBe('pending');
  });
});
