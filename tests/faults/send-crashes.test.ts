import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { sessionCookie } from '#lib/auth/cookies.ts';
import { signSession } from '#lib/auth/session-token.ts';
import { newSessionSecret, openSession } from '#lib/auth/sessions.ts';
import { type Context, systemContext } from '#lib/context/context.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { newId } from '#lib/core/ids.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import { approveDraft } from '#lib/crm/drafts/review/review-draft.ts';
import { followUpSends } from '#lib/crm/drafts/sending/follow-up-sends.ts';
import { buildRuntime } from '#services/runtime.ts';
import { asUser } from '#tests/support/context.ts';
import { draftOf, receive, SUPPORT } from '#tests/support/crm.ts';
import { isLong } from '#tests/support/form.ts';
import { openClient } from '#tests/support/http-client.ts';
import { isBuilt, type Server, startServer } from '#tests/support/server.ts';
import { openSmtpServer, type SmtpServer } from '#tests/support/smtp-faults.ts';

const key = (letter: string) => `test:${Buffer.from(letter.repeat(32)).toString('base64')}`;
const varsOf = (smtp: SmtpServer) => ({
  SESSION_KEYS: key('s'),
  SETTINGS_ENCRYPTION_KEYS: key('e'),
  PLAZA_DEMO: '1',
  CRM_CHANNELS: 'support',
  CRM_CHANNEL_SUPPORT_ADDRESS: SUPPORT,
  CRM_CHANNEL_SUPPORT_SMTP_HOST: '127.0.0.1',
  CRM_CHANNEL_SUPPORT_SMTP_PORT: String(smtp.port),
  CRM_CHANNEL_SUPPORT_SMTP_TLS: 'none',
  CRM_CHANNEL_SUPPORT_SMTP_USER: SUPPORT,
  CRM_CHANNEL_SUPPORT_SMTP_PASSWORD: 'secret',
});

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Opens a data folder with an approved reply, the cookie of its reviewer, and a mail server. */
async function openFolder() {
  const smtp = await openSmtpServer();
  const folder = mkdtempSync(join(tmpdir(), 'plaza-sends-'));
  ends.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => smtp.close(),
  );
  const vars = varsOf(smtp);
  /** Runs work over the folder as a separate process would, the given number of minutes from now. */
  const within = async <R>(aheadMinutes: number, work: (ctx: Context) => Promise<R>): Promise<R> => {
    const env = readEnv({ from: { ...vars, NODE_ENV: 'test', LOG_LEVEL: 'silent', PLAZA_DATA_DIR: folder } });
    const runtime = await buildRuntime(env, { now: () => new Date(Date.now() + aheadMinutes * MINUTE_MS) });
    try {
      return await work(systemContext(runtime, newId('request')));
    } finally {
      await runtime.data.close();
    }
  };
  const made = await within(0, async (ctx) => {
    const admin = await asUser(ctx, { role: 'admin' });
    const { threadId } = await receive({ ctx });
    const { id } = await createDraft(admin, threadId, 'It is on its way.');
    await approveDraft(admin, id, {});
    const opening = { userId: admin.user.id, epoch: 0, secret: newSessionSecret(), now: ctx.now() };
    const { sid } = await ctx.data.tx(async (t) => openSession(t, ctx, opening));
    const cookie = sessionCookie(await signSession(ctx.keys.session, sid, ctx.now())).split(';', 1)[0] ?? '';
    return { id, cookie };
  });

  const start = async (at?: string): Promise<Server> => {
    const server = await startServer(folder, () => ({ ...vars, ...(at && { FAULT_AT: at, FAULT_MODE: 'kill' }) }));
    ends.push(() => server.close());
    return server;
  };
  /** Presses Send and returns the status and code of the response, or null when the server died of it. */
  const press = async ({ origin }: Server): Promise<readonly [number, string | null] | null> => {
    const client = openClient(origin, 2);
    try {
      const path = `/api/admin/email/drafts/${made.id}/send`;
      const { status, body } = await client.call({ method: 'POST', path, cookie: made.cookie, body: {} });
      const { details } = JSON.parse(body) as { details?: { code?: string } };
      return [status, details?.code ?? null];
    } catch {
      return null;
    } finally {
      client.close();
    }
  };
  return { ...made, smtp, within, start, press };
}

describe.skipIf(!isBuilt)('F6 a server that is killed during a send', () => {
  it.each(
    isLong
      ? ([
          ['send.after_claim', 0],
          ['send.after_accept', 1],
          ['send.before_settle', 1],
        ] as const)
      : ([['send.after_accept', 1]] as const),
  )('I5 at %s sends one mail at most and reports the outcome as unknown', async (at, held) => {
    const folder = await openFolder();
    const dying = await folder.start(at);

    expect(await folder.press(dying)).toBeNull();
    expect((await dying.ended).signal).toBe('SIGKILL');
    const next = await folder.start();
    expect(await folder.press(next)).toEqual([409, 'SendInProgress']);
    await folder.within(6, (ctx) => followUpSends(ctx));
    expect(await folder.press(next)).toEqual([409, 'OutcomeUnknown']);
    await next.close();

    const status = await folder.within(90, async (ctx) => {
      await followUpSends(ctx);
      await ctx.drain();
      return (await draftOf(ctx, folder.id)).status;
    });
    expect([status, folder.smtp.held.length]).toEqual(['send_unknown', held]);
  });

  it('sends once without a fault, and confirms that to a repeat', async () => {
    const folder = await openFolder();
    const server = await folder.start();

    const answers = [await folder.press(server), await folder.press(server)];

    expect(answers).toEqual([
      [200, null],
      [200, null],
    ]);
    expect(folder.smtp.held).toHaveLength(1);
  });
});
