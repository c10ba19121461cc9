import { consoleTime } from '#components/admin/console-time.ts';
import { counted } from '#components/inbox/inbox-words.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Badge } from '#components/ui/badge.tsx';
import type { ChannelProblem, ChannelView } from '#lib/crm/schemas/channel.ts';
import { channelStateWords, channelTones, nextStepOf, sendingStateWords, sendingTones } from './channel-words.ts';

type ChannelCardsProps = {
  readonly channels: readonly ChannelView[];
  readonly errors: readonly ChannelProblem[];
  readonly now: string;
};

/** Shows the configuration and health of each mail channel, and what to do about problems. */
export function ChannelCards({ channels, errors, now }: ChannelCardsProps) {
  return (
    <>
      {errors.length > 0 && (
        <Alert
          kind="danger"
          title={errors.length === 1 ? 'One setting is invalid' : `${errors.length} settings are invalid`}
        >
          <ul className="list-disc ps-5">
            {errors.map(({ channel, field, code, message }) => (
              <li key={`${channel} ${field} ${code}`} className="wrap-anywhere">
                {channel && <strong>{channel}: </strong>}
                {message} <span className="text-muted">({code})</span>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <ul aria-label="Channels" className="grid gap-4 md:grid-cols-2">
        {channels.map((channel) => (
          <li key={channel.id} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 text-sm">
            <ChannelCard channel={channel} now={now} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ChannelCard({ channel, now }: { readonly channel: ChannelView; readonly now: string }) {
  const { id, name, address, isDefault, aiDrafts, health } = channel;
  const step = nextStepOf(channel, now);
  const { sending } = health;
  const isBad = health.status === 'auth_failed' || health.status === 'unreachable';
  const facts: readonly (readonly [string, string | null])[] = [
    ['Address', address || 'none'],
    ['Incoming', server(channel.imapHost, channel.imapUser, channel.hasImapPassword, channel.mailbox)],
    ['Outgoing', server(channel.smtpHost, channel.smtpUser, channel.hasSmtpPassword)],
    ['Last success', health.lastOkAt && consoleTime(health.lastOkAt)],
    ['Last failure', health.lastErrorAt && `${consoleTime(health.lastErrorAt)}, ${health.lastErrorCode ?? 'no code'}`],
    ['Consecutive failures', health.consecutiveFailures > 0 ? String(health.consecutiveFailures) : null],
    ['Next attempt', health.nextPollAt && consoleTime(health.nextPollAt)],
    ['Unread on server', counted(health.backlog, 'email')],
    ['Last sent', sending.lastOkAt && consoleTime(sending.lastOkAt)],
    [
      'Last send failure',
      sending.lastErrorAt && `${consoleTime(sending.lastErrorAt)}, ${sending.lastErrorCode ?? 'no code'}`,
    ],
    ['Access token expires', health.tokenExpiresAt && consoleTime(health.tokenExpiresAt)],
  ];
  return (
    <>
      <h2 className="flex flex-wrap items-center gap-2 text-lg">
        {name}
        {sending.status !== 'auth_failed' && (
          <Badge tone={channelTones[health.status]}>{channelStateWords[health.status]}</Badge>
        )}
        {sending.status !== 'never' && (
          <Badge tone={sendingTones[sending.status]}>{sendingStateWords[sending.status]}</Badge>
        )}
        {isDefault && <Badge>default</Badge>}
        {!aiDrafts && <Badge>no draft suggestions</Badge>}
      </h2>
      {step && (
        <Alert kind={isBad ? 'danger' : 'info'}>
          <span className="wrap-anywhere">{step}</span>
        </Alert>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 wrap-anywhere">
        <dt className="text-muted">ID</dt>
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

const server = (host: string, user: string, hasPassword: boolean, mailbox?: string): string =>
  host === ''
    ? 'not set up'
    : [host, mailbox, user && `as ${user}`, !hasPassword && 'no password'].filter(Boolean).join(' · ');
