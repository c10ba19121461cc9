import type { ModelFailure, ModelUsage } from '#lib/context/ports/model.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { dayOf } from '#lib/core/time.ts';
import type { Reader, Tx, Writer } from '#lib/data/store.ts';
import type { AgentUsage, BudgetDay } from '#lib/settings/schemas/model-use.ts';
import type { AiSettings } from '#lib/settings/schemas/settings.ts';
import { AgentUsageDays, EmailBudgetDays } from './collections.ts';
import { costOf, priceOf } from './cost.ts';

/** How many calls per day are allowed to models without a configured price. */
export const MOST_UNPRICED_CALLS = 500;
/** A token has three characters or more on average. */
const CHARACTERS_PER_TOKEN = 3;
/** A token of any script has two bytes or more, seldom fewer. */
const BYTES_PER_TOKEN = 2;
/** The schema of an answer, which an adapter sends along, has fewer tokens than this. */
const SCHEMA_TOKENS = 400;
/** Many calls share the documents of the day, so a conflicting transaction is retried this often. */
const ATTEMPTS = 20;

/** Failures after which the provider may still have done the work and charge for it. */
export const mayHaveCost: readonly ModelFailure[] = ['Timeout', 'BadOutput'];

/** Who calls the model. Each has its own row of a day, and one budget limits their sum. */
export type BudgetAccount = 'inbox' | 'agent';

/** All calls of a day wait in one queue, because each of them reads both rows. */
const lane = (day: string): string => `${EmailBudgetDays.name}/${day}`;

const freshInbox = (at: string): BudgetDay => ({ spentMicros: 0, reservedMicros: 0, unpricedCalls: 0, updatedAt: at });
const freshAgent = (at: string): AgentUsage => ({
  ...{ calls: 0, inputTokens: 0, outputTokens: 0 },
  ...{ micros: 0, reservedMicros: 0, unpricedCalls: 0, updatedAt: at },
});

type Days = { readonly inbox: BudgetDay; readonly agent: AgentUsage };

async function daysOf(reader: Pick<Reader, 'get'>, day: string, at: string): Promise<Days> {
  const [inbox, agent] = await Promise.all([reader.get(EmailBudgetDays, day), reader.get(AgentUsageDays, day)]);
  return { inbox: inbox?.data ?? freshInbox(at), agent: agent?.data ?? freshAgent(at) };
}

const spentIn = ({ inbox, agent }: Days): number => inbox.spentMicros + agent.micros;
const reservedIn = ({ inbox, agent }: Days): number => inbox.reservedMicros + agent.reservedMicros;
const unpricedIn = ({ inbox, agent }: Days): number => inbox.unpricedCalls + agent.unpricedCalls;

type Limits = Pick<AiSettings, 'dailyBudgetMicros' | 'maxOutputTokens' | 'prices'>;

/** The amount reserved for one call. `micros` is null when the price is unknown; then the call was counted instead. */
export type Reservation = { readonly day: string; readonly micros: number | null; readonly account: BudgetAccount };

/** Returns a number of tokens that a request stays below in any script, with the schema of its answer. */
export const mostTokensOf = (text: string): number =>
  Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN) + SCHEMA_TOKENS;

/** Returns the highest cost of a call of this length, or null when the price is unknown. */
export const estimateOf = (
  limits: Limits,
  model: string,
  characters: number,
  inputTokens = Math.ceil(characters / CHARACTERS_PER_TOKEN),
): number | null =>
  costOf(priceOf(limits, model), {
    inputTokens,
    cachedInputTokens: 0,
    outputTokens: limits.maxOutputTokens,
  });

export type BudgetCall = {
  readonly model: string;
  readonly characters?: number;
  /** An upper bound of its input, instead of the usual number for its characters. */
  readonly tokens?: number;
  /** The inbox by default. */
  readonly account?: BudgetAccount;
  /** What else must allow the call, in the same transaction: returns its write, or null to refuse. */
  readonly claim?: (reader: Pick<Reader, 'get'>) => Promise<((write: Writer) => void) | null>;
};

/**
 * Reserves the highest cost of a call in the budget of the UTC day, before the call. Returns null when the cost no
 * longer fits. Reserved money counts as spent for every other call, so concurrent calls cannot exceed the budget.
 */
