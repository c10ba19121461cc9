import type { Context } from '#lib/context/context.ts';
import { codeOf } from '#lib/core/errors.ts';
import { before, MINUTE_MS } from '#lib/core/time.ts';
import { EmailDrafts, EmailMessages } from '#lib/crm/collections.ts';
import { draftLane } from '#lib/crm/drafts/draft-rows.ts';
import { dueRetries, latestMessages, openUnknowns, stuckSends } from '#lib/crm/drafts/queries.ts';
import { removeOverrides } from '#lib/crm/drafts/send-overrides.ts';
import { findChannel } from '#lib/crm/mailboxes/channels.ts';
import type { EmailDraft } from '#lib/crm/schemas/draft.ts';
import { getLivingThread, idsOfThread } from '#lib/crm/threads/living-thread.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Row } from '#lib/data/store.ts';
import { emailId } from '#lib/mail/identity.ts';
import { attemptSend } from './send-draft.ts';
import { type SendVerdict, settleSend } from './settle-send.ts';

/** An attempt ends within a minute. For an attempt older than this, the process that could settle it is gone. */
const STUCK_MS = 5 * MINUTE_MS;
/** How many rows of one kind a slice handles. Each row may cause a query to a mailbox. */
const IN_SLICE = 20;
const AT_ONCE = 4;
const LOOKED_THROUGH = 50;

export type SweptSends = { readonly seen: number; readonly done: number; readonly next: Cursor | null };

/**
 * Follows up sends that no request is waiting for. Retries failed sends that are due, gives up attempts whose process
 * is gone, and looks for mails with an unknown outcome. Mails with an unknown outcome are never sent again.
 */
export async function followUpSends(ctx: Context, cursor?: Cursor): Promise<SweptSends> {
  // Handled rows of the first two kinds leave their queries. Only the last query needs a cursor.
  const first = cursor === undefined ? [await retryDue(ctx), await giveUpStuck(ctx)] : [];
  const looked = await lookForUnknown(ctx, cursor);
  const all = [...first, looked];
  const sum = (pick: (counts: Counted) => number) => all.reduce((total, counts) => total + pick(counts), 0);
  return { seen: sum(({ seen }) => seen), done: sum(({ done }) => done), next: looked.next };
}

/** Looks for the outcome of abandoned attempts. Each poll of the mailboxes runs this too. */
export async function sweepSends(ctx: Context): Promise<number> {
  const swept = [await giveUpStuck(ctx), await lookForUnknown(ctx)];
  return swept.reduce((total, { done }) => total + done, 0);
}

type Counted = { readonly seen: number; readonly done: number };
type Drafts = readonly Row<EmailDraft>[];

async function retryDue(ctx: Context): Promise<Counted> {
  const { rows } = await ctx.data.find(dueRetries(ctx.now().toISOString(), IN_SLICE));
  return handleRows(rows, async ({ id }) => {
    try {
      const { draft } = await attemptSend(ctx, id, { by: 'retry' });
      return draft.status === 'sent';
    } catch (error) {
      await dropRetry(ctx, id, error);
      return false;
    }
  });
}

/**
 * Handles a retry that could not even be tried. When its channel is gone, or after an unexpected error, the draft waits
 * for a person. Any other refusal means that another caller is working on the draft.
 */
async function dropRetry(ctx: Context, id: string, error: unknown): Promise<void> {
  const code = codeOf(error);
  ctx.log('warn', 'send.retry_dropped', { draftId: id, code, error });
  if (code !== 'ChannelNotConfigured' && code !== undefined) return;
  const updatedAt = ctx.now().toISOString();
  await ctx.data.tx(
    async (t) => {
      const { data } = await t.need(EmailDrafts, id);
      if (data.status === 'failed')
        t.update(EmailDrafts, id, { ...removeOverrides(data), nextAttemptAt: null, updatedAt });
    },
    { lane: draftLane(id) },
  );
}

async function giveUpStuck(ctx: Context): Promise<Counted> {
  const now = ctx.now();
  const { rows } = await ctx.data.find(stuckSends(before(now, STUCK_MS), IN_SLICE));
  return handleRows(rows, async (row) => {
    const found = await evidenceOf(ctx, row);
    const at = now.toISOString();
    const error = { code: 'Interrupted', responseCode: null, stage: 'body', message: LOST, at } as const;
    const verdict: SendVerdict = found ?? { state: 'unknown', error };
    return (await settleSend(ctx, row.id, row.data.attempts, verdict)) !== null;
  });
}

const LOST = 'The server stopped while it was sending this mail';

async function lookForUnknown(ctx: Context, cursor?: Cursor): Promise<Counted & { readonly next: Cursor | null }> {
  const { rows, next } = await ctx.data.find(openUnknowns(ctx.now().toISOString(), IN_SLICE, cursor));
  const counted = await handleRows(rows, async (row) => {
    const found = await evidenceOf(ctx, row);
    return found !== null && (await settleSend(ctx, row.id, row.data.attempts, found)) !== null;
  });
  return { ...counted, next };
}

/** Returns evidence that a mail was sent: a report about it, a reply to it, or its copy in the mailbox of sent mail. */
async function evidenceOf(ctx: Context, { data }: Row<EmailDraft>): Promise<SendVerdict | null> {
  const { channelId, messageId } = data;
  if (messageId === null) return null;
  const own = await ctx.data.get(EmailMessages, emailId(channelId, messageId));
  const status = own?.data.deliveryStatus;
  if (own?.data.bouncedBy != null || status === 'bounced' || status === 'delayed' || status === 'delivered')
    return { state: 'sent', evidence: 'report' };
  const thread = await getLivingThread(ctx.data, data.threadId);
  const { rows } = await ctx.data.find(latestMessages(idsOfThread(thread), LOOKED_THROUGH));
  const names = rows.filter(({ data: mail }) => mail.direction === 'inbound');
  if (names.some(({ data: mail }) => mail.inReplyTo === messageId || mail.references.includes(messageId)))
    return { state: 'sent', evidence: 'reply' };
  const channel = findChannel(ctx, channelId);
  if (!channel?.imap) return null;
  return (await ctx.mailbox.findSent(channel, messageId)) === true ? { state: 'sent', evidence: 'mailbox' } : null;
}

/** Handles rows, a few at a time. A failing row does not keep the others from being handled. */
async function handleRows(rows: Drafts, work: (row: Row<EmailDraft>) => Promise<boolean>): Promise<Counted> {
  let done = 0;
  const waiting = [...rows];
  const lane = async () => {
    for (let row = waiting.shift(); row; row = waiting.shift()) if (await work(row)) done += 1;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return { seen: rows.length, done };
}
