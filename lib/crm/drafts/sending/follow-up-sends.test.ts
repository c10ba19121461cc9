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
  type Crm,
  CUSTOMER,
  draftOf,
  mailRow,
  openCrm,
  receive,
  threadRow,
} from '#tests/support/crm.ts';
import { everyRow } from '#tests/support/world.ts';
import { followUpSends, sweepSends } from './follow-up-sends.ts';
import { attemptSend, sendDraft } from './send-draft.ts';

const later = { accepted: false, code: 'EENVELOPE', command: 'RCPT TO', stage: 'rcpt', responseCode: 450 } as const;
const lost = { accepted: false, code: 'ETIMEDOUT', command: 'CONN', stage: 'body' } as const;

const noticesOf = async ({ ctx }: Crm) =>
  (await everyRow(ctx.data, Outbox))
    .filter(({ data }) => data.topic === 'crm.notice')
    .map(({ data }) => data.payload?.kind);

/** Creates a draft whose first attempt ended as the script says. */
async function afterFirst(crm: Crm, ...script: readonly Partial<SmtpSeen>[]) {
  const made = await approvedReply(crm);
  crm.sender.next(...script);
  await sendDraft(crm.admin, made.id, {}).catch(() => undefined);
  return made;
}
/** Runs the five-minute job for this much time. */
async function wait({ ctx }: Crm, ms: number): Promise<void> {
  for (let spent = 0; spent < ms; spent += 5 * MINUTE_MS) {
    ctx.clock.advance(5 * MINUTE_MS);
    await followUpSends(ctx);
  }
}

/** Simulates a process that died while sending: the claim is stored, and nothing after it. */
async function claimedAndGone(crm: Crm, { held }: { readonly held: boolean }) {
  const made = await approvedReply(crm);
  crm.sender.next({ held });
  crm.sender.holdUntil(new Promise(() => undefined));
  void attemptSend(crm.admin, made.id, { by: 'person', wish: {} });
  await expect.poll(async () => (await draftOf(crm.ctx, made.id)).status).toBe('sending');
  return made;
}

describe('a failed send', () => {
  it('keeps a newer mail of the customer as the latest mail when a retry succeeds', async () => {
    const crm = await openCrm();
    const made = await afterFirst(crm, later);
    const again = await receive(crm, { threadId: made.threadId, messageId: 'again@mail.test' });
    // The draft step marks a draft of a person as stale in the same way.
    await crm.ctx.data.update(EmailDrafts, made.id, { stale: true });

    await wait(crm, 5 * MINUTE_MS);

    expect((await draftOf(crm.ctx, made.id)).status).toBe('sent');
    expect((await threadRow(crm.ctx, made.threadId)).latestId).toBe(again.messageId);
  });

  it('is retried after 1, 5 and 30 minutes, and then admins are notified once', async () => {
    const crm = await openCrm();
    const { id } = await afterFirst(crm, later, later, later, later, later);
    const waits: number[] = [];
    for (let round = 0; round < 3; round++) {
      const { nextAttemptAt } = await draftOf(crm.ctx, id);
      waits.push((Date.parse(nextAttemptAt ?? '') - crm.ctx.now().getTime()) / MINUTE_MS);
      crm.ctx.clock.set(nextAttemptAt ?? '');
      await followUpSends(crm.ctx);
    }

    expect(waits).toEqual([1, 5, 30]);
    expect(crm.sender.calls).toBe(4);
    expect(await draftOf(crm.ctx, id)).toMatchObject({ status: 'failed', attempts: 4, nextAttemptAt: null });
    expect(await noticesOf(crm)).toEqual(['send_failed']);
    await wait(crm, 2 * HOUR_MS);
    expect(crm.sender.calls).toBe(4);
  });

  it('is retried once when four follow-ups run at the same time', async () => {
    const crm = await openCrm();
    const { id, threadId } = await afterFirst(crm, later);
    crm.ctx.clock.advance(MINUTE_MS);

    await Promise.all([1, 2, 3, 4].map(() => followUpSends(crm.ctx)));

    expect(crm.sender.held).toHaveLength(1);
    expect(await draftOf(crm.ctx, id)).toMatchObject({ status: 'sent', attempts: 2 });
    expect((await threadRow(crm.ctx, threadId)).status).toBe('waiting');
  });

  it('is scheduled for a retry again when a person sends the draft again', async () => {
    const crm = await openCrm();
    const { id } = await afterFirst(crm, later, later, later, later, later);
    await wait(crm, HOUR_MS);

    await sendDraft(crm.admin, id, {}).catch(() => undefined);

    expect((await draftOf(crm.ctx, id)).nextAttemptAt).not.toBeNull();
  });

  it('is retried with the recipient and subject of its own call, while a new call uses those of the draft', async () => {
    const crm = await openCrm();
    const [again, plain] = [await approvedReply(crm), await approvedReply(crm)];
    crm.sender.next(later, later);
    for (const { id } of [again, plain])
      await sendDraft(crm.admin, id, { toEmail: 'boss@mail.test', subject: 'Yours' }).catch(() => undefined);

    await sendDraft(crm.admin, plain.id, {});
    crm.ctx.clock.advance(MINUTE_MS);
    await followUpSends(crm.ctx);

    expect(crm.sender.held.map(({ to }) => to)).toEqual([CUSTOMER, 'boss@mail.test']);
    expect(crm.sender.held[1]?.text).toContain('Subject: Yours');
    expect(await draftOf(crm.ctx, again.id)).toMatchObject({ toEmail: 'boss@mail.test', redirected: true });
  });

  it('restores the recipient of the draft after a permanent refusal or the resolution not_sent', async () => {
    const crm = await openCrm();
    const [refused, gone] = [await approvedReply(crm), await approvedReply(crm)];
    const wish = { toEmail: 'boss@mail.test', subject: 'Yours' };
    crm.sender.next({ ...later, responseCode: 550 }, lost);
    await sendDraft(crm.admin, refused.id, wish).catch(() => undefined);
    await sendDraft(crm.admin, gone.id, wish).catch(() => undefined);
    expect(await draftOf(crm.ctx, gone.id)).toMatchObject({ status: 'send_unknown', toEmail: 'boss@mail.test' });

    await resolveDraft(crm.admin, gone.id, { outcome: 'not_sent' });

    for (const { id } of [refused, gone])
      expect(await draftOf(crm.ctx, id)).toMatchObject({ toEmail: CUSTOMER, redirected: false, own: null });
  });

  it('is not retried after its draft was edited, rejected or replaced', async () => {
    const crm = await openCrm();
    const [edited, rejected, replaced] = [
      await afterFirst(crm, later),
      await afterFirst(crm, later),
      await afterFirst(crm, later),
    ];
    await editDraft(crm.admin, edited.id, { body: 'Another text', version: 1 });
    await rejectDraft(crm.admin, rejected.id, {});
    await createDraft(crm.admin, replaced.threadId, 'Another');

    await wait(crm, HOUR_MS);

    expect(crm.sender.held).toEqual([]);
  });

  it('I5 is never retried when its outcome is unknown', async () => {
    const crm = await openCrm();
    const { id } = await afterFirst(crm, lost);

    await wait(crm, 3 * HOUR_MS);

    expect(crm.sender.calls).toBe(1);
    expect((await draftOf(crm.ctx, id)).status).toBe('send_unknown');
    expect(await noticesOf(crm)).toEqual(['send_unknown']);
  });

  it('stays failed without another retry when its channel can no longer send', async () => {
    const crm = await openCrm();
    const { id } = await afterFirst(crm, later);
    crm.ctx.clock.advance(MINUTE_MS);

    await followUpSends({ ...crm.ctx, channels: { ...crm.ctx.channels, all: [] } });

    expect(await draftOf(crm.ctx, id)).toMatchObject({ status: 'failed', nextAttemptAt: null });
  });
});

