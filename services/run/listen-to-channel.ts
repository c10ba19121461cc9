import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '#lib/context/context.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { pollChannel } from '#lib/crm/mailboxes/poll-channel.ts';
import type { Channel } from '#lib/crm/mailboxes/ports.ts';
import type { EmailListener } from '#lib/crm/schemas/channel.ts';

/** Mails that arrive in one burst cause one poll. */
const BURST_MS = 100;
/**
 * Another process is polling the channel and may have searched before this mail arrived, so the poll is repeated this
 * often.
 */
const LOCKED_MS = 2 * SECOND_MS;
const LOCKED_TRIES = 5;
/** A stopping listener does not wait longer for the current mail. A poll continues later wherever it was cut off. */
const LAST_MAIL_MS = SECOND_MS;

export type ChannelListener = {
  view(): EmailListener['connections'][number];
  /** Ends the connection, and waits a moment for the current mail. */
  close(): Promise<void>;
};

/**
 * Keeps a connection to a channel's mailbox and polls it when mail arrives, one poll at a time. `changed` is called
 * when the connection starts, is ready or breaks.
 */
export function listenToChannel(ctx: Context, channel: Channel, changed: () => void): ChannelListener {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isWanted = false;
  let current: Promise<void> | null = null;

  async function pollWanted(): Promise<void> {
    let lockedTries = 0;
    while (isWanted && !signal.aborted) {
      await pause(lockedTries > 0 ? LOCKED_MS : BURST_MS, signal);
      if (signal.aborted) return;
      isWanted = false;
      // The server is reachable now, so the waiting time of earlier failed polls is ignored.
      const { status, remaining, processed } = await pollChannel(ctx, channel, { signal, force: true });
      const isLocked = status === 'locked' && lockedTries < LOCKED_TRIES;
      lockedTries = isLocked ? lockedTries + 1 : 0;
      if (isLocked || (remaining > 0 && processed > 0)) isWanted = true;
    }
  }
  const poke = (): void => {
    isWanted = true;
    if (signal.aborted) return;
    current ??= pollWanted()
      .catch((error: unknown) => ctx.log('error', 'listener.poll_failed', { channelId: channel.id, error }))
      .finally(() => {
        current = null;
        if (isWanted && !signal.aborted) poke();
      });
  };

  const line = ctx.mailbox.listen(channel, {
    exists: poke,
    state: (state, trouble) => {
      if (trouble) ctx.log('warn', 'listener.waiting', { channelId: channel.id, code: trouble.code });
      if (state === 'idle') ctx.log('info', 'listener.connected', { channelId: channel.id });
      changed();
    },
  });
  return {
    view: () => ({ channelId: channel.id, state: line.state, since: line.since, lastEventAt: line.lastEventAt }),
    async close() {
      stopping.abort();
      await Promise.all([line.close(), Promise.race([current, wait(LAST_MAIL_MS, undefined, { ref: false })])]);
    },
  };
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
