import type { Context } from '#lib/context/context.ts';
import { before, DAY_MS } from '#lib/core/time.ts';
import { EmailApiUsage, EmailBodies, EmailDrafts, EmailMessages, EmailThreads } from '#lib/crm/collections.ts';
import { isActive } from '#lib/crm/drafts/draft-rows.ts';
import { BODY_FILE } from '#lib/crm/messages/mail-bodies.ts';
import { draftsOf } from '#lib/crm/queries.ts';
import type { EmailDraft } from '#lib/crm/schemas/draft.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import { dropFilesTopic, promiseThreadIndex } from '#lib/crm/topics.ts';
import { enqueue } from '#lib/data/outbox.ts';
import { type Cursor, from } from '#lib/data/query.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Row } from '#lib/data/store.ts';
import { idsOfThread } from './living-thread.ts';
import { CLEARED_PREVIEW } from './values.ts';

const USAGE_KEPT_MS = 400 * DAY_MS;
const IN_SLICE = 100;

export type Cleared = { readonly done: number; readonly next: string | null };
const stages = ['raw', 'usage', 'texts'] as const;

/** Selects raw mails whose retention has ended, the oldest first. */
export const rawDue = (at: string, limit: number) =>
  from(EmailMessages).where('rawUntil', '<=', at).orderBy('rawUntil').limit(limit);
export const usageBefore = (at: string, limit: number) =>
  from(EmailApiUsage).where('at', '<', at).orderBy('at').limit(limit);
export const threadsQuietSince = (at: string, limit: number, after?: Cursor) =>
  from(EmailThreads)
    .where('mergedInto', '==', null)
    .where('erasedAt', '==', null)
    .where('lastMessageAt', '<', at)
    .orderBy('lastMessageAt', 'desc')
    .limit(limit)
    .after(after);

/**
 * Deletes expired data, one slice at a time. Raw mails expire after CRM_RAW_DAYS, model calls after 400 days. Texts and
 * attachments expire when a thread has been quiet for CRM_RETENTION_MONTHS, together with its summary and drafts. Ids
 * and headers stay. Dead letters and their files expire on their own. `cursor` names the stage and the position in it.
 */
export async function clearOld(ctx: Context, cursor: string | null): Promise<Cleared> {
  const [stage = 'raw', after] = (cursor ?? 'raw').split(' ');
  const { done, more } = await runStage(ctx, stage, after);
  if (more !== null) return { done, next: more === '' ? stage : `${stage} ${more}` };
  return { done, next: stages[(stages as readonly string[]).indexOf(stage) + 1] ?? null };
}

/** `more` is the position at which the stage continues, or null when the stage is finished. */
type Stage = { readonly done: number; readonly more: string | null };

const runStage = (ctx: Context, stage: string, after: string | undefined): Promise<Stage> => {
  if (stage === 'raw') return clearRaw(ctx);
  if (stage === 'usage') return clearUsage(ctx);
  return clearTexts(ctx, after);
};

async function clearRaw(ctx: Context): Promise<Stage> {
  const now = ctx.now();
  const { rows } = await ctx.data.find(rawDue(now.toISOString(), IN_SLICE));
  const keys = rows.flatMap(({ data }) => data.rawKey ?? []);
  await ctx.data.batch((write) => {
    for (const { id } of rows) write.update(EmailMessages, id, { rawKey: null, rawUntil: null });
    if (keys.length > 0) enqueue(write, dropFilesTopic, { keys }, { now });
  });
  return { done: rows.length, more: rows.length < IN_SLICE ? null : '' };
}

async function clearUsage(ctx: Context): Promise<Stage> {
  const { rows } = await ctx.data.find(usageBefore(before(ctx.now(), USAGE_KEPT_MS), IN_SLICE));
  await ctx.data.batch((write) => {
    for (const { id } of rows) write.delete(EmailApiUsage, id);
  });
  return { done: rows.length, more: rows.length < IN_SLICE ? null : '' };
}

/** Clears texts, newest threads first. After a whole page of cleared threads, all older threads were cleared before. */
async function clearTexts(ctx: Context, after: Cursor | undefined): Promise<Stage> {
  const months = ctx.env.CRM_RETENTION_MONTHS;
  if (months === 0) return { done: 0, more: null };
  const { rows, next } = await ctx.data.find(threadsQuietSince(monthsBefore(ctx.now(), months), IN_SLICE, after));
  const left = rows.filter(({ data }) => data.preview !== CLEARED_PREVIEW && data.erasedAt === null);
  for (const thread of left) await clearThread(ctx, thread);
  return { done: left.length, more: left.length > 0 ? next : null };
}

function monthsBefore(now: Date, months: number): string {
  const at = new Date(now);
  at.setUTCMonth(at.getUTCMonth() - months);
  return at.toISOString();
}

async function clearThread(ctx: Context, thread: Row<EmailThread>): Promise<void> {
  const messages = (after: Cursor | undefined) =>
    from(EmailMessages).where('threadId', 'in', idsOfThread(thread)).orderBy('sortAt').limit(IN_SLICE).after(after);
  for await (const rows of pagesOf(ctx.data, messages)) for (const row of rows) await clearMessage(ctx, row);
  const now = ctx.now();
  const updatedAt = now.toISOString();
  const drafts = (after: Cursor | undefined) => draftsOf(idsOfThread(thread), IN_SLICE, after);
  for await (const rows of pagesOf(ctx.data, drafts))
    await ctx.data.batch((write) => {
      for (const { id } of rows.filter(({ data }) => !isOpen(data)))
        write.update(EmailDrafts, id, { body: '', originalBody: null, openSlots: [], foreignLinks: [], updatedAt });
    });
  await ctx.data.batch((write) => {
    write.update(EmailThreads, thread.id, { preview: CLEARED_PREVIEW, summary: null, updatedAt });
    promiseThreadIndex(write, thread.id, now);
  });
}

/** Returns true when a person may still want to send the draft. */
const isOpen = ({ status }: EmailDraft): boolean => isActive(status) || status === 'send_unknown';

/** Deletes the texts and attachments of a message. Sender, time and subject stay. */
async function clearMessage(ctx: Context, { id, data }: Row<EmailMessage>): Promise<void> {
  const now = ctx.now();
  const names = [
    ...data.attachments.filter(({ stored }) => stored).map((attachment) => attachment.id),
    'raw',
    BODY_FILE,
  ];
  const keys = data.filesKey === null ? [] : names.map((name) => `${data.filesKey}/${name}`);
  await ctx.data.batch((write) => {
    for (let n = 0; n < data.bodyChunks; n++) write.delete(EmailBodies, `${id}-${n}`);
    write.update(EmailMessages, id, {
      ...{ textPreview: '', textBytes: 0, bodyChunks: 0, bodyFile: false, hasHtml: false, spans: [] },
      attachments: data.attachments.map((attachment) => ({ ...attachment, stored: false })),
      ...{ remoteImageCount: 0, rawKey: null, rawUntil: null, filesKey: null, updatedAt: now.toISOString() },
    });
    if (keys.length > 0) enqueue(write, dropFilesTopic, { keys }, { now });
  });
}
