import { type InboxFilter, inboxHref } from '#components/inbox/inbox-href.ts';
import { classNames } from '#components/ui/class-names.ts';
import { Link } from '#components/ui/link.tsx';
import type { ChannelView } from '#lib/crm/schemas/channel.ts';
import { channelWords } from './channel-texts.ts';
import { channelTones, healthText, nextStepOf } from './channel-words.ts';

const dots = {
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
  neutral: 'bg-line-strong',
  accent: 'bg-accent',
  primary: 'bg-primary',
} as const;

type ChannelBarProps = {
  readonly channels: readonly ChannelView[];
  readonly filter: InboxFilter;
  readonly now: string;
};

/** Shows the health of each mailbox. A click filters the threads by channel. */
export async function ChannelBar({ channels, filter, now }: ChannelBarProps) {
  const words = await channelWords();
  const troubles = channels.filter(({ health }) => health.status === 'auth_failed' || health.status === 'unreachable');
  const soon = channels.filter((channel) => channel.health.status === 'ok' && nextStepOf(channel, now, words) !== null);
  return (
    <section aria-label={words.t('channels')} className="flex flex-col gap-2">
      <ul className="flex flex-wrap gap-x-2 gap-y-1">
        {channels.map((channel) => {
          const isChosen = filter.channel === channel.id;
          return (
            <li key={channel.id}>
              <Link
                href={inboxHref({ ...filter, cursor: undefined, channel: isChosen ? undefined : channel.id })}
                aria-current={isChosen ? 'true' : undefined}
                className={classNames(
                  'flex min-h-9 items-center gap-2 rounded-md border px-2.5 text-sm',
                  isChosen ? 'border-primary bg-primary-soft' : 'border-line hover:bg-sunken',
                )}
              >
                <span
                  aria-hidden
                  className={classNames('size-2 rounded-full', dots[channelTones[channel.health.status]])}
                />
                <span className="font-medium">{channel.name}</span>
                <span className="text-muted">{healthText(channel, now, words)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      {[...troubles, ...soon].map((channel) => (
        <p
          key={channel.id}
          className="rounded-md border border-danger/40 bg-danger-soft px-3 py-2 text-sm wrap-anywhere"
        >
          <strong>{channel.name}:</strong> {nextStepOf(channel, now, words)}
        </p>
      ))}
    </section>
  );
}
