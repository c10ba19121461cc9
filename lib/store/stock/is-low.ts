import type { StockLevel } from '#lib/store/schemas/stock.ts';

type LowLevel = Pick<StockLevel, 'lowAt' | 'lowNotifiedAt'> & { readonly available: number };

/** Returns whether the available units have fallen to the number at which the vendor wants to know. */
export const isLow = ({ lowAt, available }: Pick<LowLevel, 'lowAt' | 'available'>): boolean =>
  lowAt !== null && available <= lowAt;

/** Returns whether the vendor has yet to be notified, or may be notified again after the next fall. */
export const isLowUnsettled = (level: LowLevel): boolean => isLow(level) !== (level.lowNotifiedAt !== null);
