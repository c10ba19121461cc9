/** One transaction over a product's stock: how often it ran, how often in vain, and whether it wrote. */
export type StockRun = { readonly runs: number; readonly aborted: number; readonly wrote: boolean };

/** What this process has seen of the rush on each product in the running minute. Decides nothing about stock itself. */
export type StockHeat = {
  /** Whether so many transactions pass over this product that its shards are worth looking up. */
  isWarm(productId: string): boolean;
  /** Notes a transaction; true once a minute, when one level has become too narrow for this product. */
  note(productId: string, run: StockRun): boolean;
};
