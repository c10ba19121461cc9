import { describe, expect, it } from 'vitest';
import { sendDraft } from '#lib/crm/drafts/sending/send-draft.ts';
import { approvedReply, type Crm, CUSTOMER, openCrm, SUPPORT, threadRow } from '#tests/support/crm.ts';
import { takeMail } from '#tests/support/mails.ts';
import { threadAddress, threadOfAddress } from './plus-token.ts';

const keyOf = (byte: number, kid: string) => ({ kid, key: new Uint8Array(32).fill(byte) });
const keys = { session: [keyOf(1, 'a')], settings: [] };
const vars = { CRM_CHANNEL_SUPPORT_PLUS_TOKENS: 'true' };
const THREAD = 'thr_0123456789abcdefghij';

/** Sends a reply and returns its Reply-To. */
async function replyToOf(crm: Crm): Promise<{ readonly threadId: string; readonly replyTo: string | null }> {
  const { id, threadId } = await approvedReply(crm);
  await sendDraft(crm.admin, id, {});
  const head = Buffer.from(crm.sender.held.at(-1)?.text ?? '', 'latin1')
    .toString()
    .replace(/\r\n[ \t]+/g, ' ');
  const line = /^Reply-To: (?:.*<)?([^<>\r\n]+@[^<>\r\n]+?)>?\r$/m.exec(head);
  return { threadId, replyTo: line?.[1] ?? null };
}
const lost = { from: `Anna Bondar <${CUSTOMER}>`, subject: 'New subject', date: 'Tue, 03 Mar 2026 09:00:00 +0000' };

describe('threadAddress', () => {
  it('resolves to its thread, also with an upper-case mark and after a key rotation', () => {
    const address = threadAddress({ keys }, 'help@plaza.test', THREAD) ?? '';
    const shouted = address.replace(/[0-9a-f]{8}@/, (mark) => mark.toUpperCase());
    const turned = { keys: { ...keys, session: [keyOf(2, 'b'), keyOf(1, 'a')] } };

    expect(address).toMatch(/^help\+t\.thr_[A-Za-z0-9]{20}\.[0-9a-f]{8}@plaza\.test$/);
    expect([address, shouted].map((candidate) => threadOfAddress({ keys }, candidate))).toEqual([THREAD, THREAD]);
    expect(threadOfAddress(turned, address)).toBe(THREAD);
  });

  it('is null without a key, and when the local part would be too long', () => {
    expect(threadAddress({ keys: { session: [], settings: [] } }, 'help@plaza.test', THREAD)).toBeNull();
    expect(threadAddress({ keys }, `${'a'.repeat(29)}@plaza.test`, THREAD)).toBeNull();
    expect(threadAddress({ keys }, `${'a'.repeat(28)}@plaza.test`, THREAD)).not.toBeNull();
  });

  it('resolves to no thread when its mark is forged, cut, missing or made with another key', () => {
    const address = threadAddress({ keys }, 'help@plaza.test', THREAD) ?? '';
    const stranger = { keys: { ...keys, session: [keyOf(3, 'c')] } };
    const forged = [
      address.replace('0123', '3210'),
      address.replace(/[0-9a-f]{8}@/, '00000000@'),
      address.replace(/[0-9a-f]@/, '@'),
      'help+t.@plaza.test',
      'help@plaza.test',
    ];

    expect(forged.map((candidate) => threadOfAddress({ keys }, candidate))).toEqual(forged.map(() => null));
    expect(threadOfAddress(stranger, address)).toBeNull();
  });
});

describe('a reply to a plus address', () => {
  it('joins its thread without In-Reply-To and References, and adds no participant', async () => {
    const crm = await openCrm({ vars });
    const { threadId, replyTo } = await replyToOf(crm);
    crm.ctx.clock.advance(1_000);

    const answer = await takeMail(crm.ctx, { ...lost, to: replyTo ?? '' });

    expect(replyTo).toMatch(/^support\+t\.thr_/);
    expect(answer.threadId).toBe(threadId);
    const thread = await threadRow(crm.ctx, threadId);
    expect(thread).toMatchObject({ status: 'ongoing', flags: [] });
    expect(thread.participants.map(({ email }) => email)).toEqual([CUSTOMER]);
  });

  it('starts a new thread when the mark is forged or belongs to another channel', async () => {
    const crm = await openCrm({
      vars: { ...vars, CRM_CHANNELS: 'support,sales', CRM_CHANNEL_SALES_ADDRESS: 'sales@shop.test' },
    });
    const { threadId, replyTo } = await replyToOf(crm);
    const forged = (replyTo ?? '').replace(/\.[0-9a-f]{8}@/, '.01234567@');

    const guessed = await takeMail(crm.ctx, { ...lost, to: forged });
    const elsewhere = await takeMail(crm.ctx, { ...lost, to: replyTo ?? '' }, { channelId: 'sales' });

    expect([guessed.threadId, elsewhere.threadId]).not.toContain(threadId);
  });

  it('joins the thread of its In-Reply-To rather than that of the address', async () => {
    const crm = await openCrm({ vars });
    const { replyTo } = await replyToOf(crm);
    const other = await takeMail(crm.ctx, { mid: 'other@mail.test', from: `Anna Bondar <${CUSTOMER}>` });

    const answer = await takeMail(crm.ctx, { ...lost, to: replyTo ?? '', inReplyTo: 'other@mail.test' });

    expect(answer.threadId).toBe(other.threadId);
  });
});

describe('the Reply-To of our mail', () => {
  it.each([
    ['no address unless the channel uses plus tokens', {}, null],
    ['the address of the channel with a mark', vars, /^support\+t\.thr_/],
    [
      'an alias with a mark when the channel replies to that alias',
      { ...vars, CRM_CHANNEL_SUPPORT_ALIASES: 'hello@shop.test', CRM_CHANNEL_SUPPORT_REPLY_TO: 'hello@shop.test' },
      /^hello\+t\.thr_/,
    ],
    [
      'an external address unchanged',
      { ...vars, CRM_CHANNEL_SUPPORT_REPLY_TO: 'crm@elsewhere.test' },
      /^crm@elsewhere\.test$/,
    ],
  ] as const)('holds %s', async (_, given, expected) => {
    const { replyTo } = await replyToOf(await openCrm({ vars: given }));

    if (expected === null) expect(replyTo).toBeNull();
    else expect(replyTo).toMatch(expected);
  });

  it('is rejected as a recipient, because it is our own address', async () => {
    const crm = await openCrm({ vars });
    const { id } = await approvedReply(crm);

    const sending = sendDraft(crm.admin, id, { toEmail: `support+t.${THREAD}.00000000@${SUPPORT.split('@')[1]}` });

    await expect(sending).rejects.toMatchObject({ details: { toEmail: 'must not be one of our own addresses' } });
  });
});
