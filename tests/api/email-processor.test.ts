import { beforeEach, describe, expect, it } from 'vitest';
import { GET as snapshot } from '#app/api/cron/email-analytics/route.ts';
import { POST as act, GET as actByGet } from '#app/api/cron/email-processor/route.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { HOUR_MS } from '#lib/core/time.ts';
import { EmailTasks } from '#lib/crm/collections.ts';
import { saveListenerReport } from '#lib/crm/mailboxes/listener-state.ts';
import { runAction } from '#lib/crm/mailboxes/run-action.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { taskRow } from '#tests/support/inbox-rows.ts';
import { askingMail, openPolling, type Polling, subjectsIn } from '#tests/support/polling.ts';

let polling: Polling;
beforeEach(async () => {
  polling = await openPolling();
  installRuntime(polling.ctx);
});

const headers = () => ({ authorization: `Bearer ${polling.ctx.env.CRON_SECRET}` });
const post = (body: unknown, query = {}) => call(act, { headers: headers(), body, query });
const get = (query = {}) => call(actByGet, { headers: headers(), query });

describe('/api/cron/email-processor', () => {
  it('polls by default, by GET as by POST, and stores a mail once', async () => {
    const { ctx, mailbox, channel } = polling;
    mailbox.deliver(channel.id, askingMail(1));

    const first = await get();
    const second = await call(act, { headers: headers(), method: 'POST' });

    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      success: true,
      action: 'poll',
      channels: [{ id: 'support', status: 'ok', fetched: 1, processed: 1 }],
      totals: { fetched: 1, processed: 1, duplicates: 0, ignored: 0, quarantined: 0, failed: 0, remaining: 0 },
    });
    expect(second.body).toMatchObject({ success: true, totals: { fetched: 0 } });
    expect(await subjectsIn(ctx.data)).toEqual(['Question 1']);
  });

  it('responds with 200 and the failure of a mailbox, and skips its backoff only when forced', async () => {
    const { mailbox, channel } = polling;
    mailbox.fail(channel.id, { kind: 'auth_failed', code: 'WrongLogin', words: 'no' });

    const failed = await post({ action: 'poll' });
    const rests = await get({ action: 'poll' });
    mailbox.fail(channel.id, null);
    const forced = await get({ force: 'true' });

    expect([failed.status, failed.body]).toMatchObject([
      200,
      { success: false, channels: [{ status: 'auth_failed', error: 'WrongLogin' }] },
    ]);
    expect(rests.body).toMatchObject({ success: true, channels: [{ status: 'backoff' }] });
    expect(forced.body).toMatchObject({ success: true, channels: [{ status: 'ok' }] });
  });

  it('reports the state of polling, and no password', async () => {
    const { mailbox, channel } = polling;
    mailbox.deliver(channel.id, askingMail(1));
    await get();

    const { body, text } = await get({ action: 'status' });

    expect(body).toMatchObject({
      success: true,
      action: 'status',
      processor: { runtime: 'server', lastPollAt: polling.clock.now().toISOString(), lastPollTotals: { processed: 1 } },
      listener: { desired: 'running', state: 'no_host', heartbeatAt: null, connections: [] },
      channels: [
        {
          id: 'support',
          health: { status: 'ok' },
          cursor: { uidValidity: '1', lastUid: 1 },
          capabilities: ['IDLE', 'IMAP4rev1'],
          lease: null,
        },
      ],
      queues: { deadLetters: 0, draftsPending: 0, sending: 0, sendUnknown: 0 },
    });
    expect(text).not.toContain('assword');
  });

  it('rejects an unknown action and two contradicting ones', async () => {
    const unknown = await post({ action: 'explode' });
    const mixed = await post({ action: 'poll' }, { action: 'status' });
    const same = await post({ action: 'status' }, { action: 'status' });

    expect([unknown.status, unknown.body.details?.code]).toEqual([400, 'UnknownAction']);
    expect([mixed.status, mixed.body.details?.code]).toEqual([400, 'ActionMismatch']);
    expect(same.status).toBe(200);
  });

  it('starts the listener only when allowed, always stops it, and warns only when no process hosts it', async () => {
    const refused = await post({ action: 'start' });
    const stopped = await post({ action: 'stop' });
    polling = await openPolling({ vars: { EMAIL_PROCESSOR_ALLOW_HTTP_START: 'true' } });
    installRuntime(polling.ctx);
    const alone = await post({ action: 'start' });
    const serverless = { ...polling.ctx, env: { ...polling.ctx.env, VERCEL: '1' } };
    const nobody = await runAction(serverless, { action: 'start' }, {});
    const heartbeatAt = polling.clock.now().toISOString();
    const line = { channelId: 'support', state: 'idle', since: heartbeatAt, lastEventAt: null };
    await saveListenerReport(polling.ctx, { instanceId: 'host', heartbeatAt, connections: [line] });
    const heard = await post({ action: 'start' });

    expect([refused.status, refused.body.details?.code]).toEqual([403, 'HttpStartDisabled']);
    expect(stopped.body).toMatchObject({ success: true, action: 'stop', listener: { desired: 'stopped' } });
    expect(alone.body).toMatchObject({ listener: { desired: 'running', state: 'starting' } });
    expect(alone.body).not.toHaveProperty('warning');
    expect(nobody).toMatchObject({ warning: 'NoListenerHost', listener: { state: 'no_host' } });
    expect(heard.body).toEqual({
      success: true,
      action: 'start',
      listener: { desired: 'running', state: 'running', heartbeatAt, connections: [line] },
    });
  });

  it('marks overdue tasks, each once', async () => {
    const { ctx, clock } = polling;
    const dueAt = clock.now().toISOString();
    await ctx.data.create(EmailTasks, 'tsk_due', taskRow(dueAt, { dueAt, dueSort: dueAt }));
    clock.advance(HOUR_MS);

    const first = await post({ action: 'mark-overdue-tasks' });
    const second = await get({ action: 'mark-overdue-tasks' });

    expect(first.body).toEqual({ success: true, action: 'mark-overdue-tasks', marked: 1 });
    expect(second.body).toMatchObject({ marked: 0 });
  });

  it('S39 responds with 401 without the secret, whatever the action', async () => {
    const superadmin = await asUser(polling.ctx, { role: 'superadmin' });

    const replies = await Promise.all(
      ['poll', 'status', 'explode'].map((action) => call(act, { as: superadmin, body: { action } })),
    );

    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401]);
  });
});

describe('/api/cron/email-analytics', () => {
  it('returns the analytics of seven days', async () => {
    const { mailbox, channel } = polling;
    mailbox.deliver(channel.id, askingMail(1));
    await get();

    const { status, body } = await call(snapshot, { headers: headers() });

    expect(status).toBe(200);
    expect(body).toMatchObject({ range: '7d', totals: { inbound: 1, inboundHuman: 1, newThreads: 1 } });
    expect(body.dailyStats).toHaveLength(7);
  });
});
