import { afterEach, describe, expect, it } from 'vitest';
import { armFault } from '#lib/core/fault.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import { EmailDrafts, EmailMessages } from '#lib/crm/collections.ts';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import { resolveDraft } from '#lib/crm/drafts/review/resolve-draft.ts';
import { editDraft, rejectDraft } from '#lib/crm/drafts/review/review-draft.ts';
import type { SmtpSeen } from '#lib/crm/mailboxes/ports.ts';
import { Outbox } from '#lib/data/outbox.ts';
import { emailId } from '#lib/mail/identity.ts';
import {
  approvedReply,
  CUSTOMER,
  type Desk,
  draftOf,
  mailRow,
  openDesk,
  receive,
  threadRow,
} from '#tests/support/mail-desk.ts';
import { everyRow } from '#tests/support/world.ts';
import { followUpSends, sweepSends } from './follow-up-sends.ts';
import { attemptSend, sendDraft } from './send-draft.ts';

const later = { accepted: false, code: 'EENVELOPE', command: 'RCPT TO', stage: 'rcpt', responseCode: 450 } as const;
const lost = { accepted: false, code: 'ETIMEDOUT', command: 'CONN', stage: 'body' } as const;

const noticesOf = async ({ ctx }: Desk) =>
  (await everyRow(ctx.data, Outbox))
    .filter(({ data }) => data.topic === 'crm.notice')
    .map(({ data }) => data.payload?.kind);

/** Creates a draft whose first attempt ended as the script says. */
async function afterFirst(desk: Desk, ...script: readonly Partial<SmtpSeen>[]) {
  const made = await approvedReply(desk);
  desk.sender.next(...script);
  await sendDraft(desk.admin, made.id, {}).catch(() => undefined);
  return made;
}
/** Runs the five-minute job for this much time. */
async function wait({ ctx }: Desk, ms: number): Promise<void> {
  for (let spent = 0; spent < ms; spent += 5 * MINUTE_MS) {
    ctx.clock.advance(5 * MINUTE_MS);
    await followUpSends(ctx);
  }
}

/** Simulates a process that died while sending: the claim is stored, and nothing after it. */
async function claimedAndGone(desk: Desk, { held }: { readonly held: boolean }) {
  const made = await approvedReply(desk);
  desk.sender.next({ held });
  desk.sender.holdUntil(new Promise(() => undefined));
  void attemptSend(desk.admin, made.id, { by: 'person', wish: {} });
  await expect.poll(async () => (await draftOf(desk.ctx, made.id)).status).toBe('sending');
  return made;
}

