import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#lib/core/time.ts';
import { sendDraft } from '#lib/crm/drafts/sending/send-draft.ts';
import { Outbox } from '#lib/data/outbox.ts';
import { approvedReply, type Crm, openCrm } from '#tests/support/crm.ts';
import { everyRow } from '#tests/support/world.ts';
import { listChannels } from './channel-health.ts';
import { pollChannels } from './processor.ts';

const refused = { accepted: false, code: 'EAUTH', command: 'AUTH PLAIN', stage: 'auth', responseCode: 535 } as const;
const healthIn = async (ctx: Crm['ctx']) => (await listChannels(ctx)).channels[0]?.health;

/** Opens a crm whose mailbox can be read and whose SMTP server has just rejected the login. */
async function openRefused() {
  const crm = await openCrm();
  const { id } = await approvedReply(crm);
  await pollChannels(crm.ctx);
  crm.sender.next(refused);
  await sendDraft(crm.admin, id, {}).catch(() => undefined);
  return { crm, id };
}

describe('the sending health of a channel', () => {
  it('shows a rejected login as the status of the channel while polling continues', async () => {
    const { crm } = await openRefused();
    const polled = await pollChannels(crm.ctx);

    const at = crm.ctx.now().toISOString();
    expect(polled.channels).toMatchObject([{ status: 'ok' }]);
    expect(await healthIn(crm.ctx)).toMatchObject({
      status: 'auth_failed',
      lastOkAt: at,
      consecutiveFailures: 0,
      nextPollAt: null,
      sending: { status: 'auth_failed', lastErrorAt: at, lastErrorCode: 'WrongLogin', consecutiveFailures: 1 },
    });
  });

  it('returns to ok with the next mail that is sent', async () => {
    const { crm, id } = await openRefused();

    await sendDraft(crm.admin, id, {});

    const lastOkAt = crm.ctx.now().toISOString();
    const sending = { status: 'ok', lastOkAt, lastErrorCode: 'WrongLogin', consecutiveFailures: 0 };
    expect(await healthIn(crm.ctx)).toMatchObject({ status: 'ok', sending });
  });

  it('is checked by the poll without a mail, once an hour until the login succeeds', async () => {
    const crm = await openCrm();
    const statusAfter = async (ms: number) => {
      crm.ctx.clock.advance(ms);
      await pollChannels(crm.ctx);
      return [(await healthIn(crm.ctx))?.sending.status, crm.sender.logins];
    };
    crm.sender.login(refused);

    const bad = [await statusAfter(0), await statusAfter(HOUR_MS - 1), await statusAfter(1)];
    crm.sender.login(null);
    const good = [await statusAfter(HOUR_MS), await statusAfter(HOUR_MS)];

    expect(bad).toEqual([
      ['auth_failed', 1],
      ['auth_failed', 1],
      ['auth_failed', 2],
    ]);
    expect(good).toEqual([
      ['ok', 3],
      ['ok', 3],
    ]);
    expect(crm.sender.calls).toBe(0);
    const told = (await everyRow(crm.ctx.data, Outbox)).filter(({ data }) => data.topic === 'crm.notice');
    expect(told.map(({ data }) => data.payload?.kind)).toEqual(['channel_refused']);
  });

  it('has the status never after a changed password, and not_configured when the channel cannot send', async () => {
    const { crm } = await openRefused();
    const [channel] = crm.ctx.channels.all;
    if (!channel?.smtp) throw new Error('no server');
    const healthAs = (patch: Partial<typeof channel>) =>
      healthIn({ ...crm.ctx, channels: { ...crm.ctx.channels, all: [{ ...channel, ...patch }] } });

    expect(await healthAs({ smtp: { ...channel.smtp, password: 'renewed' } })).toMatchObject({
      status: 'ok',
      sending: { status: 'never', lastErrorAt: null },
    });
    expect(await healthAs({ canSend: false })).toMatchObject({ status: 'ok', sending: { status: 'not_configured' } });
  });
});
