import { Badge, type Tone } from '#components/ui/badge.tsx';
import type { OrderStatus } from '#lib/context/ports/values.ts';

const tones: Record<OrderStatus, Tone> = {
  new: 'warning',
  paid: 'success',
  // Not the accent: it looks like a warning, and nothing is wrong with a parcel on its way.
  processing: 'primary',
  shipped: 'primary',
  completed: 'success',
  canceled: 'neutral',
};

/** How far an order has come, in words and in a colour that only helps. */
export function OrderBadge({ status, text }: { readonly status: OrderStatus; readonly text: string }) {
  return <Badge tone={tones[status]}>{text}</Badge>;
}