describe('a failed send', () => {
  it('keeps a newer mail of the customer as the latest mail when a retry succeeds', async () => {
    const desk = await openDesk();
    const made = await afterFirst(desk, later);
    const again = await receive(desk, { threadId: made.threadId, messageId: 'again@mail.test' });
    // The draft step marks a draft of a person as stale in the same way.
    await desk.ctx.data.update(EmailDrafts, made.id, { stale: true });

    await wait(desk, 5 * MINUTE_MS);

    expect((await draftOf(desk.ctx, made.id)).status).toBe('sent');
    expect((await threadRow(desk.ctx, made.threadId)).latestId).toBe(again.messageId);
  });

  it('is retried after 1, 5 and 30 minutes, and then admins are notified once', async () => {
    const desk = await openDesk();
    const { id } = await afterFirst(desk, later, later, later, later, later);
    const waits: number[] = [];
    for (let round = 0; round < 3; round++) {
      const { nextAttemptAt } = await draftOf(desk.ctx, id);
      waits.push((Date.parse(nextAttemptAt ?? '') - desk.ctx.now().getTime()) / MINUTE_MS);
      desk.ctx.clock.set(nextAttemptAt ?? '');
      await followUpSends(desk.ctx);
    }

    expect(waits).toEqual([1, 5, 30]);
    expect(desk.sender.calls).toBe(4);
    expect(await draftOf(desk.ctx, id)).toMatchObject({ status: 'failed', attempts: 4, nextAttemptAt: null });
    expect(await noticesOf(desk)).toEqual(['send_failed']);
    await wait(desk, 2 * HOUR_MS);
    expect(desk.sender.calls).toBe(4);
  });

  it('is retried once when four follow-ups run at the same time', async () => {
    const desk = await openDesk();
    const { id, threadId } = await afterFirst(desk, later);
    desk.ctx.clock.advance(MINUTE_MS);

    await Promise.all([1, 2, 3, 4].map(() => followUpSends(desk.ctx)));

    expect(desk.sender.held).toHaveLength(1);
    expect(await draftOf(desk.ctx, id)).toMatchObject({ status: 'sent', attempts: 2 });
    expect((await threadRow(desk.ctx, threadId)).status).toBe('waiting');
  });

  it('is scheduled for a retry again when a person sends the draft again', async () => {
    const desk = await openDesk();
    const { id } = await afterFirst(desk, later, later, later, later, later);
    await wait(desk, HOUR_MS);

    await sendDraft(desk.admin, id, {}).catch(() => undefined);

    expect((await draftOf(desk.ctx, id)).nextAttemptAt).not.toBeNull();
  });

  it('is retried with the recipient and subject of its own call, while a new call uses those of the draft', async () => {
    const desk = await openDesk();
    const [again, plain] = [await approvedReply(desk), await approvedReply(desk)];
    desk.sender.next(later, later);
    for (const { id } of [again, plain])
      await sendDraft(desk.admin, id, { toEmail: 'boss@mail.test', subject: 'Yours' }).catch(() => undefined);

    await sendDraft(desk.admin, plain.id, {});
    desk.ctx.clock.advance(MINUTE_MS);
    await followUpSends(desk.ctx);

    expect(desk.sender.held.map(({ to }) => to)).toEqual([CUSTOMER, 'boss@mail.test']);
    expect(desk.sender.held[1]?.text).toContain('Subject: Yours');
    expect(await draftOf(desk.ctx, again.id)).toMatchObject({ toEmail: 'boss@mail.test', redirected: true });
  });

  it('restores the recipient of the draft after a permanent refusal or the resolution not_sent', async () => {
    const desk = await openDesk();
    const [refused, gone] = [await approvedReply(desk), await approvedReply(desk)];
    const wish = { toEmail: 'boss@mail.test', subject: 'Yours' };
    desk.sender.next({ ...later, responseCode: 550 }, lost);
    await sendDraft(desk.admin, refused.id, wish).catch(() => undefined);
    await sendDraft(desk.admin, gone.id, wish).catch(() => undefined);
    expect(await draftOf(desk.ctx, gone.id)).toMatchObject({ status: 'send_unknown', toEmail: 'boss@mail.test' });

    await resolveDraft(desk.admin, gone.id, { outcome: 'not_sent' });

    for (const { id } of [refused, gone])
      expect(await draftOf(desk.ctx, id)).toMatchObject({ toEmail: CUSTOMER, redirected: false, own: null });
  });

  it('is not retried after its draft was edited, rejected or replaced', async () => {
    const desk = await openDesk();
    const [edited, rejected, replaced] = [
      await afterFirst(desk, later),
      await afterFirst(desk, later),
      await afterFirst(desk, later),
    ];
    await editDraft(desk.admin, edited.id, { body: 'Another text', version: 1 });
    await rejectDraft(desk.admin, rejected.id, {});
    await createDraft(desk.admin, replaced.threadId, 'Another');

    await wait(desk, HOUR_MS);

    expect(desk.sender.held).toEqual([]);
  });

  it('I5 is never retried when its outcome is unknown', async () => {
    const desk = await openDesk();
    const { id } = await afterFirst(desk, lost);

    await wait(desk, 3 * HOUR_MS);

    expect(desk.sender.calls).toBe(1);
    expect((await draftOf(desk.ctx, id)).status).toBe('send_unknown');
    expect(await noticesOf(desk)).toEqual(['send_unknown']);
  });

  it('stays failed without another retry when its channel can no longer send', async () => {
    const desk = await openDesk();
    const { id } = await afterFirst(desk, later);
    desk.ctx.clock.advance(MINUTE_MS);

    await followUpSends({ ...desk.ctx, channels: { ...desk.ctx.channels, all: [] } });

    expect(await draftOf(desk.ctx, id)).toMatchObject({ status: 'failed', nextAttemptAt: null });
  });
});