export async function reserveBudget(
  ctx: Pick<Runtime, 'data' | 'now'>,
  limits: Limits,
  { model, characters = 0, tokens, account = 'inbox', claim }: BudgetCall,
): Promise<Reservation | null> {
  const now = ctx.now();
  const [day, at] = [dayOf(now), now.toISOString()];
  const micros = estimateOf(limits, model, characters, tokens);
  const isGranted = await ctx.data.tx(
    async (t) => {
      const days = await daysOf(t, day, at);
      const claimed = claim ? await claim(t) : () => undefined;
      if (claimed === null || !fits(days, micros, limits.dailyBudgetMicros)) return false;
      const add =
        micros === null
          ? { unpricedCalls: days[account].unpricedCalls + 1 }
          : { reservedMicros: days[account].reservedMicros + micros };
      if (account === 'inbox') t.set(EmailBudgetDays, day, { ...days.inbox, ...add, updatedAt: at });
      else t.set(AgentUsageDays, day, { ...days.agent, ...add, updatedAt: at });
      claimed(t);
      return true;
    },
    { lane: lane(day), attempts: ATTEMPTS },
  );
  return isGranted ? { day, micros, account } : null;
}

function fits(days: Days, micros: number | null, most: number): boolean {
  if (micros === null) return unpricedIn(days) < MOST_UNPRICED_CALLS;
  return most === 0 || spentIn(days) + reservedIn(days) + micros <= most;
}

/**
 * Returns what a finished call is booked with. When the cost is unknown and the provider may have done the work, the
 * highest possible cost is booked.
 */
export function bookedCost(
  { micros }: Pick<Reservation, 'micros'>,
  cost: number | null,
  failure: ModelFailure | null,
): number {
  return cost ?? (failure !== null && mayHaveCost.includes(failure) ? (micros ?? 0) : 0);
}

const noUsage: ModelUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

/**
 * Replaces the reservation of a call with its actual cost, together with what `also` does. If the process dies before
 * that, the reservation stays for the rest of the day. That holds back too much money, never too little.
 */
export function settleBudget(
  ctx: Pick<Runtime, 'data' | 'now'>,
  { day, micros, account }: Reservation,
  spentMicros: number,
  also: (t: Tx) => void | Promise<void>,
  usage: ModelUsage = noUsage,
): Promise<void> {
  const at = ctx.now().toISOString();
  return ctx.data.tx(
    async (t) => {
      const { inbox, agent } = await daysOf(t, day, at);
      await also(t);
      if (account === 'agent')
        t.set(AgentUsageDays, day, {
          ...agent,
          calls: agent.calls + 1,
          inputTokens: agent.inputTokens + usage.inputTokens,
          outputTokens: agent.outputTokens + usage.outputTokens,
          micros: agent.micros + spentMicros,
          reservedMicros: Math.max(0, agent.reservedMicros - (micros ?? 0)),
          updatedAt: at,
        });
      else if (micros !== null)
        t.set(EmailBudgetDays, day, {
          ...inbox,
          spentMicros: inbox.spentMicros + spentMicros,
          reservedMicros: Math.max(0, inbox.reservedMicros - micros),
          updatedAt: at,
        });
    },
    { lane: lane(day), attempts: ATTEMPTS },
  );
}

export type BudgetState = {
  readonly dailyMicros: number;
  /** The inbox and the product agent together. */
  readonly spentTodayMicros: number;
  /** True when no further call fits today. Our own rules then replace the model until midnight UTC. */
  readonly exhausted: boolean;
};

/** Returns the state of the budget of a UTC day. */
export async function budgetState(
  reader: Pick<Reader, 'get'>,
  { dailyBudgetMicros }: Pick<AiSettings, 'dailyBudgetMicros'>,
  day: string,
): Promise<BudgetState> {
  const days = await daysOf(reader, day, '');
  const spentTodayMicros = spentIn(days);
  const exhausted = dailyBudgetMicros > 0 && spentTodayMicros + reservedIn(days) >= dailyBudgetMicros;
  return { dailyMicros: dailyBudgetMicros, spentTodayMicros, exhausted };
}
