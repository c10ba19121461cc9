import { z } from 'zod';
import type { UserContext } from '#lib/context/context.ts';
import type { Model } from '#lib/context/ports/model.ts';
import { hashOf } from '#lib/core/ids.ts';
import { after, dayOf } from '#lib/core/time.ts';
import type { Reader, Tx, Writer } from '#lib/data/store.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { visibleText } from '#lib/mail/visible-text.ts';
import { bookedCost, mayHaveCost, mostTokensOf, reserveBudget, settleBudget } from '#lib/settings/model/budget.ts';
import { costOf, priceOf } from '#lib/settings/model/cost.ts';
import { dataRule, newMark, withoutMarks } from '#lib/settings/model/prompt-marks.ts';
import { type AiAccess, aiAccess } from '#lib/settings/settings.ts';
import { AGENT_USER_DAY_MS } from '#lib/store/limits.ts';
import { whyUnsound } from './check-answer.ts';
import { AgentUserDays } from './collections.ts';
import type { Source } from './facts.ts';

/** The time limit of a call. The claim of the answer is longer. */
const TOTAL_MS = 30_000;
const MOST_FACT = 600;
/** An answer of one to three sentences rests on few facts. Further facts that it names are ignored. */
const MOST_SOURCES = 8;

const modelAnswer = z.object({
  /** False when the facts do not answer the question. */
  answered: z.boolean(),
  text: z.string(),
  /** The numbers of the facts that the text rests on. */
  facts: z.array(z.number()),
});

export type ModelQuestion = {
  readonly model: Model;
  readonly text: string;
  readonly locale: Locale;
  /** The title of the product. */
  readonly title: string;
  readonly facts: readonly Source[];
  readonly signal: AbortSignal;
};
export type ModelReply =
  | { readonly kind: 'answer'; readonly text: string; readonly sources: readonly Source[]; readonly provider: string }
  /** The model found no fact that answers the question. */
  | { readonly kind: 'unknown'; readonly provider: string };

const userDayId = (userId: string, day: string): string => hashOf(userId, day);

/** Returns how many answers of a model a user has left today. */
export async function answersLeft(
  { data, user, now }: UserContext,
  { settings }: Pick<AiAccess, 'settings'>,
): Promise<number> {
  const row = await data.get(AgentUserDays, userDayId(user.id, dayOf(now())));
  return Math.max(0, settings.agentDailyPerUser - (row?.data.answers ?? 0));
}

/**
 * Asks the model about a page, within the daily budget and the daily number of answers of the user. Returns null when
 * there is no sound answer: the caller then answers from the page. The model sees the facts of the page and the question
 * as data, has no tools, and its text is checked against the facts that it names.
 */
export async function askAgentModel(ctx: UserContext, question: ModelQuestion): Promise<ModelReply | null> {
  try {
    return await askWithin(ctx, question);
  } catch (error) {
    // The books of the day could not be written. The reservation then stays, and the page answers.
    ctx.log('error', 'agent.model_failed', { message: String(error) });
    return null;
  }
}

