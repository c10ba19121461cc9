import { systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { readMail } from '#lib/crm/threads/ingest.ts';
import { storeMail } from '#lib/crm/threads/store-mail.ts';
import { rawDemoMail } from '#services/run/demo/demo-mail.ts';
import type { DemoMail } from '#services/run/demo/mails/schema.ts';

export type Letter = Partial<DemoMail> & { readonly subject: string; readonly text: string };

/**
 * Puts a mail into the inbox of the server under test, as a poll would; returns the ids of its thread and its message.
 */
export async function receive(
  world: Runtime,
  { subject, ...mail }: Letter,
): Promise<{ readonly threadId: string; readonly messageId: string }> {
  const ctx = systemContext(world, newId('request'));
  const thread = {
    key: newId('request').slice(4),
    subject,
    mails: [{ hoursAgo: 0.1, from: 'Nora Tester <nora@example.test>', ...mail }],
  };
  const raw = rawDemoMail(thread, 0, { now: ctx.now(), address: 'demo@plaza.test' });
  const { threadId, id } = await storeMail(ctx, await readMail(ctx, raw), {
    via: 'webhook',
    arrivedAt: null,
    uid: 0,
    uidValidity: null,
  });
  return { threadId, messageId: id };
}
