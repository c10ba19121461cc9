import type { Route } from 'next';
import { buttonClass } from '#components/ui/button-look.ts';
import { Link } from '#components/ui/link.tsx';
import { MOST_COUNTED } from '#lib/crm/values.ts';
import { type OutboxLane, outboxLanes } from '#lib/data/values.ts';

/** What is in each queue. */
const laneWords: Readonly<Record<OutboxLane, string>> = { common: 'Common', push: 'Pushes', model: 'Model' };

/** The page of processes with the effects of one queue, from a place among them on; the address is the state. */
export function effectsHref(lane: OutboxLane, cursor?: string): Route {
  const query = new URLSearchParams({ lane, ...(cursor && { cursor }) }).toString();
  return `/admin/processes?${query}` as Route; // a query after a checked route
}

const shown = (count: number): string => (count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count));

type EffectFilterProps = {
  readonly here: OutboxLane;
  /** How many of each queue wait. */
  readonly counts: Readonly<Record<OutboxLane, number>>;
};

/** Of which queue the effects are shown. */
export const EffectFilter = ({ here, counts }: EffectFilterProps) => (
  <nav aria-label="Queues">
    <ul className="flex flex-wrap gap-2">
      {outboxLanes.map((lane) => (
        <li key={lane}>
          <Link
            href={effectsHref(lane)}
            aria-current={lane === here ? 'page' : undefined}
            className={buttonClass({ look: lane === here ? 'primary' : 'secondary', size: 'small' })}
          >
            {laneWords[lane]} <span className="tabular-nums">{shown(counts[lane])}</span>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
