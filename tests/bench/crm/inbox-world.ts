import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Context, systemContext } from '#lib/context/context.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { newId } from '#lib/core/ids.ts';
import { EmailMessages, EmailMsgids, EmailThreads } from '#lib/crm/collections.ts';
import { threadsByLatest } from '#lib/crm/queries.ts';
import { indexThread } from '#lib/crm/threads/thread-index.ts';
import { type Cursor, from } from '#lib/data/query.ts';
import { buildRuntime } from '#services/runtime.ts';
import { makePerson } from '#tests/support/buyers.ts';
import { fillInbox, type History } from '#tests/support/inbox-history.ts';
import { messageRow, threadRow } from '#tests/support/inbox-rows.ts';

/** The number of threads that the cases open in turn. */
const SAMPLED = 400;
const INDEXED_AT_ONCE = 100;
/** A thread with more mails than one response shows. */
export const LONG_THREAD = 'thr_long';
const LONG_MAILS = 300;

const secret = () => randomBytes(32).toString('hex');
const key = () => `bench:${randomBytes(32).toString('base64')}`;

/** An inbox to measure: a data folder of its own, full of mail, and an admin with a session. */
export type InboxWorld = Awaited<ReturnType<typeof openInboxWorld>>;

/**
 * Fills a fresh data folder. `more` adds variables of the servers over it; `search` builds the index of all threads.
 */
export async function openInboxWorld(
  history: History,
  { more = {}, search = false }: { readonly more?: Readonly<Record<string, string>>; readonly search?: boolean } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-bench-'));
  const secrets = { cron: secret(), webhook: secret() };
  const fixed = {
    PLAZA_DATA_DIR: folder,
    SESSION_KEYS: key(),
    SETTINGS_ENCRYPTION_KEYS: key(),
    CRON_SECRET: secrets.cron,
    WEBHOOK_EMAIL_SECRET: secrets.webhook,
    // Webhooks come from many addresses, so that they stay below the limit of one provider.
    TRUSTED_PROXIES: '1',
    CRM_CHANNELS: 'support,sales',
    CRM_CHANNEL_SUPPORT_ADDRESS: 'support@shop.test',
    CRM_CHANNEL_SALES_ADDRESS: 'sales@shop.test',
    ...more,
  };
  const runtime = await buildRuntime(readEnv({ from: { ...fixed, NODE_ENV: 'development', LOG_LEVEL: 'error' } }));
  const ctx = systemContext(runtime, newId('request'));

  const began = performance.now();
  await fillInbox(ctx.data, ctx.now(), history, 11);
  await fillLongThread(ctx);
  if (search) await indexAll(ctx, history.threads);
  const seededSeconds = (performance.now() - began) / 1000;
  return {
    folder,
    history,
    secrets,
    seededSeconds,
    threadIds: await livingIds(ctx),
    admin: await makePerson(runtime, { email: 'admin@bench.test', role: 'admin' }),
    vars: (origin: string): Record<string, string> => ({ ...fixed, APP_ORIGIN: origin, LOG_LEVEL: 'error' }),
    /** Returns the number of mails posted or polled since the folder was filled. */
    storedMails: () => ctx.data.count(from(EmailMsgids)),
    close: async () => {
      await runtime.data.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Inserts the long thread beside the random ones. Its mails are of one day and as long as people's mails are. */
async function fillLongThread({ data, now }: Context): Promise<void> {
  const at = (minutesAgo: number) => new Date(now().getTime() - minutesAgo * 60_000).toISOString();
  const text = 'Thank you for the quick answer; the parcel has come, and one of the two lamps does not light up. ';
  await data.batch((write) => {
    write.create(
      EmailThreads,
      LONG_THREAD,
      threadRow(at(LONG_MAILS), { messageCount: LONG_MAILS, lastMessageAt: at(1) }),
    );
    for (let n = 0; n < LONG_MAILS; n++)
      write.create(
        EmailMessages,
        `eml_long-${n}`,
        messageRow(at(LONG_MAILS - n), { threadId: LONG_THREAD, textPreview: text.repeat(1 + (n % 12)) }),
      );
  });
}

async function indexAll(ctx: Context, threads: number): Promise<void> {
  for (let begun = 0; begun < threads; begun += INDEXED_AT_ONCE) {
    const some = Array.from({ length: Math.min(INDEXED_AT_ONCE, threads - begun) }, (_, n) => `thr_${begun + n}`);
    await Promise.all(some.map((id) => indexThread(ctx, id)));
  }
}

async function livingIds({ data }: Context): Promise<readonly string[]> {
  const ids: string[] = [];
  let after: Cursor | undefined;
  do {
    const page = await data.find(threadsByLatest({}, 100, after));
    ids.push(...page.rows.map(({ id }) => id).filter((id) => id !== LONG_THREAD));
    after = page.next ?? undefined;
  } while (after !== undefined && ids.length < SAMPLED);
  return ids;
}
