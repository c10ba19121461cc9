import type { UserContext } from '#lib/context/context.ts';
import type { Model } from '#lib/context/ports/model.ts';
import { conflict, forbidden, invalid } from '#lib/core/errors.ts';
import { type Locale, localeOfBody } from '#lib/i18n/values.ts';
import { type AiAccess, aiAccess } from '#lib/settings/settings.ts';
import { isConfigured, MAIN_CURRENCY } from '#lib/store/products/currencies.ts';
import { getPublicProduct } from '#lib/store/products/products.ts';
import type {
  AgentAnswer,
  AgentChatPage,
  AgentChatQuery,
  AgentMessage,
  AgentProposal,
  AgentQuestion,
} from '#lib/store/schemas/agent.ts';
import { answerFromPage } from './answer-from-page.ts';
import { answersLeft, askAgentModel } from './ask-agent-model.ts';
import { answerRunning, beginTurn, type Ending, endTurn, readMessages, type Turn } from './chats.ts';
import { allFacts, type Source, unknownText } from './facts.ts';
import { readQuestion } from './question.ts';
import { readPage } from './read-page.ts';
import { sentencesOf } from './sentences.ts';
import type { AgentMode } from './values.ts';

/** What a stream of an answer consists of. `done` ends it. */
export type AgentEvent =
  | { readonly event: 'start'; readonly data: { readonly id: string; readonly mode: AgentMode } }
  | { readonly event: 'delta'; readonly data: { readonly text: string } }
  | { readonly event: 'source'; readonly data: Source }
  | { readonly event: 'proposal'; readonly data: AgentProposal }
  | { readonly event: 'done'; readonly data: { readonly answer: AgentMessage } };

/** A question that is stored and waits for its answer. */
export type OpenQuestion = {
  readonly productId: string;
  readonly text: string;
  readonly pageLocale: Locale;
  readonly currency: string;
  /** Null where the page answers. */
  readonly model: Model | null;
  readonly turn: Turn;
};

/** Throws NotFound for a product without a public page. */
export async function assertOnPage(ctx: UserContext, productId: string): Promise<void> {
  await getPublicProduct(ctx, productId);
}

/** Throws what refuses a question before it is read: a restricted account, no such page, a switched-off agent. */
export async function assertMayAsk(ctx: UserContext, productId: string): Promise<void> {
  if (ctx.user.status === 'restricted')
    throw forbidden('Your account is restricted: it can read but not write', { code: 'AccountRestricted' });
  await assertOnPage(ctx, productId);
  const { settings } = await aiAccess(ctx);
  if (!settings.productAgent) throw forbidden('The assistant of product pages is switched off', { code: 'AgentOff' });
}

type Means = { readonly access: AiAccess; readonly model: Model | null; readonly left: number | null };

/** Returns the model for a user, if there is one with budget and the user has answers left today. */
async function meansOf(ctx: UserContext): Promise<Means> {
  const [access, model] = await Promise.all([aiAccess(ctx), ctx.model()]);
  if (!model) return { access, model: null, left: null };
  const left = await answersLeft(ctx, access);
  return { access, model: left > 0 ? model : null, left };
}

/** Returns a page of the caller's chat about a product, and what would answer the next question. */
export async function readChat(ctx: UserContext, productId: string, query: AgentChatQuery): Promise<AgentChatPage> {
  const [page, { access, model, left }] = await Promise.all([readMessages(ctx, productId, query), meansOf(ctx)]);
  if (!access.settings.productAgent) return { ...page, mode: 'off', left: null };
  return { ...page, mode: model ? 'model' : 'page', left };
}

/** Stores a question and claims its answer. Throws AnswerRunning while the last one is being answered. */
export async function openQuestion(
  ctx: UserContext,
  productId: string,
  { message, locale, currency = MAIN_CURRENCY }: AgentQuestion,
): Promise<OpenQuestion> {
  if (!isConfigured(currency, ctx.env))
    throw invalid('The body is not valid', { currency: 'is not a currency of this shop' });
  const { model } = await meansOf(ctx);
  const turn = await beginTurn(ctx, productId, message, model ? 'model' : 'page');
  const pageLocale = locale === undefined ? ctx.locale : localeOfBody[locale];
  return { productId, text: message, pageLocale, currency, model, turn };
}