describe('a send attempt that is interrupted in our process', () => {
  afterEach(() => armFault({ FAULT_MODE: 'throw' }));

  it.each([
    ['send.after_claim', 0],
    ['send.after_accept', 1],
    ['send.before_settle', 1],
  ])('I5 at %s becomes send_unknown after the sweep and is never sent again', async (at, held) => {
    const desk = await openDesk();
    const { id } = await approvedReply(desk);
    armFault({ FAULT_AT: at, FAULT_MODE: 'throw' });
    await expect(sendDraft(desk.admin, id, {})).rejects.toThrow('fault at');

    expect((await draftOf(desk.ctx, id)).status).toBe('sending');
    await expect(sendDraft(desk.admin, id, {})).rejects.toMatchObject({ code: 'SendInProgress' });
    await wait(desk, 2 * HOUR_MS);
    await expect(sendDraft(desk.admin, id, {})).rejects.toMatchObject({ code: 'OutcomeUnknown' });

    expect((await draftOf(desk.ctx, id)).status).toBe('send_unknown');
    expect(desk.sender.held).toHaveLength(held);
  });
});

describe('the sweep', () => {
  it('ignores an attempt that may still be running', async () => {
    const desk = await openDesk();
    const { id } = await claimedAndGone(desk, { held: true });

    desk.ctx.clock.advance(4 * MINUTE_MS);
    await sweepSends(desk.ctx);

    expect((await draftOf(desk.ctx, id)).status).toBe('sending');
  });

  it('I5 marks an attempt of a dead process as send_unknown and does not send again', async () => {
    const desk = await openDesk();
    const { id } = await claimedAndGone(desk, { held: false });

    await wait(desk, 3 * HOUR_MS);

    expect(await draftOf(desk.ctx, id)).toMatchObject({ status: 'send_unknown', lastError: { code: 'Interrupted' } });
    expect(desk.sender.calls).toBe(1);
    expect(await noticesOf(desk)).toEqual(['send_unknown']);
  });

  it('marks a draft as sent when its mail is in the sent mailbox', async () => {
    const desk = await openDesk();
    const { id, threadId } = await claimedAndGone(desk, { held: true });
    desk.mailbox.putSent('support', `Message-ID: <d.${id}@shop.test>\r\n\r\nhello`);

    desk.ctx.clock.advance(5 * MINUTE_MS);
    await sweepSends(desk.ctx);

    expect(await draftOf(desk.ctx, id)).toMatchObject({ status: 'sent', lastError: null });
    expect((await mailRow(desk.ctx, id))?.deliveryStatus).toBe('sent');
    expect((await threadRow(desk.ctx, threadId)).status).toBe('waiting');
  });

  it('finds a mail that reaches the sent mailbox after 30 minutes, but not after 70', async () => {
    const desk = await openDesk();
    const [soon, late] = [await afterFirst(desk, lost), await afterFirst(desk, lost)];
    await wait(desk, 30 * MINUTE_MS);
    desk.mailbox.putSent('support', `Message-ID: <d.${soon.id}@shop.test>\r\n\r\nhello`);
    await wait(desk, 40 * MINUTE_MS);
    desk.mailbox.putSent('support', `Message-ID: <d.${late.id}@shop.test>\r\n\r\nhello`);
    await wait(desk, HOUR_MS);

    expect((await draftOf(desk.ctx, soon.id)).status).toBe('sent');
    expect((await draftOf(desk.ctx, late.id)).status).toBe('send_unknown');
  });

  it('marks a draft as sent when a reply or a bounce proves that its mail went out', async () => {
    const desk = await openDesk();
    const [answered, bounced] = [await afterFirst(desk, lost), await afterFirst(desk, lost)];
    await receive(desk, { threadId: answered.threadId, inReplyTo: `d.${answered.id}@shop.test` });
    await desk.ctx.data.update(EmailMessages, emailId('support', `d.${bounced.id}@shop.test`), {
      deliveryStatus: 'bounced',
    });

    await followUpSends(desk.ctx);

    expect((await draftOf(desk.ctx, answered.id)).status).toBe('sent');
    expect((await draftOf(desk.ctx, bounced.id)).status).toBe('sent');
    expect((await mailRow(desk.ctx, bounced.id))?.deliveryStatus).toBe('bounced');
    expect((await threadRow(desk.ctx, bounced.threadId)).status).toBe('ongoing');
  });

  it('keeps send_unknown when the sent mailbox is unreachable', async () => {
    const desk = await openDesk();
    const { id } = await afterFirst(desk, lost);
    desk.mailbox.fail('support', { kind: 'unreachable', code: 'ECONNREFUSED', words: 'down' });

    await wait(desk, HOUR_MS);

    expect((await draftOf(desk.ctx, id)).status).toBe('send_unknown');
  });

  it('ignores a server reply that arrives after a person has resolved the draft', async () => {
    const desk = await openDesk();
    const made = await approvedReply(desk);
    const gate = Promise.withResolvers<void>();
    desk.sender.holdUntil(gate.promise);
    desk.sender.next(later);
    const late = sendDraft(desk.admin, made.id, {});
    late.catch(() => undefined);
    await expect.poll(() => desk.sender.calls).toBe(1);
    desk.ctx.clock.advance(6 * MINUTE_MS);
    await sweepSends(desk.ctx);
    await resolveDraft(desk.admin, made.id, { outcome: 'sent' });

    gate.resolve();

    await expect(late).rejects.toMatchObject({ code: 'OutcomeUnknown' });
    expect((await draftOf(desk.ctx, made.id)).status).toBe('sent');
  });

  it('does not send again and keeps the newer draft active when the refusal of an older send arrives late', async () => {
    const desk = await openDesk();
    const made = await approvedReply(desk);
    const gate = Promise.withResolvers<void>();
    desk.sender.holdUntil(gate.promise);
    desk.sender.next(later);
    const late = sendDraft(desk.admin, made.id, {}).catch(() => undefined);
    await expect.poll(() => desk.sender.calls).toBe(1);
    desk.ctx.clock.advance(6 * MINUTE_MS);
    await sweepSends(desk.ctx);
    const otherDraft = await createDraft(desk.admin, made.threadId, 'In other words');

    gate.resolve();
    await late;
    await wait(desk, HOUR_MS);

    expect(desk.sender.calls).toBe(1);
    expect(await draftOf(desk.ctx, made.id)).toMatchObject({ status: 'superseded', supersededBy: otherDraft.id });
    expect(await threadRow(desk.ctx, made.threadId)).toMatchObject({
      activeDraftId: otherDraft.id,
      activeDraftStatus: 'pending',
    });
  });

  it('continues from its cursor until all 25 unknown sends are found', async () => {
    const desk = await openDesk();
    const ids: string[] = [];
    for (let n = 0; n < 25; n++) ids.push((await afterFirst(desk, lost)).id);
    for (const id of ids) desk.mailbox.putSent('support', `Message-ID: <d.${id}@shop.test>\r\n\r\nhello`);

    let cursor: string | undefined;
    let seen = 0;
    do {
      const swept = await followUpSends(desk.ctx, cursor);
      seen += swept.seen;
      cursor = swept.next ?? undefined;
    } while (cursor);

    expect(seen).toBe(25);
    expect((await everyRow(desk.ctx.data, EmailDrafts)).filter(({ data }) => data.status === 'sent')).toHaveLength(25);
  });
});
