import type { Context } from '#lib/context/context.ts';
import { hashId } from '#lib/core/ids.ts';
import { EmailMessages, EmailThreads } from '#lib/crm/collections.ts';
import { plainOutput } from '#lib/crm/drafts/writing/plain-output.ts';
import { authorText } from '#lib/crm/drafts/writing/reply-text.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import { getLivingThread } from '#lib/crm/threads/living-thread.ts';
import type { ThreadFlag } from '#lib/crm/threads/values.ts';
import { promiseEnrich } from '#lib/crm/topics.ts';
import type { Row } from '#lib/data/store.ts';
import { type Classification, classifyByRules } from '#lib/language/classify.ts';
import { isNoReply } from '#lib/mail/no-reply.ts';
import { newText } from '#lib/mail/reply/new-text.ts';
import { newMark } from '#lib/settings/model/prompt-marks.ts';
import { askModel } from './ask-model.ts';
import { promptData } from './prompt-text.ts';
import { type ClassifyAnswer, classifyAnswer, classifyInstructions, MOST_SUMMARY, PROMPT_VERSION } from './prompts.ts';
import { embeddedUsage, recordUsage } from './usage.ts';
import { ENRICH_VERSION } from './values.ts';

type Found = {
  readonly classification: Classification;
  /**
   * Why our own rules classified the mail although a model is configured. Null when they did not, or when no model is
   * configured.
   */
  readonly flag: Extract<ThreadFlag, 'aiFallback' | 'budgetExhausted'> | null;
  readonly byModel: boolean;
};

/** The result of a step: done, or to be retried later. */
export type StepResult = 'done' | 'later';

/**
 * Classifies a mail and stores the result in the mail and its thread, once: a mail that already has an intent is
 * skipped. The same commit enqueues the next step. With `mayWait`, a failing model is asked again later. Otherwise our
 * own rules replace the model.
 */
export async function classifyMail(ctx: Context, row: Row<EmailMessage>, mayWait: boolean): Promise<StepResult> {
  if (row.data.intent !== null) return 'done';
  const from = performance.now();
  const found = await classified(ctx, row, mayWait);
  if (found === 'later') return 'later';
  const latencyMs = Math.round(performance.now() - from);
  await keep(ctx, row, found, latencyMs);
  return 'done';
}

async function classified(ctx: Context, row: Row<EmailMessage>, mayWait: boolean): Promise<Found | 'later'> {
  const { id, data: mail } = row;
  const text = await authorText(ctx, row);
  const byRules = classifyByRules({ subject: mail.subject, text: newText(text) });
  const answer = (flag: Found['flag']): Found => ({ classification: byRules, flag, byModel: false });
  // A no-reply address never reads a reply, and a channel without AI drafts sends no mail to a model.
  if (isNoReply(mail.from.email) || !mayAsk(ctx, mail.channelId)) return answer(null);

  const mark = newMark('mail');
  const asked = await askModel(ctx, {
    purpose: 'classify',
    promptVersion: PROMPT_VERSION,
    instructions: classifyInstructions(mark),
    data: promptData([{ from: 'customer', subject: mail.subject, text }], mark),
    schema: classifyAnswer,
    threadId: mail.threadId,
    messageId: id,
  });
  switch (asked.kind) {
    case 'answer':
      return { classification: cleaned(asked.value, byRules), flag: null, byModel: true };
    case 'off':
      return answer(null);
    case 'spent':
      return answer('budgetExhausted');
    case 'failed':
      return asked.retry && mayWait ? 'later' : answer('aiFallback');
  }
}

export const mayAsk = ({ channels }: Pick<Context, 'channels'>, channelId: string): boolean =>
  channels.all.find(({ id }) => id === channelId)?.ai ?? true;

/** Normalises the model's output to the form of the rules: plain text, two letters, thousandths. */
function cleaned(said: ClassifyAnswer, byRules: Classification): Classification {
  const language = /^[a-z]{2}(?=$|[-_])/i.exec(said.language.trim())?.[0].toLowerCase() ?? byRules.language;
  const summary = plainOutput(said.summary, MOST_SUMMARY).replaceAll(/\s+/g, ' ');
  return { ...said, language, summary: summary || byRules.summary, score: Math.round(said.score * 1000) / 1000 };
}

async function keep(ctx: Context, row: Row<EmailMessage>, found: Found, latencyMs: number): Promise<void> {
  const { classification: is, flag, byModel } = found;
  const now = ctx.now();
  const at = now.toISOString();
  await ctx.data.tx(async (t) => {
    const mail = await t.get(EmailMessages, row.id);
    if (!mail || mail.data.erasedAt !== null || mail.data.intent !== null) return;
    const thread = await getLivingThread(t, mail.data.threadId);
    const sentimentMilli = Math.round(is.score * 1000) || 0;
    t.update(EmailMessages, row.id, { intent: is.intent, sentiment: is.sentiment, sentimentMilli, updatedAt: at });
    t.update(EmailThreads, thread.id, { ...threadPatch(thread, row.id, is, flag), updatedAt: at });
    promiseEnrich(t, { messageId: row.id, step: 'draft', promptVersion: ENRICH_VERSION }, now);
    if (!byModel) {
      const about = { purpose: 'classify', threadId: thread.id, messageId: row.id, latencyMs } as const;
      recordUsage(t, hashId('modelUse', row.id, 'classify', ENRICH_VERSION), embeddedUsage(about), now);
    }
  });
}

/**
 * Returns the patch of the thread. A thread shows the classification of its latest mail. An older mail that is
 * classified late only fills in a missing intent.
 */
function threadPatch(
  { data }: Row<EmailThread>,
  messageId: string,
  is: Classification,
  flag: Found['flag'],
): Partial<EmailThread> {
  if (data.erasedAt !== null) return {};
  if (data.lastInboundId !== messageId && data.intent !== null) return {};
  const others = data.flags.filter((known) => known !== 'aiFallback' && known !== 'budgetExhausted');
  return {
    intent: is.intent,
    sentiment: is.sentiment,
    urgency: is.urgency,
    language: is.language,
    summary: is.summary || null,
    flags: flag === null ? others : [...others, flag],
  };
}
