import { agoText } from '#components/inbox/age-text.ts';
import type { Tone } from '#components/ui/badge.tsx';
import type { ChannelState, SendingState } from '#lib/crm/mailboxes/values.ts';
import type { ChannelView } from '#lib/crm/schemas/channel.ts';
import type { Reader, Say } from '#lib/i18n/console/texts.ts';
import { timeText } from '#lib/i18n/console/times.ts';

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
export const sendingTones: Readonly<Record<SendingState, Tone>> = {
  ok: 'success',
  auth_failed: 'danger',
  unreachable: 'warning',
  never: 'neutral',
  not_configured: 'neutral',
};

/** What the health of a channel is written with. */
export type ChannelWords = {
  readonly t: Say<'channels'>;
  readonly inbox: Say<'inbox'>;
  readonly reader: Reader;
};

/** Returns what to do about a channel, or null when there is nothing to do. */
export function nextStepOf(
  { health, id }: Pick<ChannelView, 'health' | 'id'>,
  now: string,
  { t, reader }: ChannelWords,
): string | null {
  const prefix = `CRM_CHANNEL_${id.toUpperCase().replaceAll('-', '_')}_`;
  switch (health.status) {
    case 'auth_failed':
      if (health.sending.status === 'auth_failed') return sendingStep(prefix, health, t);
      return t('step_login', { name: `${prefix}IMAP_PASSWORD` });
    case 'unreachable':
    case 'backoff':
      return health.nextPollAt === null
        ? t('step_silent')
        : t('step_silentUntil', { at: timeText(health.nextPollAt, reader) });
    case 'never':
      return t('step_never');
    case 'not_configured':
      return t('step_noMailbox', { name: `${prefix}IMAP_HOST` });
    case 'ok':
      return tokenStep(health.tokenExpiresAt, now, t);
  }
}

function sendingStep(prefix: string, { consecutiveFailures }: ChannelView['health'], t: Say<'channels'>): string {
  const step = t('step_sendingLogin', { name: `${prefix}SMTP_PASSWORD` });
  return consecutiveFailures > 0 ? `${step} ${t('step_readingToo', { name: `${prefix}IMAP_PASSWORD` })}` : step;
}

function tokenStep(expiresAt: string | null, now: string, t: Say<'channels'>): string | null {
  if (expiresAt === null) return null;
  const left = Date.parse(expiresAt) - Date.parse(now);
  // An access token that lives for an hour renews itself. A token that lives for days is renewed by a person.
  if (left < 0) return t('step_tokenExpired');
  if (left < 2 * 3_600_000 || left > AHEAD_MS) return null;
  return t('step_token', { count: Math.max(1, Math.round(left / DAY_MS)) });
}

/** Returns the health of a channel in a few words. */
export function healthText(
  { health }: Pick<ChannelView, 'health'>,
  now: string,
  { t, inbox, reader }: ChannelWords,
): string {
  const { lastOkAt, backlog, status } = health;
  return [
    t(`state_${status}`),
    lastOkAt !== null && agoText(lastOkAt, now, { t: inbox, reader }),
    backlog > 0 && t('backlog', { count: backlog }),
  ]
    .filter(Boolean)
    .join(' · ');
}
