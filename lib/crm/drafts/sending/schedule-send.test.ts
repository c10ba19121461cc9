import { describe, expect, it } from 'vitest';
import { SECOND_MS } from '#lib/core/time.ts';
import { editDraft } from '#lib/crm/drafts/review/review-draft.ts';
import { approvedReply, CUSTOMER, draftOf, openCrm } from '#tests/support/crm.ts';
import { unsendDraft } from './schedule-send.ts';
import { sendDraft } from './send-draft.ts';

const SOON = { undoSeconds: 8 } as const;

describe('a scheduled send', () => {
  it('is sent at its scheduled time and not before', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);

    const answer = await sendDraft(crm.admin, id, SOON);
    crm.ctx.clock.advance(7 * SECOND_MS);
    await crm.ctx.drain();
    expect(crm.sender.calls).toBe(0);
    crm.ctx.clock.advance(SECOND_MS);
    await crm.ctx.drain();

    expect(answer).toMatchObject({ status: 'scheduled', messageId: null, replay: false });
    expect(crm.sender.held.map(({ to }) => to)).toEqual([CUSTOMER]);
    expect(await draftOf(crm.ctx, id)).toMatchObject({ status: 'sent', sendAt: null });
  });

  it('is never sent after it was cancelled in time', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);
    await sendDraft(crm.admin, id, SOON);

    const draft = await unsendDraft(crm.admin, id);
    crm.ctx.clock.advance(60 * SECOND_MS);
    await crm.ctx.drain();

    expect(draft).toMatchObject({ status: 'approved', sendAt: null });
    expect(crm.sender.calls).toBe(0);
  });

  it('is sent only at its latest scheduled time after it was cancelled and scheduled again', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);
    await sendDraft(crm.admin, id, SOON);
    await unsendDraft(crm.admin, id);
    crm.ctx.clock.advance(5 * SECOND_MS);
    await sendDraft(crm.admin, id, SOON);

    crm.ctx.clock.advance(4 * SECOND_MS);
    await crm.ctx.drain();
    expect(crm.sender.calls).toBe(0);
    crm.ctx.clock.advance(4 * SECOND_MS);
    await crm.ctx.drain();

    expect(crm.sender.calls).toBe(1);
  });

  it('is sent once when it is scheduled twice, sent immediately and drained twice', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);
    const [first, second] = await Promise.all([sendDraft(crm.admin, id, SOON), sendDraft(crm.admin, id, SOON)]);
    await sendDraft(crm.admin, id, {});
    crm.ctx.clock.advance(60 * SECOND_MS);

    await Promise.all([crm.ctx.drain(), crm.ctx.drain()]);

    expect(first.sendAt).toBe(second.sendAt);
    expect(crm.sender.held).toHaveLength(1);
  });

  it('is cancelled by an edit, because the new text is not approved', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);
    await sendDraft(crm.admin, id, SOON);
    await editDraft(crm.admin, id, { body: 'Another text', version: 1 });

    crm.ctx.clock.advance(60 * SECOND_MS);
    await crm.ctx.drain();

    expect(crm.sender.calls).toBe(0);
    expect(await draftOf(crm.ctx, id)).toMatchObject({ status: 'pending', sendAt: null });
  });

  it('uses the recipient and subject of its own call', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);
    await sendDraft(crm.admin, id, { ...SOON, toEmail: 'boss@mail.test', subject: 'Yours' });

    crm.ctx.clock.advance(8 * SECOND_MS);
    await crm.ctx.drain();

    expect(crm.sender.held[0]).toMatchObject({
      to: 'boss@mail.test',
      text: expect.stringContaining('Subject: Yours'),
    });
    expect((await draftOf(crm.ctx, id)).redirected).toBe(true);
  });

  it('restores the recipient and subject of the draft when it is cancelled or its text is edited', async () => {
    const crm = await openCrm();
    const [back, edited] = [await approvedReply(crm), await approvedReply(crm)];
    const { toEmail, toName, subject } = await draftOf(crm.ctx, back.id);
    const wish = { ...SOON, toEmail: 'boss@mail.test', subject: 'Yours' };
    await Promise.all([back, edited].map(({ id }) => sendDraft(crm.admin, id, wish)));

    const taken = await unsendDraft(crm.admin, back.id);
    const changed = await editDraft(crm.admin, edited.id, { body: 'Another text', version: 1 });
    await sendDraft(crm.admin, back.id, {});

    const plain = { toEmail, toName, subject, redirected: false };
    expect([taken, changed]).toMatchObject([plain, plain]);
    expect(crm.sender.held[0]).toMatchObject({ to: CUSTOMER, text: expect.stringContaining(`Subject: ${subject}`) });
    expect(crm.sender.held).toHaveLength(1);
  });

  it('goes to the recipient of an immediate send instead of its own recipient', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);
    await sendDraft(crm.admin, id, { ...SOON, toEmail: 'boss@mail.test' });

    await sendDraft(crm.admin, id, {});

    expect(crm.sender.held.map(({ to }) => to)).toEqual([CUSTOMER]);
    expect(await draftOf(crm.ctx, id)).toMatchObject({ toEmail: CUSTOMER, redirected: false });
  });

  it('is rejected for an invalid recipient and for an unapproved draft', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);
    await expect(sendDraft(crm.admin, id, { ...SOON, toEmail: 'a@x.test, b@x.test' })).rejects.toMatchObject({
      status: 400,
    });
    await editDraft(crm.admin, id, { body: 'Another text', version: 1 });
    await expect(sendDraft(crm.admin, id, SOON)).rejects.toMatchObject({ code: 'DraftNotApproved' });
  });

  it('cannot be cancelled while the draft is being sent or after it was sent', async () => {
    const crm = await openCrm();
    const { id } = await approvedReply(crm);
    const gate = Promise.withResolvers<void>();
    crm.sender.holdUntil(gate.promise);
    const sending = sendDraft(crm.admin, id, {});
    await expect.poll(() => crm.sender.calls).toBe(1);
    await expect(unsendDraft(crm.admin, id)).rejects.toMatchObject({ code: 'SendInProgress' });

    gate.resolve();
    await sending;

    await expect(unsendDraft(crm.admin, id)).rejects.toMatchObject({ code: 'InvalidTransition' });
  });
});