describe('a send attempt that is interrupted in our process', () => {
  afterEach(() => armFault({ FAULT_MODE: 'throw' }));

  it.each([
    ['send.after_claim', 0],
    ['send.after_accept', 1],
    ['send.before_settle', 1],
  ])('I5 at %s becomes send_unknown after the sweep and is never sent again', async (at, held) => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);
    armFault({ FAULT_AT: at, FAULT_MODE: 'throw' });
    await expect(sendDraft(crm.admin, id, {})).rejects.toThrow('fault at');

    expect((await draftOf(crm.ctx, id)).status).toBe('sending');
    await expect(sendDraft(crm.admin, id, {})).rejects.toMatchObject({ code: 'SendInProgress' });
    await wait(crm, 2 * HOUR_MS);
    await expect(sendDraft(crm.admin, id, {})).rejects.toMatchObject({ code: 'OutcomeUnknown' });

    expect((await draftOf(crm.ctx, id)).status).toBe('send_unknown');
    expect(crm.sender.held).toHaveLength(held);
  });
});

describe('the sweep', () => {
  it('ignores an attempt that may still be running', async () => {
    const crm = await openCrm();
    const { id } = await claimedAndGone(crm, { held: true });

    crm.ctx.clock.advance(4 * MINUTE_MS);
    await sweepSends(crm.ctx);

    expect((await draftOf(crm.ctx, id)).status).toBe('sending');
  });

  it('I5 marks an attempt of a dead process as send_unknown and does not send again', async () => {
    const crm = await openCrm();
    const { id } = await claimedAndGone(crm, { held: false });

    await wait(crm, 3 * HOUR_MS);

    expect(await draftOf(crm.ctx, id)).toMatchObject({ status: 'send_unknown', lastError: { code: 'Interrupted' } });
    expect(crm.sender.calls).toBe(1);
    expect(await noticesOf(crm)).toEqual(['send_unknown']);
  });

  it('marks a draft as sent when its mail is in the sent mailbox', async () => {
    const crm = await openCrm();
    const { id, threadId } = await claimedAndGone(crm, { held: true });
    crm.mailbox.putSent('support', `Message-ID: <d.${id}@shop.test>\r\n\r\nhello`);

    crm.ctx.clock.advance(5 * MINUTE_MS);
    await sweepSends(crm.ctx);

    expect(await draftOf(crm.ctx, id)).toMatchObject({ status: 'sent', lastError: null });
    expect((await mailRow(crm.ctx, id))?.deliveryStatus).toBe('sent');
    expect((await threadRow(crm.ctx, threadId)).status).toBe('waiting');
  });

  it('finds a mail that reaches the sent mailbox after 30 minutes, but not after 70', async () => {
    const crm = await openCrm();
    const [soon, late] = [await afterFirst(crm, lost), await afterFirst(crm, lost)];
    await wait(crm, 30 * MINUTE_MS);
    crm.mailbox.putSent('support', `Message-ID: <d.${soon.id}@shop.test>\r\n\r\nhello`);
    await wait(crm, 40 * MINUTE_MS);
    crm.mailbox.putSent('support', `Message-ID: <d.${late.id}@shop.test>\r\n\r\nhello`);
    await wait(crm, HOUR_MS);

    expect((await draftOf(crm.ctx, soon.id)).status).toBe('sent');
    expect((await draftOf(crm.ctx, late.id)).status).toBe('send_unknown');
  });

  it('marks a draft as sent when a reply or a bounce proves that its mail went out', async () => {
    const crm = await openCrm();
    const [answered, bounced] = [await afterFirst(crm, lost), await afterFirst(crm, lost)];
    await receive(crm, { threadId: answered.threadId, inReplyTo: `d.${answered.id}@shop.test` });
    await crm.ctx.data.update(EmailMessages, emailId('support', `d.${bounced.id}@shop.test`), {
      deliveryStatus: 'bounced',
    });

    await followUpSends(crm.ctx);

    expect((await draftOf(crm.ctx, answered.id)).status).toBe('sent');
    expect((await draftOf(crm.ctx, bounced.id)).status).toBe('sent');
    expect((await mailRow(crm.ctx, bounced.id))?.deliveryStatus).toBe('bounced');
    expect((await threadRow(crm.ctx, bounced.threadId)).status).toBe('ongoing');
  });

  it('keeps send_unknown when the sent mailbox is unreachable', async () => {
    const crm = await openCrm();
    const { id } = await afterFirst(crm, lost);
    crm.mailbox.fail('support', { kind: 'unreachable', code: 'ECONNREFUSED', words: 'down' });

    await wait(crm, HOUR_MS);

    expect((await draftOf(crm.ctx, id)).status).toBe('send_unknown');
  });

  it('ignores a server reply that arrives after a person has resolved the draft', async () => {
    const crm = await openCrm();
    const made = await approvedReply(crm);
    const gate = Promise.withResolvers<void>();
    crm.sender.holdUntil(gate.promise);
    crm.sender.next(later);
    const late = sendDraft(crm.admin, made.id, {});
    late.catch(() => undefined);
    await expect.poll(() => crm.sender.calls).toBe(1);
    crm.ctx.clock.advance(6 * MINUTE_MS);
    await sweepSends(crm.ctx);
    await resolveDraft(crm.admin, made.id, { outcome: 'sent' });

    gate.resolve();

    await expect(late).rejects.toMatchObject({ code: 'OutcomeUnknown' });
    expect((await draftOf(crm.ctx, made.id)).status).toBe('sent');
  });

  it('does not send again and keeps the newer draft active when the refusal of an older send arrives late', async () => {
    const crm = await openCrm();
    const made = await approvedReply(crm);
    const gate = Promise.withResolvers<void>();
    crm.sender.holdUntil(gate.promise);
    crm.sender.next(later);
    const late = sendDraft(crm.admin, made.id, {}).catch(() => undefined);
    await expect.poll(() => crm.sender.calls).toBe(1);
    crm.ctx.clock.advance(6 * MINUTE_MS);
    await sweepSends(crm.ctx);
    const otherDraft = await createDraft(crm.admin, made.threadId, 'In other words');

    gate.resolve();
    await late;
    await wait(crm, HOUR_MS);

    expect(crm.sender.calls).toBe(1);
    expect(await draftOf(crm.ctx, made.id)).toMatchObject({ status: 'superseded', supersededBy: otherDraft.id });
    expect(await threadRow(crm.ctx, made.threadId)).toMatchObject({
      activeDraftId: otherDraft.id,
      activeDraftStatus: 'pending',
    });
  });

  it('continues from its cursor until all 25 unknown sends are found', async () => {
    const crm = await openCrm();
    const ids: string[] = [];
    for (let n = 0; n < 25; n++) ids.push((await afterFirst(crm, lost)).id);
    for (const id of ids) crm.mailbox.putSent('support', `Message-ID: <d.${id}@shop.test>\r\n\r\nhello`);

    let cursor: string | undefined;
    let seen = 0;
    do {
      const swept = await followUpSends(crm.ctx, cursor);
      seen += swept.seen;
      cursor = swept.next ?? undefined;
    } while (cursor);

    expect(seen).toBe(25);
    expect((await everyRow(crm.ctx.data, EmailDrafts)).filter(({ data }) => data.status === 'sent')).toHaveLength(25);
  });
});
