import type { Runtime } from '#lib/context/runtime.ts';
import { dayOf } from '#lib/core/time.ts';
import { EmailBudgetDays } from '#lib/crm/collections.ts';
import type { BudgetDay } from '#lib/crm/schemas/usage.ts';
import type { Reader, Writer } from '#lib/data/store.ts';
import type { AiSettings } from '#lib/settings/schemas/settings.ts';
import { aiAccess } from '#lib/settings/settings.ts';
import { costOf, priceOf } from './usage.ts';

/** How many calls per day are allowed to models without a configured price. */
export const MOST_UNPRICED_CALLS = 500;
/** A token has three characters or more on average. */
const CHARACTERS_PER_TOKEN = 3;
/** Many calls share the document of the day, so a conflicting transaction is retried this often. */
const ATTEMPTS = 20;

const lane = (day: string): string => `${EmailBudgetDays.name}/${day}`;
const fresh = (at: string): BudgetDay => ({ spentMicros: 0, reservedMicros: 0, unpricedCalls: 0, updatedAt: at });

type Limits = Pick<AiSettings, 'dailyBudgetMicros' | 'maxOutputTokens' | 'prices'>;

/** The amount reserved for one call. `micros` is null when the price is unknown; then the call was counted instead. */
export type Reservation = { readonly day: string; readonly micros: number | null };

/** Returns the highest cost of a call of this length, or null when the price is unknown. */
export const estimateOf = (limits: Limits, model: string, characters: number): number | null =>
  costOf(priceOf(limits, model), {
    inputTokens: Math.ceil(characters / CHARACTERS_PER_TOKEN),
    cachedInputTokens: 0,
    outputTokens: limits.maxOutputTokens,
  });

/**
 * Reserves the highest cost of a call in the budget of the UTC day, before the call. Returns null when the cost no
 * longer fits. Reserved money counts as spent for every other call, so concurrent calls cannot exceed the budget.
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
 * Replaces the reservation of a call with its actual cost, together with the writes of `also`. If the process dies
 * before that, the reservation stays for the rest of the day. That holds back too much money, never too little.
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
  /** True when no further call fits today. Our own rules then replace the model until midnight UTC. */
  readonly exhausted: boolean;
};

/** Returns the state of the budget of a UTC day. */
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

/** Returns the state of today's budget with the current settings. */
export async function todaysBudget(ctx: Pick<Runtime, 'env' | 'data' | 'now' | 'keys' | 'log'>): Promise<BudgetState> {
  const { settings } = await aiAccess(ctx);
  return budgetState(ctx.data, settings, dayOf(ctx.now()));
}
