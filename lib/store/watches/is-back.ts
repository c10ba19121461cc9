import type { StockLevel } from '#lib/store/schemas/stock.ts';

/** Returns whether users wait for these units and no notice is promised yet. */
export const isBackUnsettled = ({
  backNotice,
  available,
}: Pick<StockLevel, 'backNotice'> & { readonly available: number }): boolean =>
  backNotice === 'waiting' && available > 0;
