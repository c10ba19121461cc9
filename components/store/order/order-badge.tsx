import { Badge, type Tone } from '#components/ui/badge.tsx';
import type { OrderStatus } from '#lib/context/ports/values.ts';

const tones: Record<OrderStatus, Tone> = {
  new: 'warning',
  paid: 'success',
  // Not the accent colour: it looks like a warning, and a shipped parcel is no problem.
  processing: 'primary',
  shipped: 'primary',
  completed: 'success',
  canceled: 'neutral',
};

/** Shows the status of an order as text; the colour is only an addition. */
export function OrderBadge({ status, text }: { readonly status: OrderStatus; readonly text: string }) {
  return <Badge tone={tones[status]}>{text}</Badge>;
}