async function askWithin(ctx: UserContext, question: ModelQuestion): Promise<ModelReply | null> {
  if (question.signal.aborted) return null;
  const { model, locale } = question;
  const access = await aiAccess(ctx);
  const name = model.nameOf('agent');
  const mark = newMark('page');
  const [instructions, data] = [instructionsFor(mark, locale), dataFor(mark, question)];
  const day = dayOf(ctx.now());
  const reservation = await reserveBudget(ctx, access.settings, {
    model: name,
    tokens: mostTokensOf(instructions + data),
    account: 'agent',
    claim: (reader) => claimAnswer(ctx, reader, day, access.settings.agentDailyPerUser),
  });
  if (!reservation) return null;
  const giveBack = (t: Tx) => releaseAnswer(t, ctx, day);
  if (question.signal.aborted) {
    await settleBudget(ctx, reservation, 0, giveBack);
    return null;
  }

  const signal = AbortSignal.any([question.signal, AbortSignal.timeout(TOTAL_MS)]);
  const given = await model.complete({ purpose: 'agent', instructions, data, signal }, modelAnswer);
  const reply = given.ok ? soundReply(given.value, question) : null;
  const why = given.ok ? (typeof reply === 'string' ? reply : null) : given.failure;
  const price = priceOf(access.settings, name);
  const cost = given.usage === null ? null : costOf(price, given.usage);
  const spent = bookedCost(reservation, cost, given.ok ? null : given.failure);
  // An answer that may have been charged is used up, whatever it is worth: leaving must not buy another.
  const isFree = !given.ok && given.usage === null && !mayHaveCost.includes(given.failure);
  await settleBudget(ctx, reservation, spent, isFree ? giveBack : () => undefined, given.usage ?? undefined);
  if (why !== null) ctx.log('warn', 'agent.answer_refused', { why });
  return typeof reply === 'string' ? null : reply;
}

/** Counts an answer of the user, or returns null when the day's are used up. */
async function claimAnswer(
  { user, now }: UserContext,
  reader: Pick<Reader, 'get'>,
  day: string,
  most: number,
): Promise<((write: Writer) => void) | null> {
  const id = userDayId(user.id, day);
  const answers = (await reader.get(AgentUserDays, id))?.data.answers ?? 0;
  if (answers >= most) return null;
  const expiresAt = after(now(), AGENT_USER_DAY_MS);
  return (write) => write.set(AgentUserDays, id, { answers: answers + 1, expiresAt });
}

/** Gives an answer back that cost nothing. */
async function releaseAnswer(t: Tx, { user }: UserContext, day: string): Promise<void> {
  const row = await t.get(AgentUserDays, userDayId(user.id, day));
  if (row) t.set(AgentUserDays, row.id, { ...row.data, answers: Math.max(0, row.data.answers - 1) });
}

/** Returns the reply of a model, or why it must not be shown. */
function soundReply(
  { answered, text, facts: named }: z.output<typeof modelAnswer>,
  { facts, locale, title, model: { provider } }: ModelQuestion,
): ModelReply | string {
  if (!answered) return { kind: 'unknown', provider };
  const sources = [...new Set(named)].flatMap((number) => facts[number - 1] ?? []).slice(0, MOST_SOURCES);
  if (sources.length === 0) return 'sources';
  const shown = visibleText(text).replaceAll(/\s+/g, ' ').trim();
  return whyUnsound(shown, sources, locale, title) ?? { kind: 'answer', text: shown, sources, provider };
}

const instructionsFor = (mark: string, locale: Locale): string =>
  [
    'You answer one question of a shopper about one product, from numbered facts of its page and from nothing else.',
    dataRule('facts and the question', mark),
    `Write one to three short sentences in the language with the code "${locale}". Plain text: no HTML, no Markdown, no links.`,
    'Copy prices, dates and all other figures exactly as the facts write them. Compute nothing and write no figure as a word.',
    'Promise nothing: no discount, refund, delivery date or stock beyond the facts.',
    'If the facts do not answer the question, set "answered" to false and leave "text" empty.',
    'Answer with one JSON object: answered, text, facts (the numbers of the facts that your text rests on).',
  ].join('\n');

function dataFor(mark: string, { facts, text }: ModelQuestion): string {
  const plain = (given: string): string =>
    withoutMarks(visibleText(given), mark).replaceAll(/\s+/g, ' ').slice(0, MOST_FACT).toWellFormed();
  const lines = facts.map(({ label, text: fact }, at) => `${at + 1}. ${plain(label)}: ${plain(fact)}`);
  const asked = withoutMarks(visibleText(text), mark).toWellFormed();
  return `<<<${mark} facts\n${lines.join('\n')}\n>>>${mark}\n\n<<<${mark} question\n${asked}\n>>>${mark}`;
}
