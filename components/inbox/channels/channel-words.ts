import { agoText } from '#components/inbox/age-text.ts';
import type { Tone } from '#components/ui/badge.tsx';
import type { ChannelState, SendingState } from '#lib/crm/mailboxes/values.ts';
import type { ChannelView } from '#lib/crm/schemas/channel.ts';

const DAY_MS = 86_400_000;
/** A token that expires within this time is reported, so that there is time to renew it. */
const AHEAD_MS = 14 * DAY_MS;

export const channelTones: Readonly<Record<ChannelState, Tone>> = {
  ok: 'success',
  backoff: 'warning',
  auth_failed: 'danger',
  unreachable: 'danger',
  never: 'neutral',
  not_configured: 'neutral',
};
export const channelStateWords: Readonly<Record<ChannelState, string>> = {
  ok: 'reading',
  backoff: 'retrying',
  auth_failed: 'login rejected',
  unreachable: 'unreachable',
  never: 'not read yet',
  not_configured: 'no mailbox',
};

export const sendingTones: Readonly<Record<SendingState, Tone>> = {
  ok: 'success',
  auth_failed: 'danger',
  unreachable: 'warning',
  never: 'neutral',
  not_configured: 'neutral',
};
export const sendingStateWords: Readonly<Record<SendingState, string>> = {
  ok: 'sending',
  auth_failed: 'sending: login rejected',
  unreachable: 'sending: unreachable',
  never: 'nothing sent yet',
  not_configured: 'cannot send',
};

/** Returns what to do about a channel, or null when there is nothing to do. */
export function nextStepOf({ health, id }: Pick<ChannelView, 'health' | 'id'>, now: string): string | null {
  const prefix = `CRM_CHANNEL_${id.toUpperCase().replaceAll('-', '_')}_`;
  switch (health.status) {
    case 'auth_failed':
      if (health.sending.status === 'auth_failed') return sendingStep(prefix, health);
      return `The mail server rejects the login. Renew ${prefix}IMAP_PASSWORD (or the OAuth token) and restart. Until then, we retry every hour.`;
    case 'unreachable':
    case 'backoff':
      return `The mail server is not responding. Emails wait there and are not lost${
        health.nextPollAt === null ? '' : `; the next attempt is at ${clock(health.nextPollAt)}`
      }.`;
    case 'never':
      return 'It will be read at the next run of the email processor.';
    case 'not_configured':
      return `No mailbox is read; email arrives by webhook. Set ${prefix}IMAP_HOST to read a mailbox.`;
    case 'ok':
      return tokenStep(health.tokenExpiresAt, now);
  }
}

const sendingStep = (prefix: string, { consecutiveFailures }: ChannelView['health']): string =>
  `The outgoing mail server rejects the login. Renew ${prefix}SMTP_PASSWORD (or the OAuth token), restart, then resend what failed.${
    consecutiveFailures > 0 ? ` Reading fails too: see ${prefix}IMAP_PASSWORD.` : ''
  }`;

function tokenStep(expiresAt: string | null, now: string): string | null {
  if (expiresAt === null) return null;
  const left = Date.parse(expiresAt) - Date.parse(now);
  // An access token that lives for an hour renews itself. A token that lives for days is renewed by a person.
  if (left < 0) return 'The access token has expired and will be renewed at the next run.';
  if (left < 2 * 3_600_000 || left > AHEAD_MS) return null;
  const days = Math.max(1, Math.round(left / DAY_MS));
  return `The access token expires in ${days} ${days === 1 ? 'day' : 'days'}. Renew it before then.`;
}

const clock = (at: string): string => `${at.slice(11, 16)} UTC`;

/** Returns the health of a channel in a few words. */
export function healthText({ health }: Pick<ChannelView, 'health'>, now: string): string {
  const { lastOkAt, backlog, status } = health;
  return [channelStateWords[status], lastOkAt !== null && agoText(lastOkAt, now), backlog > 0 && `${backlog} waiting`]
    .filter(Boolean)
    .join(' · ');
}
