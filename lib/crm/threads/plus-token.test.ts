import { describe, expect, it } from 'vitest';
import { sendDraft } from '#lib/crm/drafts/sending/send-draft.ts';
import { approvedReply, CUSTOMER, DESK, type Desk, openDesk, threadRow } from '#tests/support/mail-desk.ts';
import { takeMail } from '#tests/support/mails.ts';
import { threadAddress, threadOfAddress } from './plus-token.ts';

const keyOf = (byte: number, kid: string) => ({ kid, key: new Uint8Array(32).fill(byte) });
const keys = { session: [keyOf(1, 'a')], settings: [] };
const vars = { CRM_CHANNEL_SUPPORT_PLUS_TOKENS: 'true' };
const THREAD = 'thr_0123456789abcdefghij';

/** Sends a reply and returns its Reply-To. */
async function replyToOf(desk: Desk): Promise<{ readonly threadId: string; readonly replyTo: string | null }> {
  const { id, threadId } = await approvedReply(desk);
  await sendDraft(desk.admin, id, {});
  const head = Buffer.from(desk.sender.held.at(-1)?.text ?? '', 'latin1')
    .toString()
    .replace(/\r\n[ \t]+/g, ' ');
  const line = /^Reply-To: (?:.*<)?([^<>\r\n]+@[^<>\r\n]+?)>?\r$/m.exec(head);
  return { threadId, replyTo: line?.[1] ?? null };
}
const lost = { from: `Anna Bondar <${CUSTOMER}>`, subject: 'New subject', date: 'Tue, 03 Mar 2026 09:00:00 +0000' };

describe('threadAddress', () => {
  it('leads back to its thread, also in capitals of the mark, and with an older key of ours', () => {
    const address = threadAddress({ keys }, 'help@plaza.test', THREAD) ?? '';
    const shouted = address.replace(/[0-9a-f]{8}@/, (mark) => mark.toUpperCase());
    const turned = { keys: { ...keys, session: [keyOf(2, 'b'), keyOf(1, 'a')] } };

    expect(address).toMatch(/^help\+t\.thr_[A-Za-z0-9]{20}\.[0-9a-f]{8}@plaza\.test$/);
    expect([address, shouted].map((one) => threadOfAddress({ keys }, one))).toEqual([THREAD, THREAD]);
    expect(threadOfAddress(turned, address)).toBe(THREAD);
  });

  it('is none where no key is there, or where the part before the @ would be too long', () => {
    expect(threadAddress({ keys: { session: [], settings: [] } }, 'help@plaza.test', THREAD)).toBeNull();
    expect(threadAddress({ keys }, `${'a'.repeat(29)}@plaza.test`, THREAD)).toBeNull();
    expect(threadAddress({ keys }, `${'a'.repeat(28)}@plaza.test`, THREAD)).not.toBeNull();
  });

  it('leads nowhere when its mark is another’s, of another key, cut or missing', () => {
    const address = threadAddress({ keys }, 'help@plaza.test', THREAD) ?? '';
    const stranger = { keys: { ...keys, session: [keyOf(3, 'c')] } };
    const forged = [
      address.replace('0123', '3210'),
      address.replace(/[0-9a-f]{8}@/, '00000000@'),
      address.replace(/[0-9a-f]@/, '@'),
      'help+t.@plaza.test',
      'help@plaza.test',
    ];

    expect(forged.map((one) => threadOfAddress({ keys }, one))).toEqual(forged.map(() => null));
    expect(threadOfAddress(stranger, address)).toBeNull();
  });
});

describe('an answer that has lost In-Reply-To and References', () => {
  it('finds its thread by the address it answers, and makes nobody of that address', async () => {
    const desk = await openDesk({ vars });
    const { threadId, replyTo } = await replyToOf(desk);
    desk.ctx.clock.advance(1_000);

    const answer = await takeMail(desk.ctx, { ...lost, to: replyTo ?? '' });

    expect(replyTo).toMatch(/^support\+t\.thr_/);
    expect(answer.threadId).toBe(threadId);
    const thread = await threadRow(desk.ctx, threadId);
    expect(thread).toMatchObject({ status: 'ongoing', flags: [] });
    expect(thread.participants.map(({ email }) => email)).toEqual([CUSTOMER]);
  });

  it('begins a thread of its own where the mark is forged, or belongs to a thread of another channel', async () => {
    const desk = await openDesk({
      vars: { ...vars, CRM_CHANNELS: 'support,sales', CRM_CHANNEL_SALES_ADDRESS: 'sales@shop.test' },
    });
    const { threadId, replyTo } = await replyToOf(desk);
    const forged = (replyTo ?? '').replace(/\.[0-9a-f]{8}@/, '.01234567@');

    const guessed = await takeMail(desk.ctx, { ...lost, to: forged });
    const elsewhere = await takeMail(desk.ctx, { ...lost, to: replyTo ?? '' }, { channelId: 'sales' });

    expect([guessed.threadId, elsewhere.threadId]).not.toContain(threadId);
  });

  it('follows the ids it names rather than the address', async () => {
    const desk = await openDesk({ vars });
    const { replyTo } = await replyToOf(desk);
    const other = await takeMail(desk.ctx, { mid: 'other@mail.test', from: `Anna Bondar <${CUSTOMER}>` });

    const answer = await takeMail(desk.ctx, { ...lost, to: replyTo ?? '', inReplyTo: 'other@mail.test' });

    expect(answer.threadId).toBe(other.threadId);
  });
});

describe('the Reply-To of our mail', () => {
  it.each([
    ['no mark unless the channel asks for one', {}, null],
    ['its own address with the mark', vars, /^support\+t\.thr_/],
    [
      'an alias with the mark where answers go there',
      { ...vars, CRM_CHANNEL_SUPPORT_ALIASES: 'hello@shop.test', CRM_CHANNEL_SUPPORT_REPLY_TO: 'hello@shop.test' },
      /^hello\+t\.thr_/,
    ],
    [
      'an address elsewhere as it is',
      { ...vars, CRM_CHANNEL_SUPPORT_REPLY_TO: 'desk@elsewhere.test' },
      /^desk@elsewhere\.test$/,
    ],
  ] as const)('holds %s', async (_, given, expected) => {
    const { replyTo } = await replyToOf(await openDesk({ vars: given }));

    if (expected === null) expect(replyTo).toBeNull();
    else expect(replyTo).toMatch(expected);
  });

  it('is never taken for a customer: a mail to it is refused', async () => {
    const desk = await openDesk({ vars });
    const { id } = await approvedReply(desk);

    const sending = sendDraft(desk.admin, id, { toEmail: `support+t.${THREAD}.00000000@${DESK.split('@')[1]}` });

    await expect(sending).rejects.toMatchObject({ details: { toEmail: 'must not be one of our own addresses' } });
  });
});
