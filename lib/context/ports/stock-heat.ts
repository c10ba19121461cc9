/** One transaction over a product's stock: its runs, its aborted runs, and whether it wrote. */
export type StockRun = { readonly runs: number; readonly aborted: number; readonly wrote: boolean };

/** The load on each product that this process has seen in the current minute. Decides nothing about stock itself. */
export type StockHeat = {
  /** Returns whether this product has so many transactions that its shards are worth reading. */
  isWarm(productId: string): boolean;
  /** Records a transaction. Returns true once a minute, when one level has become too narrow for this product. */
  note(productId: string, run: StockRun): boolean;
};
