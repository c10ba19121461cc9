import { Alert } from '#components/ui/alert.tsx';
import { Badge } from '#components/ui/badge.tsx';
import type { ChannelProblem, ChannelView } from '#lib/crm/schemas/channel.ts';
import type { Say } from '#lib/i18n/console/texts.ts';
import { timeText } from '#lib/i18n/console/times.ts';
import { channelWords } from './channel-texts.ts';
import { type ChannelWords, channelTones, nextStepOf, sendingTones } from './channel-words.ts';

type ChannelCardsProps = {
  readonly channels: readonly ChannelView[];
  readonly errors: readonly ChannelProblem[];
  readonly now: string;
};

/** Shows the configuration and health of each mail channel, and what to do about problems. */
export async function ChannelCards({ channels, errors, now }: ChannelCardsProps) {
  const words = await channelWords();
  return (
    <>
      {errors.length > 0 && (
        <Alert kind="danger" title={words.t('invalid', { count: errors.length })}>
          <ul className="list-disc ps-5">
            {errors.map(({ channel, field, code, message }) => (
              <li key={`${channel} ${field} ${code}`} className="wrap-anywhere">
                {channel && <strong>{channel}: </strong>}
                <span lang="en">{message}</span> <span className="text-muted">({code})</span>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <ul aria-label={words.t('channels')} className="grid gap-4 md:grid-cols-2">
        {channels.map((channel) => (
          <li key={channel.id} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 text-sm">
            <ChannelCard channel={channel} now={now} words={words} />
          </li>
        ))}
      </ul>
    </>
  );
}

type ChannelCardProps = { readonly channel: ChannelView; readonly now: string; readonly words: ChannelWords };

function ChannelCard({ channel, now, words }: ChannelCardProps) {
  const { t, reader } = words;
  const timeOf = (at: string) => timeText(at, reader);
  const failureOf = (at: string | null, code: string | null) => at && `${timeOf(at)}, ${code ?? t('noCode')}`;
  const { id, name, address, isDefault, aiDrafts, health } = channel;
  const step = nextStepOf(channel, now, words);
  const { sending } = health;
  const isBad = health.status === 'auth_failed' || health.status === 'unreachable';
  const facts: readonly (readonly [string, string | null])[] = [
    [t('fact_address'), address || t('none')],
    [t('fact_incoming'), server(t, channel.imapHost, channel.imapUser, channel.hasImapPassword, channel.mailbox)],
    [t('fact_outgoing'), server(t, channel.smtpHost, channel.smtpUser, channel.hasSmtpPassword)],
    [t('fact_lastOk'), health.lastOkAt && timeOf(health.lastOkAt)],
    [t('fact_lastFailure'), failureOf(health.lastErrorAt, health.lastErrorCode)],
    [t('fact_failures'), health.consecutiveFailures > 0 ? String(health.consecutiveFailures) : null],
    [t('fact_next'), health.nextPollAt && timeOf(health.nextPollAt)],
    [t('fact_backlog'), String(health.backlog)],
    [t('fact_lastSent'), sending.lastOkAt && timeOf(sending.lastOkAt)],
    [t('fact_lastSendFailure'), failureOf(sending.lastErrorAt, sending.lastErrorCode)],
    [t('fact_token'), health.tokenExpiresAt && timeOf(health.tokenExpiresAt)],
  ];
  return (
    <>
      <h2 className="flex flex-wrap items-center gap-2 text-lg">
        {name}
        {sending.status !== 'auth_failed' && (
          <Badge tone={channelTones[health.status]}>{t(`state_${health.status}`)}</Badge>
        )}
        {sending.status !== 'never' && (
          <Badge tone={sendingTones[sending.status]}>{t(`sending_${sending.status}`)}</Badge>
        )}
        {isDefault && <Badge>{t('isDefault')}</Badge>}
        {!aiDrafts && <Badge>{t('noSuggestions')}</Badge>}
      </h2>
      {step && (
        <Alert kind={isBad ? 'danger' : 'info'}>
          <span className="wrap-anywhere">{step}</span>
        </Alert>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 wrap-anywhere">
        <dt className="text-muted">{t('fact_id')}</dt>
        <dd>{id}</dd>
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <div key={label} className="contents">
                <dt className="text-muted">{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}

const server = (t: Say<'channels'>, host: string, user: string, hasPassword: boolean, mailbox?: string): string =>
  host === ''
    ? t('notSetUp')
    : [host, mailbox, user && t('asUser', { user }), !hasPassword && t('noPassword')].filter(Boolean).join(' · ');
