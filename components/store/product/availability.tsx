import { Badge } from '#components/ui/badge.tsx';
import { FEW } from './few.ts';

type AvailabilityProps = {
  readonly available: number;
  readonly texts: { readonly soldOut: string; readonly onlyLeft: string };
};

/** Shows "sold out" or a low stock, and nothing when there is plenty. */
export function Availability({ available, texts }: AvailabilityProps) {
  if (available <= 0) return <Badge>{texts.soldOut}</Badge>;
  if (available <= FEW) return <span className="text-sm font-medium text-accent">{texts.onlyLeft}</span>;
  return null;
}
