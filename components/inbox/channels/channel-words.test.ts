import { describe, expect, it } from 'vitest';
import type { ChannelView } from '#lib/crm/schemas/channel.ts';
import { readerInUtc, sayOf } from '#tests/support/console-say.ts';
import { healthText, nextStepOf } from './channel-words.ts';

const words = { t: await sayOf('channels'), inbox: await sayOf('inbox'), reader: readerInUtc };
const now = '2026-03-10T12:00:00.000Z';
const health: ChannelView['health'] = {
  status: 'ok',
  lastOkAt: '2026-03-10T11:58:00.000Z',
  lastErrorAt: null,
  lastErrorCode: null,
  consecutiveFailures: 0,
  backlog: 0,
  nextPollAt: null,
  tokenExpiresAt: null,
  sending: { status: 'never', lastOkAt: null, lastErrorAt: null, lastErrorCode: null, consecutiveFailures: 0 },
};
const stepOf = (patch: Partial<ChannelView['health']>) =>
  nextStepOf({ id: 'sales-eu', health: { ...health, ...patch } }, now, words);

describe('the health of a channel', () => {
  it('shows the age of the last success and the size of the backlog', () => {
    expect(healthText({ health: { ...health, backlog: 12 } }, now, words)).toBe('reading · 2 min ago · 12 waiting');
  });

  it('names the environment variable to change when the login is rejected', () => {
    expect(stepOf({ status: 'auth_failed' })).toContain('CRM_CHANNEL_SALES_EU_IMAP_PASSWORD');
  });

  it('names only the SMTP variable when sending is rejected, and both variables when IMAP fails too', () => {
    const sending = { ...health.sending, status: 'auth_failed' as const, consecutiveFailures: 1 };
    const step = stepOf({ status: 'auth_failed', sending });

    expect(step).toContain('CRM_CHANNEL_SALES_EU_SMTP_PASSWORD');
    expect(step).not.toContain('IMAP');
    expect(stepOf({ status: 'auth_failed', consecutiveFailures: 3, sending })).toMatch(/SMTP_PASSWORD.*IMAP_PASSWORD/);
  });

  it('warns of a token that expires within days, but not of a token that renews itself', () => {
    expect(stepOf({ tokenExpiresAt: '2026-03-13T12:00:00.000Z' })).toContain('expires in 3 days');
    expect(stepOf({ tokenExpiresAt: '2026-03-10T12:50:00.000Z' })).toBeNull();
    expect(stepOf({ tokenExpiresAt: '2026-06-10T12:00:00.000Z' })).toBeNull();
    expect(stepOf({})).toBeNull();
  });
});
