import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { AuditLog } from '#lib/audit/collections.ts';
import { EmailBodies, EmailDrafts, EmailMessages, EmailMsgids, EmailTasks } from '#lib/crm/collections.ts';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import { approveDraft, editDraft } from '#lib/crm/drafts/review/review-draft.ts';
import { replyTask } from '#lib/crm/drafts/writing/reply-task.ts';
import { createTask } from '#lib/crm/tasks/tasks.ts';
import { Outbox } from '#lib/data/outbox.ts';
import { msgidKey } from '#lib/mail/identity.ts';
import { appliedButRepeated } from '#tests/support/applied-but-repeated.ts';
import {
  approvedReply,
  type Crm,
  CUSTOMER,
  draftOf,
  mailRow,
  openCrm,
  receive,
  SUPPORT,
  threadRow,
} from '#tests/support/crm.ts';
import { everyRow } from '#tests/support/world.ts';
import { sendDraft } from './send-draft.ts';

const lost = { accepted: false, code: 'ECONNECTION', command: 'CONN', stage: 'body', held: true } as const;
const refused = {
  accepted: false,
  code: 'EENVELOPE',
  command: 'RCPT TO',
  stage: 'rcpt',
  responseCode: 550,
  response: '550 unknown user',
} as const;
const later = { ...refused, responseCode: 450, response: '450 try later' } as const;
const wrongLogin = { accepted: false, code: 'EAUTH', command: 'AUTH PLAIN', stage: 'auth', responseCode: 535 } as const;

const notices = async ({ ctx }: Crm) =>
  (await everyRow(ctx.data, Outbox))
    .filter(({ data }) => data.topic === 'crm.notice')
    .map(({ data }) => data.payload?.kind);

