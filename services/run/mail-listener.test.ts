import { afterEach, describe, expect, it } from 'vitest';
import { setDesiredState, viewListener } from '#lib/crm/mailboxes/listener-state.ts';
import { Locks } from '#lib/data/locks.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { askingMail, openPolling, subjectsIn } from '#tests/support/polling.ts';
import { type MailListener, startWebListener } from './mail-listener.ts';

/** Longer than a test. An earlier reaction was caused by the change itself, not by the regular check. */
const times = { lookMs: 600_000, stopMs: 600_000 };
const closers: MailListener[] = [];
afterEach(async () => {
  for (const closer of closers.splice(0)) await closer.close();
});

async function openWeb(vars: Record<string, string>) {
  const polling = await openPolling({ vars });
  const listener = startWebListener(polling.ctx, times);
  if (listener) closers.push(listener);
  const state = async () => (await viewListener(polling.ctx)).state;
  return { ...polling, listener, state };
}

describe('the listener of a web process', () => {
  it('is null unless configured', async () => {
    expect((await openWeb({})).listener).toBeNull();
  });

  it('starts by itself in inline mode', async () => {
    const { state } = await openWeb({ MAIL_LISTENER: 'inline' });

    await expect.poll(state, PATIENCE).toBe('running');
  });

  it('waits for a start where HTTP may start it, and follows start and stop at once', async () => {
    const { ctx, mailbox, channel, state } = await openWeb({ EMAIL_PROCESSOR_ALLOW_HTTP_START: 'true' });
    expect(await ctx.data.get(Locks, 'mail-listener')).toBeUndefined();
    expect(await state()).toBe('no_host');

    await setDesiredState(ctx, 'running');
    await expect.poll(state, PATIENCE).toBe('running');
    mailbox.deliver(channel.id, askingMail(1));
    await expect.poll(() => subjectsIn(ctx.data), PATIENCE).toEqual(['Question 1']);

    await setDesiredState(ctx, 'stopped');
    await expect.poll(state, PATIENCE).toBe('stopped');
  });
});
