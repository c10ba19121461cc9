import { setTimeout as wait } from 'node:timers/promises';
import { type Context, systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { isStarted, listenerRows, readListener, saveListenerReport } from '#lib/crm/mailboxes/listener-state.ts';
import { instanceId } from '#lib/crm/mailboxes/processor-status.ts';
import { type Lease, withLease } from '#lib/data/locks.ts';
import { type ChannelListener, listenToChannel } from './listen-to-channel.ts';

const LEASE_MS = 30 * SECOND_MS;
/** Changes within this time are stored together. */
const SETTLE_MS = 200;

export type ListenerTimes = {
  /** How often the host checks whether it is wanted, and a standby process checks whether it is needed. */
  readonly lookMs: number;
  /** The longest time a listener may take to stop, even if a server has not replied yet. */
  readonly stopMs: number;
};
const times: ListenerTimes = { lookMs: 10 * SECOND_MS, stopMs: 1_800 };

export type MailListener = { close(): Promise<void> };

/**
 * Starts the listener of a web process: immediately when MAIL_LISTENER is `inline`, or after the first start call when
 * such calls are allowed. Returns null when neither is configured, and on Vercel, where processes do not stay.
 */
export function startWebListener(runtime: Runtime, given: ListenerTimes = times): MailListener | null {
  const { MAIL_LISTENER, EMAIL_PROCESSOR_ALLOW_HTTP_START, VERCEL } = runtime.env;
  if (VERCEL !== undefined) return null;
  if (MAIL_LISTENER === 'inline') return startMailListener(runtime, given);
  return EMAIL_PROCESSOR_ALLOW_HTTP_START ? startMailListener(runtime, given, { waitsForStart: true }) : null;
}

/**
 * Listens to the mailboxes of all channels while the listener is switched on, and polls a channel as soon as mail
 * arrives. Of several processes one is the host. The others stand by and take over when the host is gone. A process
 * that waits for a start call leaves the place to others until then.
 */
export function startMailListener(
  runtime: Runtime,
  { lookMs, stopMs }: ListenerTimes = times,
  { waitsForStart = false }: { readonly waitsForStart?: boolean } = {},
): MailListener {
  const ctx = systemContext(runtime, newId('request'));
  const stopping = new AbortController();
  const { signal } = stopping;
  const word = followWord(ctx);

  async function standBy(): Promise<void> {
    while (!signal.aborted) {
      const said = word.next();
      try {
        if (!waitsForStart || (await isStarted(ctx)))
          await withLease(ctx, 'mail-listener', { leaseMs: LEASE_MS }, (lease) =>
            host(ctx, lease, { lookMs, signal, word }),
          );
      } catch (error) {
        runtime.log('error', 'listener.failed', { error });
      }
      await pause(lookMs, AbortSignal.any([signal, said]));
    }
  }
  const done = standBy();
  return {
    async close() {
      word.close();
      stopping.abort();
      await Promise.race([done, wait(stopMs, undefined, { ref: false })]);
    },
  };
}

type Word = {
  /** Aborts when the listener is switched on or off. */
  next(): AbortSignal;
  close(): void;
};

/**
 * Watches whether the listener is switched on. Changes in this process are noticed immediately. Changes elsewhere may
 * be noticed only at the next check.
 */
function followWord({ data }: Context): Word {
  let desired: string | null = null;
  let said = new AbortController();
  const close = data.watch(listenerRows(), ([row]) => {
    if (row === undefined || row.data.desired === desired) return;
    desired = row.data.desired;
    said.abort();
    said = new AbortController();
  });
  return { next: () => said.signal, close };
}

type Hosting = { readonly lookMs: number; readonly signal: AbortSignal; readonly word: Word };

/**
 * Runs or stops the connections as wanted and reports the state, until this process is told to stop or another one
 * becomes the host.
 */
async function host(ctx: Context, lease: Lease, { lookMs, signal, word }: Hosting): Promise<void> {
  let listeners: readonly ChannelListener[] = [];
  let change = new AbortController();
  const closeAll = async (): Promise<void> => {
    const open = listeners;
    listeners = [];
    await Promise.all(open.map((listener) => listener.close()));
  };
  const note = (): Promise<void> =>
    saveListenerReport(ctx, {
      instanceId: instanceId(),
      heartbeatAt: ctx.now().toISOString(),
      connections: listeners.map((listener) => listener.view()),
    });
  try {
    while (!signal.aborted) {
      const said = word.next();
      await ctx.data.tx((t) => lease.assertHeld(t));
      const { desired } = await readListener(ctx);
      if (desired === 'stopped') await closeAll();
      else if (listeners.length === 0)
        listeners = ctx.channels.all
          .filter(({ imap }) => imap !== null)
          .map((channel) => listenToChannel(ctx, channel, () => change.abort()));
      change = new AbortController();
      await note();
      // The next check follows after its interval, or when a connection changes.
      await pause(lookMs, AbortSignal.any([signal, change.signal, said]));
      if (change.signal.aborted) await pause(SETTLE_MS, signal);
    }
  } finally {
    await closeAll();
    // Report immediately that no process listens any more. A process that has lost the lease leaves the report to the
    // next host.
    if (signal.aborted) await saveListenerReport(ctx, { instanceId: null, heartbeatAt: null, connections: [] });
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