/**
 * Answers an open question as a stream of events. However it ends, its row says so: `done`, `interrupted` when the
 * caller has left, or `failed`.
 */
export async function* answerQuestion(
  ctx: UserContext,
  { turn, model, ...asked }: OpenQuestion,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, void> {
  let isStored = false;
  let ending: Ending = { text: '', mode: model ? 'model' : 'page', state: 'interrupted' };
  const store = async (last: Ending): Promise<AgentMessage | null> => {
    const stored = await endTurn(ctx, turn, last);
    isStored = true;
    return stored;
  };
  try {
    yield { event: 'start', data: { id: turn.answerId, mode: ending.mode } };
    const whole = await answerOf(ctx, { ...asked, model }, signal);
    ending = { ...ending, mode: whole.mode };
    for (const text of whole.sentences) {
      if (signal.aborted) return;
      ending = { ...ending, text: ending.text === '' ? text : `${ending.text} ${text}` };
      yield { event: 'delta', data: { text: ending.text.length === text.length ? text : ` ${text}` } };
    }
    for (const source of whole.sources) yield { event: 'source', data: source };
    for (const proposal of whole.proposals) yield { event: 'proposal', data: proposal };
    if (signal.aborted) return;
    const { sources, proposals, provider } = whole;
    const answer = await store({ ...ending, sources, proposals, provider, state: 'done' });
    // This turn has timed out, and the shopper has asked another question since.
    if (!answer) throw answerRunning();
    yield { event: 'done', data: { answer } };
  } catch (error) {
    if (!isStored) await store({ ...ending, state: 'failed' });
    throw error;
  } finally {
    if (!isStored) await store(ending);
  }
}

type Whole = {
  readonly mode: AgentMode;
  readonly sentences: readonly string[];
  readonly sources: Source[];
  readonly proposals: AgentProposal[];
  readonly provider: string | null;
};

/** Returns the whole answer: the model's, if there is one and it is sound, otherwise that of the page. */
async function answerOf(
  ctx: UserContext,
  { productId, text, pageLocale, currency, model }: Omit<OpenQuestion, 'turn'>,
  signal: AbortSignal,
): Promise<Whole> {
  const { locale } = readQuestion(text, pageLocale);
  const page = await readPage({ ...ctx, locale }, productId, currency);
  const given = answerFromPage(page, text, locale);
  const fromPage: Whole = {
    mode: 'page',
    sentences: given.statements.length > 0 ? given.statements.map((statement) => statement.text) : [given.text],
    sources: given.statements.map(({ source }) => source),
    proposals: [...given.proposals],
    provider: null,
  };
  if (!model || given.topic === 'hello') return fromPage;

  const facts = allFacts({ page, locale }, sentencesOf(page.product.description));
  const reply = await askAgentModel(ctx, { model, text, locale, title: page.product.title, facts, signal });
  if (!reply) return fromPage;
  const { provider } = reply;
  if (reply.kind === 'unknown') {
    const proposals: AgentProposal[] = [{ kind: 'ask_seller', productId }];
    return { mode: 'model', sentences: [unknownText(locale)], sources: [], proposals, provider };
  }
  return { ...fromPage, mode: 'model', sentences: inSentences(reply.text), sources: [...reply.sources], provider };
}

const inSentences = (text: string): string[] => text.split(/(?<=[.!?…])\s+/u);

/** Answers an open question in one piece. Throws a refusal that nobody reads for a caller who has left. */
export async function answerAtOnce(ctx: UserContext, open: OpenQuestion, signal: AbortSignal): Promise<AgentAnswer> {
  for await (const { event, data } of answerQuestion(ctx, open, signal))
    if (event === 'done') return { message: open.turn.question, answer: data.answer, mode: data.answer.mode };
  throw conflict('The caller has left', { code: 'CallerLeft' });
}
