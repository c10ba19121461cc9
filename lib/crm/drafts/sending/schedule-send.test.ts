import { describe, expect, it } from 'vitest';
import { SECOND_MS } from '#lib/core/time.ts';
import { editDraft } from '#lib/crm/drafts/review/review-draft.ts';
import { approvedReply, CUSTOMER, draftOf, openDesk } from '#tests/support/mail-desk.ts';
import { unsendDraft } from './schedule-send.ts';
import { sendDraft } from './send-draft.ts';

const SOON = { undoSeconds: 8 } as const;

describe('a send that is held back', () => {
  it('goes out once its time has come, and not before', async () => {
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

  it('never goes out when it was taken back in time', async () => {
    const desk = await openDesk();
    const { id } = await approvedReply(desk);
    await sendDraft(desk.admin, id, SOON);

    const draft = await unsendDraft(desk.admin, id);
    desk.ctx.clock.advance(60 * SECOND_MS);
    await desk.ctx.drain();

    expect(draft).toMatchObject({ status: 'approved', sendAt: null });
    expect(desk.sender.calls).toBe(0);
  });

  it('goes out by its latest time only, after it was taken back and sent again', async () => {
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

  it('is one send, pressed twice or drained twice, or sent at once meanwhile', async () => {
    const desk = await openDesk();
    const { id } = await approvedReply(desk);
    const [first, second] = await Promise.all([sendDraft(desk.admin, id, SOON), sendDraft(desk.admin, id, SOON)]);
    await sendDraft(desk.admin, id, {});
    desk.ctx.clock.advance(60 * SECOND_MS);

    await Promise.all([desk.ctx.drain(), desk.ctx.drain()]);

    expect(first.sendAt).toBe(second.sendAt);
    expect(desk.sender.held).toHaveLength(1);
  });

  it('does not go out after an edit: nobody has approved that text', async () => {
    const desk = await openDesk();
    const { id } = await approvedReply(desk);
    await sendDraft(desk.admin, id, SOON);
    await editDraft(desk.admin, id, { body: 'Another text', version: 1 });

    desk.ctx.clock.advance(60 * SECOND_MS);
    await desk.ctx.drain();

    expect(desk.sender.calls).toBe(0);
    expect(await draftOf(desk.ctx, id)).toMatchObject({ status: 'pending', sendAt: null });
  });

  it('keeps what its person wished for recipient and subject', async () => {
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

  it('leaves nothing of a wish behind when it is taken back, or when its text is edited', async () => {
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

  it('goes where it is sent at once meanwhile, and not where it was held back for', async () => {
    const desk = await openDesk();
    const { id } = await approvedReply(desk);
    await sendDraft(desk.admin, id, { ...SOON, toEmail: 'boss@mail.test' });

    await sendDraft(desk.admin, id, {});

    expect(desk.sender.held.map(({ to }) => to)).toEqual([CUSTOMER]);
    expect(await draftOf(desk.ctx, id)).toMatchObject({ toEmail: CUSTOMER, redirected: false });
  });

  it('is refused as a send at once would be', async () => {
    const desk = await openDesk();
    const { id } = await approvedReply(desk);
    await expect(sendDraft(desk.admin, id, { ...SOON, toEmail: 'a@x.test, b@x.test' })).rejects.toMatchObject({
      status: 400,
    });
    await editDraft(desk.admin, id, { body: 'Another text', version: 1 });
    await expect(sendDraft(desk.admin, id, SOON)).rejects.toMatchObject({ code: 'DraftNotApproved' });
  });

  it('cannot be taken back any more once it is out or on its way', async () => {
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
