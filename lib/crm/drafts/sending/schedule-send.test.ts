import { describe, expect, it } from 'vitest';
import { SECOND_MS } from '#lib/core/time.ts';
import { editDraft } from '#lib/crm/drafts/review/review-draft.ts';
import { approvedReply, CUSTOMER, draftOf, openDesk } from '#tests/support/mail-desk.ts';
import { unsendDraft } from './schedule-send.ts';
import { sendDraft } from './send-draft.ts';

const SOON = { undoSeconds: 8 } as const;

describe('a scheduled send', () => {
  it('is sent at its scheduled time and not before', async () => {
    const desk = await openDesk();
    const { id } = await approvedReply(desk);

    const answer = await sendDraft(desk.admin, id, SOON);
    desk.ctx.clock.advance(7 * SECOND_MS);
    await desk.ctx.drain();
    expect(desk.sender.calls).toBe(0);
    desk.ctx.clock.advance(SECOND_MS);
    await desk.ctx.drain();

    expect(answer).toMatchObject({ status: 'scheduled', messageId: null, replay: false });
    expect(desk.sender.held.map(({ to }) => to)).toEqual([CUSTOMER]);
    expect(await draftOf(desk.ctx, id)).toMatchObject({ status: 'sent', sendAt: null });
  });

  it('is never sent after it was cancelled in time', async () => {
    const desk = await openDesk();
    const { id } = await approvedReply(desk);
    await sendDraft(desk.admin, id, SOON);

    const draft = await unsendDraft(desk.admin, id);
    desk.ctx.clock.advance(60 * SECOND_MS);
    await desk.ctx.drain();

    expect(draft).toMatchObject({ status: 'approved', sendAt: null });
    expect(desk.sender.calls).toBe(0);
  });

  it('is sent only at its latest scheduled time after it was cancelled and scheduled again', async () => {
    const desk = await openDesk();
    const { id } = await approvedReply(desk);
    await sendDraft(desk.admin, id, SOON);
    await unsendDraft(desk.admin, id);
    desk.ctx.clock.advance(5 * SECOND_MS);
    await sendDraft(desk.admin, id, SOON);

    desk.ctx.clock.advance(4 * SECOND_MS);
    await desk.ctx.drain();
    expect(desk.sender.calls).toBe(0);
    desk.ctx.clock.advance(4 * SECOND_MS);
    await desk.ctx.drain();

    expect(desk.sender.calls).toBe(1);
  });

  it('is sent once when it is scheduled twice, sent immediately and drained twice', async () => {
    const desk = await openDesk();
    const { id } = await approvedReply(desk);
    const [first, second] = await Promise.all([sendDraft(desk.admin, id, SOON), sendDraft(desk.admin, id, SOON)]);
    await sendDraft(desk.admin, id, {});
    desk.ctx.clock.advance(60 * SECOND_MS);

    await Promise.all([desk.ctx.drain(), desk.ctx.drain()]);

    expect(first.sendAt).toBe(second.sendAt);
    expect(desk.sender.held).toHaveLength(1);
  });

  it('is cancelled by an edit, because the new text is not approved', async () => {
    const desk = await openDesk();
    const { id } = await approvedReply(desk);
    await sendDraft(desk.admin, id, SOON);
    await editDraft(desk.admin, id, { body: 'Another text', version: 1 });

    desk.ctx.clock.advance(60 * SECOND_MS);
    await desk.ctx.drain();

    expect(desk.sender.calls).toBe(0);
    expect(await draftOf(desk.ctx, id)).toMatchObject({ status: 'pending', sendAt: null });
  });

  it('uses the recipient and subject of its own call', async () => {
    const desk = await openDesk();
    const { id } = await approvedReply(desk);
    await sendDraft(desk.admin, id, { ...SOON, toEmail: 'boss@mail.test', subject: 'Yours' });

    desk.ctx.clock.advance(8 * SECOND_MS);
    await desk.ctx.drain();

    expect(desk.sender.held[0]).toMatchObject({
      to: 'boss@mail.test',
      text: expect.stringContaining('Subject: Yours'),
    });
    expect((await draftOf(desk.ctx, id)).redirected).toBe(true);
  });

  it('restores the recipient and subject of the draft when it is cancelled or its text is edited', async () => {
    const desk = await openDesk();
    const [back, edited] = [await approvedReply(desk), await approvedReply(desk)];
    const { toEmail, toName, subject } = await draftOf(desk.ctx, back.id);
    const wish = { ...SOON, toEmail: 'boss@mail.test', subject: 'Yours' };
    await Promise.all([back, edited].map(({ id }) => sendDraft(desk.admin, id, wish)));

    const taken = await unsendDraft(desk.admin, back.id);
    const changed = await editDraft(desk.admin, edited.id, { body: 'Another text', version: 1 });
    await sendDraft(desk.admin, back.id, {});

    const plain = { toEmail, toName, subject, redirected: false };
    expect([taken, changed]).toMatchObject([plain, plain]);
    expect(desk.sender.held[0]).toMatchObject({ to: CUSTOMER, text: expect.stringContaining(`Subject: ${subject}`) });
    expect(desk.sender.held).toHaveLength(1);
  });

  it('goes to the recipient of an immediate send instead of its own recipient', async () => {
    const desk = await openDesk();
    const { id } = await approvedReply(desk);
    await sendDraft(desk.admin, id, { ...SOON, toEmail: 'boss@mail.test' });

    await sendDraft(desk.admin, id, {});

    expect(desk.sender.held.map(({ to }) => to)).toEqual([CUSTOMER]);
    expect(await draftOf(desk.ctx, id)).toMatchObject({ toEmail: CUSTOMER, redirected: false });
  });

  it('is rejected for an invalid recipient and for an unapproved draft', async () => {
    const desk = await openDesk();
    const { id } = await approvedReply(desk);
    await expect(sendDraft(desk.admin, id, { ...SOON, toEmail: 'a@x.test, b@x.test' })).rejects.toMatchObject({
      status: 400,
    });
    await editDraft(desk.admin, id, { body: 'Another text', version: 1 });
    await expect(sendDraft(desk.admin, id, SOON)).rejects.toMatchObject({ code: 'DraftNotApproved' });
  });

  it('cannot be cancelled while the draft is being sent or after it was sent', async () => {
    const desk = await openDesk();
    const { id } = await approvedReply(desk);
    const gate = Promise.withResolvers<void>();
    desk.sender.holdUntil(gate.promise);
    const sending = sendDraft(desk.admin, id, {});
    await expect.poll(() => desk.sender.calls).toBe(1);
    await expect(unsendDraft(desk.admin, id)).rejects.toMatchObject({ code: 'SendInProgress' });

    gate.resolve();
    await sending;

    await expect(unsendDraft(desk.admin, id)).rejects.toMatchObject({ code: 'InvalidTransition' });
  });
});
