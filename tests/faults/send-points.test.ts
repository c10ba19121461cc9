import { afterEach, describe, expect, it } from 'vitest';
import type { Context, UserContext } from '#lib/context/context.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { followUpSends } from '#lib/crm/drafts/sending/follow-up-sends.ts';
import { sendDraft } from '#lib/crm/drafts/sending/send-draft.ts';
import type { DraftStatus } from '#lib/crm/drafts/values.ts';
import { openChannelSender } from '#services/mail/channel-sender.ts';
import { openMailTokens } from '#services/mail/mail-oauth.ts';
import { naiveSend } from '#tests/fixtures/naive-send.ts';
import { approvedReply, type Crm, draftOf, openCrm } from '#tests/support/crm.ts';
import { openSmtpServer, type SmtpScript, type SmtpServer } from '#tests/support/smtp-faults.ts';

/**
 * Limits for a server that responds, and for one that falls silent: the replies before its silence have enough time.
 */
const GENEROUS = { connectMs: 60_000, greetingMs: 60_000, answerMs: 60_000, wholeMs: 60_000 };
const SHORT = { ...GENEROUS, greetingMs: 3_000, answerMs: 3_000 };
/** Enough rounds to outlast the last retry and the last check. */
const FOLLOWED_FOR = 24;

type Point = {
  readonly script: SmtpScript | 'closed';
  /** The status after the attempt, and the status at the end, long after the server has recovered. */
  readonly first: DraftStatus;
  readonly last: DraftStatus;
  /** How many mails the server holds at the end. */
  readonly held: number;
};
const retryable = { first: 'failed', last: 'sent', held: 1 } as const;
const permanent = { first: 'failed', last: 'failed', held: 0 } as const;
const unknown = { first: 'send_unknown', last: 'send_unknown' } as const;
const sent = { first: 'sent', last: 'sent', held: 1 } as const;

/** Every point where a session can end, and the state of the mail then. */
const points: Readonly<Record<string, Point>> = {
  'the port is closed': { script: 'closed', ...retryable, last: 'failed', held: 0 },
  'silence instead of a greeting': { script: { greet: 'hang' }, ...retryable },
  'dropped at the greeting': { script: { greet: 'drop' }, ...retryable },
  'greeted by 421': { script: { greet: '421 busy' }, ...retryable },
  'dropped at EHLO': { script: { EHLO: 'drop' }, ...retryable },
  'AUTH 535': { script: { AUTH: '535 wrong' }, ...permanent },
  'AUTH 454': { script: { AUTH: '454 later' }, ...retryable },
  'dropped at AUTH': { script: { AUTH: 'drop' }, ...retryable },
  'MAIL 452': { script: { MAIL: '452 full' }, ...retryable },
  'dropped at MAIL': { script: { MAIL: 'drop' }, ...retryable },
  'RCPT 450': { script: { RCPT: '450 later' }, ...retryable },
  'RCPT 550': { script: { RCPT: '550 unknown' }, ...permanent },
  'dropped at RCPT': { script: { RCPT: 'drop' }, ...retryable },
  'DATA 554': { script: { DATA: '554 no' }, ...permanent },
  'dropped at DATA': { script: { DATA: 'drop' }, ...retryable },
  'dropped in the middle of the text': { script: { mid: 'drop' }, ...unknown, held: 0 },
  'silence after the final dot': { script: { end: 'hang' }, ...unknown, held: 1 },
  'dropped after the final dot': { script: { end: 'drop' }, ...unknown, held: 1 },
  '451 after the final dot': { script: { end: '451 later' }, ...retryable },
  '552 after the final dot': { script: { end: '552 too big' }, ...permanent },
  'dropped after the 250': { script: { after: 'drop' }, ...sent },
  'no fault at all': { script: {}, ...sent },
};

const servers: SmtpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** Opens a crm whose channel connects to a mail server with this script. */
async function openFaultyDesk(script: SmtpScript | 'closed') {
  const own: SmtpScript = script === 'closed' ? {} : { ...script };
  const server = await openSmtpServer(own);
  if (script === 'closed') await server.close();
  else servers.push(server);
  const tokens = openMailTokens(() => new Date());
  const crm = await openCrm({
    channelSender: openChannelSender(tokens, Object.values(own).includes('hang') ? SHORT : GENEROUS),
    vars: {
      CRM_CHANNEL_SUPPORT_SMTP_HOST: '127.0.0.1',
      CRM_CHANNEL_SUPPORT_SMTP_PORT: String(server.port),
      CRM_CHANNEL_SUPPORT_SMTP_TLS: 'none',
    },
  });
  const mend = () => {
    for (const point of Object.keys(own)) delete own[point as keyof SmtpScript];
  };
  return { crm, held: server.held, mend };
}

/** Runs the five-minute follow-up, and presses Send after each round, until nothing is due any more. */
async function insist({ ctx, admin }: Crm, id: string): Promise<void> {
  for (let round = 0; round < FOLLOWED_FOR; round++) {
    ctx.clock.advance(5 * MINUTE_MS);
    await followUpSends(ctx);
    if ((await draftOf(ctx, id)).status !== 'failed') await sendDraft(admin, id, {}).catch(() => undefined);
  }
}

describe('F6 a failing mail server', () => {
  it.each(Object.entries(points))('%s: the draft has the true status, and no mail is sent twice', async (_, point) => {
    const { crm, held, mend } = await openFaultyDesk(point.script);
    const { id } = await approvedReply(crm);

    await sendDraft(crm.admin, id, {}).catch(() => undefined);
    const first = (await draftOf(crm.ctx, id)).status;
    mend();
    await insist(crm, id);

    expect([first, (await draftOf(crm.ctx, id)).status, held.length]).toEqual([point.first, point.last, point.held]);
  });

  it('has all 22 fault points', () => {
    expect(Object.keys(points)).toHaveLength(22);
  });
});

describe('twenty people who send one draft at once', () => {
  type Send = (ctx: UserContext & Context, id: string) => Promise<unknown>;
  const mailedBy = async (send: Send, script: SmtpScript = {}) => {
    const { crm, held } = await openFaultyDesk(script);
    const { id } = await approvedReply(crm);
    await Promise.allSettled(Array.from({ length: 20 }, () => send(crm.admin, id)));
    return held.length;
  };

  it('I5 send one mail', async () => {
    expect(await mailedBy((ctx, id) => sendDraft(ctx, id, {}))).toBe(1);
  });

  it('I5 send more than one mail without a claim: this test detects duplicates', async () => {
    expect(await mailedBy(naiveSend)).toBeGreaterThan(1);
  });

  it('I5 send more than one mail when every failure is retried: this test detects duplicates', async () => {
    const { crm, held } = await openFaultyDesk({ end: 'drop' });
    const { id } = await approvedReply(crm);

    await naiveSend(crm.admin, id);

    expect(held.length).toBeGreaterThan(1);
  });
});
