import type { Runtime } from '#lib/context/runtime.ts';
import { dayOf } from '#lib/core/time.ts';
import { EmailBudgetDays } from '#lib/crm/collections.ts';
import type { BudgetDay } from '#lib/crm/schemas/usage.ts';
import type { Reader, Writer } from '#lib/data/store.ts';
import type { AiSettings } from '#lib/settings/schemas/settings.ts';
import { aiAccess } from '#lib/settings/settings.ts';
import { costOf, priceOf } from './usage.ts';

/** Calls a day of models whose price nobody has entered. */
export const MOST_UNPRICED_CALLS = 500;
/** A token has three characters or more, on the whole. */
const CHARACTERS_PER_TOKEN = 3;
/** One document of the day, many calls: they wait for each other for a while. */
const ATTEMPTS = 20;

const lane = (day: string): string => `${EmailBudgetDays.name}/${day}`;
const fresh = (at: string): BudgetDay => ({ spentMicros: 0, reservedMicros: 0, unpricedCalls: 0, updatedAt: at });

type Limits = Pick<AiSettings, 'dailyBudgetMicros' | 'maxOutputTokens' | 'prices'>;

/** What was set aside for one call; null: its price is not known, it was counted instead. */
export type Reservation = { readonly day: string; readonly micros: number | null };

/** The most a call can cost by its length; null where the price is not known. */
export const estimateOf = (limits: Limits, model: string, characters: number): number | null =>
  costOf(priceOf(limits, model), {
    inputTokens: Math.ceil(characters / CHARACTERS_PER_TOKEN),
    cachedInputTokens: 0,
    outputTokens: limits.maxOutputTokens,
  });

/**
 * Sets the most a call can cost aside from the budget of the UTC day, before the call; null when it does not fit any more.
 * What is set aside counts as spent for every other call, so however many begin at once, they do not pass the budget.
 */
export async function reserveBudget(
  ctx: Pick<Runtime, 'data' | 'now'>,
  limits: Limits,
  call: { readonly model: string; readonly characters: number },
): Promise<Reservation | null> {
  const now = ctx.now();
  const [day, at] = [dayOf(now), now.toISOString()];
  const micros = estimateOf(limits, call.model, call.characters);
  const fits = await ctx.data.tx(
    async (t) => {
      const held = (await t.get(EmailBudgetDays, day))?.data ?? fresh(at);
      const next = micros === null ? countedIn(held) : reservedIn(held, micros, limits.dailyBudgetMicros);
      if (next) t.set(EmailBudgetDays, day, { ...next, updatedAt: at });
      return next !== null;
    },
    { lane: lane(day), attempts: ATTEMPTS },
  );
  return fits ? { day, micros } : null;
}

const countedIn = (held: BudgetDay): BudgetDay | null =>
  held.unpricedCalls >= MOST_UNPRICED_CALLS ? null : { ...held, unpricedCalls: held.unpricedCalls + 1 };

function reservedIn(held: BudgetDay, micros: number, most: number): BudgetDay | null {
  if (most > 0 && held.spentMicros + held.reservedMicros + micros > most) return null;
  return { ...held, reservedMicros: held.reservedMicros + micros };
}

/**
 * Puts what a call did cost in place of what was set aside for it, together with whatever `also` writes. A process that
 * dies in between leaves its part set aside for the rest of that day: too much is held back, never too little.
 */
export function settleBudget(
  ctx: Pick<Runtime, 'data' | 'now'>,
  { day, micros }: Reservation,
  spentMicros: number,
  also: (write: Writer) => void,
): Promise<void> {
  const at = ctx.now().toISOString();
  return ctx.data.tx(
    async (t) => {
      const held = (await t.get(EmailBudgetDays, day))?.data ?? fresh(at);
      also(t);
      if (micros === null) return;
      t.set(EmailBudgetDays, day, {
        ...held,
        spentMicros: held.spentMicros + spentMicros,
        reservedMicros: Math.max(0, held.reservedMicros - micros),
        updatedAt: at,
      });
    },
    { lane: lane(day), attempts: ATTEMPTS },
  );
}

export type BudgetState = {
  readonly dailyMicros: number;
  readonly spentTodayMicros: number;
  /** No further call fits today; the rules answer until midnight UTC. */
  readonly exhausted: boolean;
};

/** How the budget of a UTC day stands. */
export async function budgetState(
  reader: Pick<Reader, 'get'>,
  { dailyBudgetMicros }: Pick<AiSettings, 'dailyBudgetMicros'>,
  day: string,
): Promise<BudgetState> {
  const held = (await reader.get(EmailBudgetDays, day))?.data;
  const spent = held?.spentMicros ?? 0;
  const isSpent = dailyBudgetMicros > 0 && spent + (held?.reservedMicros ?? 0) >= dailyBudgetMicros;
  return { dailyMicros: dailyBudgetMicros, spentTodayMicros: spent, exhausted: isSpent };
}

/** How today's budget stands, by the settings of now. */
export async function todaysBudget(ctx: Pick<Runtime, 'env' | 'data' | 'now' | 'keys' | 'log'>): Promise<BudgetState> {
  const { settings } = await aiAccess(ctx);
  return budgetState(ctx.data, settings, dayOf(ctx.now()));
}
