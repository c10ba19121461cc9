import type { StockHeat } from '#lib/context/ports/stock-heat.ts';
import { before, MINUTE_MS } from '#lib/core/time.ts';

/** The stock writes per minute from which a product is split: one in two seconds. */
const HOT_WRITES = 30;
/** The share of aborted runs per minute above which a product is split, once ENOUGH_RUNS make the share meaningful. */
const HOT_ABORTED = 0.05;
const ENOUGH_RUNS = 20;
/** The transactions per minute from which a process looks up whether a product is sharded. */
const WARM_RUNS = 5;
/** The number of products remembered: a shop has few hot products at a time. */
const REMEMBERED = 1_000;

type Minute = { readonly since: string; runs: number; aborted: number; writes: number; isReported: boolean };

/** Opens the record of stock transactions of one process. */
export function openStockHeat(now: () => Date): StockHeat {
  const minutes = new Map<string, Minute>();

  const minuteOf = (productId: string): Minute | undefined => {
    const minute = minutes.get(productId);
    return minute && minute.since > before(now(), MINUTE_MS) ? minute : undefined;
  };

  function begin(productId: string): Minute {
    const minute: Minute = { since: now().toISOString(), runs: 0, aborted: 0, writes: 0, isReported: false };
    minutes.delete(productId);
    minutes.set(productId, minute);
    const [oldest] = minutes.keys();
    if (minutes.size > REMEMBERED && oldest !== undefined) minutes.delete(oldest);
    return minute;
  }

  return {
    isWarm: (productId) => (minuteOf(productId)?.runs ?? 0) >= WARM_RUNS,
    note(productId, { runs, aborted, wrote }) {
      const minute = minuteOf(productId) ?? begin(productId);
      minute.runs += runs;
      minute.aborted += aborted;
      minute.writes += wrote ? 1 : 0;
      const isContended = minute.runs >= ENOUGH_RUNS && minute.aborted > HOT_ABORTED * minute.runs;
      const isHot = minute.writes >= HOT_WRITES || isContended;
      const becameHot = isHot && !minute.isReported;
      minute.isReported ||= isHot;
      return becameHot;
    },
  };
}
