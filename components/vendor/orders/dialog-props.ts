import type { Action } from '#components/ui/use-action.ts';
import type { VendorOrder } from '#lib/store/schemas/vendor-order.ts';

/** What each dialog about a part gets. */
export type PartDialogProps = {
  readonly order: Pick<VendorOrder, 'id' | 'number' | 'currency' | 'part' | 'lines' | 'settlement'>;
  readonly action: Action;
  /** Calls a route of the order, closes the dialog and refreshes the page. */
  readonly call: (path: string, body: object, close: () => void) => void;
  readonly onClose: () => void;
};
