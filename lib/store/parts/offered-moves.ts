import type { VendorOrder } from '#lib/store/schemas/vendor-order.ts';
import { isPaidBack, partsMayMove } from './part-rows.ts';
import { partTable } from './part-states.ts';

/** What a page offers to a seller: only moves that the part of the order accepts. */
export type OfferedMoves = {
  readonly start: boolean;
  readonly ship: boolean;
  /** Its tracking can be corrected. */
  readonly track: boolean;
  readonly refuse: boolean;
  /** The buyer waits for an answer to the wish to cancel. */
  readonly answer: boolean;
};

type Shown = Pick<VendorOrder, 'status' | 'payState'> & {
  readonly part: Pick<VendorOrder['part'], 'state' | 'cancelRequest' | 'refund'>;
};

/** Returns the moves that a seller can make now. None once the order is finished or its money goes back. */
export function offeredMoves({ status, payState, part }: Shown): OfferedMoves {
  const mayMove = partsMayMove({ status, payState }) && !isPaidBack(part);
  const { start, ship, refuse } = partTable[part.state];
  return {
    start: mayMove && start === 'processing',
    ship: mayMove && ship === 'shipped',
    track: mayMove && ship === 'same',
    refuse: mayMove && refuse === 'refused',
    answer: mayMove && part.cancelRequest?.state === 'open',
  };
}