describe('sendDraft', () => {
  it('removes the stored body of a long text when a shorter text is sent in the end', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm, 'Word '.repeat(3_900));
    crm.sender.next(later);
    await sendDraft(crm.admin, id, {}).catch(() => undefined);
    expect(await everyRow(crm.ctx.data, EmailBodies)).toHaveLength(1);

    await editDraft(crm.admin, id, { body: 'In short: yes.', version: 1 });
    await approveDraft(crm.admin, id, {});
    await sendDraft(crm.admin, id, {});

    expect((await mailRow(crm.ctx, id))?.bodyChunks).toBe(0);
    expect(await everyRow(crm.ctx.data, EmailBodies)).toEqual([]);
  });

  it('sends a draft once when each commit is applied and then repeated', async () => {
    const crm = await openCrm();
    const { id, threadId } = await approvedReply(crm);

    await sendDraft({ ...crm.admin, data: appliedButRepeated(crm.admin.data) }, id, {});

    expect(crm.sender.held).toHaveLength(1);
    expect(await draftOf(crm.ctx, id)).toMatchObject({ status: 'sent', attempts: 1 });
    expect(await threadRow(crm.ctx, threadId)).toMatchObject({ messageCount: 2, outboundCount: 1 });
  });

  it('sends the draft to the customer and updates the draft, the message and the thread', async () => {
    const crm = await openCrm();
    const { id, threadId } = await approvedReply(crm);

    const answer = await sendDraft(crm.admin, id, {});

    const mid = `d.${id}@shop.test`;
    expect(answer).toEqual({ success: true, messageId: `<${mid}>`, status: 'sent', replay: false, sendAt: null });
    expect(crm.sender.held).toHaveLength(1);
    expect(crm.sender.held[0]).toMatchObject({ channelId: 'support', from: SUPPORT, to: CUSTOMER });
    expect(await draftOf(crm.ctx, id)).toMatchObject({
      status: 'sent',
      attempts: 1,
      redirected: false,
      lastError: null,
    });
    expect(await mailRow(crm.ctx, id)).toMatchObject({
      deliveryStatus: 'sent',
      direction: 'outbound',
      via: 'smtp',
      draftId: id,
    });
    expect(await threadRow(crm.ctx, threadId)).toMatchObject({
      status: 'waiting',
      messageCount: 2,
      outboundCount: 1,
      activeDraftId: null,
      preview: 'It is on its way.',
      lastOutboundAt: crm.ctx.now().toISOString(),
      firstReplyAt: crm.ctx.now().toISOString(),
    });
  });

  it('completes the automatic reply task and leaves a task of a person open', async () => {
    const crm = await openCrm();
    const { threadId, messageId } = await receive(crm);
    await replyTask(crm.ctx, threadId, await crm.ctx.data.need(EmailMessages, messageId));
    const { id } = await createDraft(crm.admin, threadId, 'It is on its way.');
    await approveDraft(crm.admin, id, {});
    const noted = await createTask(crm.admin, { threadId, title: 'Write again on Monday', taskType: 'reply' });

    await sendDraft(crm.admin, id, {});

    const tasks = (await everyRow(crm.ctx.data, EmailTasks)).map(({ id: taskId, data }) => [
      taskId === noted.id ? 'noted' : 'asked',
      data.status,
      data.completedAt,
    ]);
    expect(Object.fromEntries(tasks.map(([which, ...rest]) => [which, rest]))).toEqual({
      asked: ['completed', crm.ctx.now().toISOString()],
      noted: ['open', null],
    });
    expect((await threadRow(crm.ctx, threadId)).openTaskCount).toBe(1);
  });

  it('sets Message-ID, In-Reply-To and References and quotes the mail that the reply answers', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm, 'Так, їде 🚚', {
      messageId: 'last@mail.test',
      references: ['first@mail.test'],
    });

    await sendDraft(crm.admin, id, {});

    const mail = await simpleParser(Buffer.from(crm.sender.held[0]?.text ?? '', 'latin1'));
    expect(mail).toMatchObject({
      messageId: `<d.${id}@shop.test>`,
      inReplyTo: '<last@mail.test>',
      references: ['<first@mail.test>', '<last@mail.test>'],
      subject: 'Re: Where is my order?',
    });
    expect(mail.from?.value).toEqual([{ address: SUPPORT, name: 'Plaza support' }]);
    expect(mail.text).toBe(
      'Так, їде 🚚\n\n-- \nPlaza, Kyiv\n\nOn 2026-03-02 at 10:00 UTC, Anna Bondar wrote:\n> Where is my order?\n>\n> Anna\n',
    );
    expect([...mail.headers.keys()].filter((name) => /^(auto-submitted|precedence|bcc|cc|x-)/.test(name))).toEqual([]);
  });

  it('stores the Message-ID before the mail is sent, so that replies find their thread', async () => {
    const crm = await openCrm();
    const { id, threadId } = await approvedReply(crm);
    const gate = Promise.withResolvers<void>();
    crm.sender.holdUntil(gate.promise);
    const sending = sendDraft(crm.admin, id, {});
    await expect.poll(() => crm.sender.calls).toBe(1);

    const entry = await crm.ctx.data.get(EmailMsgids, msgidKey('support', `d.${id}@shop.test`));

    expect(entry?.data).toMatchObject({ threadId, messageId: expect.stringMatching(/^eml_/) });
    expect((await draftOf(crm.ctx, id)).status).toBe('sending');
    gate.resolve();
    await sending;
  });

  it('I5 sends one mail for twenty concurrent calls', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);

    const all = await Promise.allSettled(Array.from({ length: 20 }, () => sendDraft(crm.admin, id, {})));

    expect(crm.sender.calls).toBe(1);
    expect(all.filter((result) => result.status === 'fulfilled' && !result.value.replay)).toHaveLength(1);
    for (const result of all)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409, code: 'SendInProgress' });
  });

  it('returns the stored Message-ID for a repeated call and sends nothing', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);
    const first = await sendDraft(crm.admin, id, {});

    expect(await sendDraft(crm.admin, id, { toEmail: 'other@mail.test' })).toEqual({ ...first, replay: true });
    expect(crm.sender.calls).toBe(1);
  });

  it('I5 rejects another call after a send of unknown outcome and schedules no retry', async () => {
    const crm = await openCrm();
    const { id, threadId } = await approvedReply(crm);
    crm.sender.next(lost);

    await expect(sendDraft(crm.admin, id, {})).rejects.toMatchObject({ status: 409, code: 'OutcomeUnknown' });
    await expect(sendDraft(crm.admin, id, {})).rejects.toMatchObject({ status: 409, code: 'OutcomeUnknown' });

    expect(crm.sender.calls).toBe(1);
    expect(await draftOf(crm.ctx, id)).toMatchObject({
      status: 'send_unknown',
      nextAttemptAt: null,
      lastError: { code: 'ECONNECTION', stage: 'body', responseCode: null },
    });
    expect((await mailRow(crm.ctx, id))?.deliveryStatus).toBe('unknown');
    expect(await threadRow(crm.ctx, threadId)).toMatchObject({ status: 'ongoing', activeDraftStatus: 'send_unknown' });
    expect(await notices(crm)).toEqual(['send_unknown']);
  });

  it('rejects with SendRefused after a permanent refusal and schedules no retry', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);
    crm.sender.next(refused);

    await expect(sendDraft(crm.admin, id, {})).rejects.toMatchObject({
      status: 409,
      code: 'SendRefused',
      details: { responseCode: '550', response: '550 unknown user' },
    });

    expect(await draftOf(crm.ctx, id)).toMatchObject({ status: 'failed', nextAttemptAt: null });
    expect(await notices(crm)).toEqual(['send_failed']);
  });

  it('rejects with 503 and retryAfter after a temporary refusal and reuses the Message-ID', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);
    crm.sender.next(later);

    await expect(sendDraft(crm.admin, id, {})).rejects.toMatchObject({
      status: 503,
      code: 'SendFailed',
      retryAfter: 60,
    });
    const { messageId } = await draftOf(crm.ctx, id);
    const answer = await sendDraft(crm.admin, id, {});

    expect(answer.messageId).toBe(`<${messageId}>`);
    expect(await draftOf(crm.ctx, id)).toMatchObject({ status: 'sent', attempts: 2 });
    expect(
      (await everyRow(crm.ctx.data, EmailMessages)).filter(({ data }) => data.direction === 'outbound'),
    ).toHaveLength(1);
    expect(await notices(crm)).toEqual([]);
  });

  it('rejects with ChannelAuthFailed after a wrong login and schedules no retry', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);
    crm.sender.next(wrongLogin);

    await expect(sendDraft(crm.admin, id, {})).rejects.toMatchObject({ status: 503, code: 'ChannelAuthFailed' });

    expect(await draftOf(crm.ctx, id)).toMatchObject({ status: 'failed', nextAttemptAt: null });
  });

  it('rejects a channel that cannot send without claiming the draft', async () => {
    const crm = await openCrm({ vars: { CRM_CHANNEL_SUPPORT_SMTP_HOST: '' } });
    const { id } = await approvedReply(crm);

    await expect(sendDraft(crm.admin, id, {})).rejects.toMatchObject({ status: 503, code: 'ChannelNotConfigured' });

    expect(await draftOf(crm.ctx, id)).toMatchObject({ status: 'approved', attempts: 0 });
  });

  it.each([undefined, 10])(
    'rejects a wrong recipient with 400 even when the channel cannot send, undo %s',
    async (undoSeconds) => {
      const crm = await openCrm({ vars: { CRM_CHANNEL_SUPPORT_SMTP_HOST: '' } });
      const { id } = await approvedReply(crm);

      await expect(sendDraft(crm.admin, id, { toEmail: 'a@x.test, b@x.test', undoSeconds })).rejects.toMatchObject({
        status: 400,
        details: { toEmail: expect.any(String) },
      });
    },
  );

  it('rejects a draft that is not approved in its current version, and a superseded draft', async () => {
    const crm = await openCrm();
    const { id, threadId } = await approvedReply(crm);
    await editDraft(crm.admin, id, { body: 'Another text', version: 1 });
    await expect(sendDraft(crm.admin, id, {})).rejects.toMatchObject({ status: 409, code: 'DraftNotApproved' });

    await approveDraft(crm.admin, id, { version: 2 });
    await crm.ctx.data.update(EmailDrafts, id, { approvedVersion: 1 });
    await expect(sendDraft(crm.admin, id, {})).rejects.toMatchObject({ code: 'DraftNotApproved' });

    await createDraft(crm.admin, threadId, 'A third');
    await expect(sendDraft(crm.admin, id, {})).rejects.toMatchObject({ code: 'InvalidTransition' });
    expect(crm.sender.calls).toBe(0);
  });

  it.each([
    'a@x.test\r\nBcc: evil@e.test',
    'a@x.test\r\n',
    'a@x.test <evil@e.test>',
    'a@x.test, evil@e.test',
    'a@x.test;evil@e.test',
    '"a b"@x.test',
    'nobody',
    'a@x.test\u0000',
    'a@\u202Ex.test',
    SUPPORT,
    SUPPORT.toUpperCase(),
  ])('S53 rejects a recipient that is not exactly one address of another party: %j', async (toEmail) => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);

    await expect(sendDraft(crm.admin, id, { toEmail })).rejects.toMatchObject({
      status: 400,
      details: { toEmail: expect.any(String) },
    });
    expect(crm.sender.calls).toBe(0);
    expect((await draftOf(crm.ctx, id)).status).toBe('approved');
  });

  it('S53 marks and audits a send to a recipient other than the contact of the thread', async () => {
    const crm = await openCrm();
    const { id, threadId } = await approvedReply(crm);

    await sendDraft(crm.admin, id, { toEmail: 'boss@mail.test', subject: 'Your question' });

    expect(crm.sender.held[0]).toMatchObject({ to: 'boss@mail.test' });
    expect(crm.sender.held[0]?.text).toContain('Subject: Your question');
    expect(await draftOf(crm.ctx, id)).toMatchObject({ redirected: true, toEmail: 'boss@mail.test', toName: null });
    const sent = (await everyRow(crm.ctx.data, AuditLog)).find(({ data }) => data.action === 'draft.sent')?.data;
    expect(sent).toMatchObject({ actorId: crm.admin.user.id, after: { redirected: true, evidence: 'server' } });
    expect(JSON.stringify(sent)).not.toContain('boss@');
    expect((await threadRow(crm.ctx, threadId)).participants.map(({ email }) => email)).toEqual([
      CUSTOMER,
      'boss@mail.test',
    ]);
  });

  it('marks and audits a send to a Reply-To that differs from the contact of the thread', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm, 'Yes', { replyTo: { email: 'orders@mail.test', name: null } });

    await sendDraft(crm.admin, id, {});

    expect(crm.sender.held[0]?.to).toBe('orders@mail.test');
    const sent = (await everyRow(crm.ctx.data, AuditLog)).find(({ data }) => data.action === 'draft.sent')?.data;
    expect(sent?.after).toMatchObject({ redirected: true });
    expect((await draftOf(crm.ctx, id)).redirected).toBe(true);
  });

  it('S54 keeps headers injected by a received mail out of our mail', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm, 'Yes', {
      from: { email: CUSTOMER, name: 'Anna\r\nBcc: evil@e.test' },
      subject: 'Order\r\nBcc: evil@e.test',
      references: ['x@y.test>\r\nBcc: <evil@e.test'],
    });

    await sendDraft(crm.admin, id, {});

    const mail = await simpleParser(Buffer.from(crm.sender.held[0]?.text ?? '', 'latin1'));
    expect(mail.bcc).toBeUndefined();
    expect(crm.sender.held[0]?.to).toBe(CUSTOMER);
    expect(mail.headers.get('references')).not.toContain('y.test');
  });

  it('stores the body of a long text beside its row and sends the whole text', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm, 'ї'.repeat(15_000));

    await sendDraft(crm.admin, id, {});

    const row = await mailRow(crm.ctx, id);
    expect(row?.bodyChunks).toBe(1);
    expect(Buffer.byteLength(row?.textPreview ?? '')).toBeLessThanOrEqual(16 * 1024);
    const mail = await simpleParser(Buffer.from(crm.sender.held[0]?.text ?? '', 'latin1'));
    expect(mail.text).toContain('ї'.repeat(15_000));
  });

  it('appends one copy to the sent mailbox of a channel with SENT_APPEND', async () => {
    const crm = await openCrm({ vars: { CRM_CHANNEL_SUPPORT_SENT_APPEND: 'true' } });
    const { id } = await approvedReply(crm);

    await sendDraft(crm.admin, id, {});
    await crm.ctx.drain();
    await crm.ctx.drain();

    expect(crm.mailbox.sent('support').map((raw) => Buffer.from(raw).toString('latin1'))).toEqual([
      crm.sender.held[0]?.text,
    ]);
  });

  it('S62 logs neither addresses nor mail text', async () => {
    const crm = await openCrm();
    const [good, bad] = [await approvedReply(crm), await approvedReply(crm)];
    await sendDraft(crm.admin, good.id, {});
    crm.sender.next({ ...refused, response: `550 <${CUSTOMER}> unknown` });
    await sendDraft(crm.admin, bad.id, {}).catch(() => undefined);

    const log = JSON.stringify(crm.ctx.lines);

    expect(log).toContain('draft.sent');
    expect(log).toContain('draft.failed');
    for (const secret of [CUSTOMER, SUPPORT, 'on its way', 'Where is']) expect(log).not.toContain(secret);
  });
});
