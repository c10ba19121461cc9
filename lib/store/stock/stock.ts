/**
 * The stock as a cart, a checkout and an order use it: transactions, allocations, and the release of units and holds.
 * Only the files behind this one know whether a product is counted in one row or in shards (decisions/0011).
 */
export {
  type Allocation,
  planAllocation,
  productsToRelease,
  searchAllocation,
  shortProducts,
} from './allocation.ts';
export { RELEASED_AT_ONCE, releaseExpiredHolds, releaseHolds, sweepExpiredHolds } from './expired-holds.ts';
export { noneExpired, type QueryExpired, queryExpired } from './find-expired-holds.ts';
export { cartHoldId, type HoldTerms, orderHoldId, type Resting, termsOfHold } from './hold-terms.ts';
export { type Moment, releaseUnits, writeAllocation } from './hold-units.ts';
export { writeMovement } from './movements.ts';
export { notEnoughStock } from './not-enough.ts';
export { noticeStock, unwatched } from './notice.ts';
export type { LookFurther, StockSearch } from './shards.ts';
export { stockTx } from './stock-tx.ts';
export { findStock } from './totals.ts';
