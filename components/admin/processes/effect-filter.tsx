import type { Route } from 'next';
import { ChoiceLink } from '#components/admin/choice-link.tsx';
import { type EffectState, effectStates } from '#lib/admin/processes/values.ts';
import { MOST_COUNTED } from '#lib/crm/threads/values.ts';
import { type OutboxLane, outboxLanes } from '#lib/data/values.ts';

const laneWords: Readonly<Record<OutboxLane, string>> = { common: 'Common', push: 'Push', model: 'Model' };
const stateWords: Readonly<Record<EffectState, string>> = { dead: 'Waiting', dismissed: 'Dismissed' };

type Choice = { readonly lane: OutboxLane; readonly state: EffectState; readonly cursor?: string | undefined };

/** Returns the address of the processes page with a filter for effects. The default state `dead` is left out. */
export function effectsHref({ lane, state, cursor }: Choice): Route {
  const named = { lane, ...(state !== 'dead' && { status: state }), ...(cursor && { cursor }) };
  return `/admin/processes?${new URLSearchParams(named)}` as Route; // a known route with a query
}

type EffectFilterProps = {
  readonly lane: OutboxLane;
  readonly state: EffectState;
  /** The number of waiting effects in each queue. */
  readonly counts: Readonly<Record<OutboxLane, number>>;
};

/** Shows the filters of the effects: by queue, and waiting or set aside. */
export const EffectFilter = ({ lane, state, counts }: EffectFilterProps) => (
  <nav aria-label="Task filter" className="flex flex-wrap gap-x-8 gap-y-3">
    <ul className="flex flex-wrap gap-2">
      {outboxLanes.map((one) => (
        <ChoiceLink key={one} isHere={one === lane} href={effectsHref({ lane: one, state })}>
          {laneWords[one]} <span className="tabular-nums">{shown(counts[one])}</span>
        </ChoiceLink>
      ))}
    </ul>
    <ul className="flex flex-wrap gap-2">
      {effectStates.map((one) => (
        <ChoiceLink key={one} isHere={one === state} href={effectsHref({ lane, state: one })}>
          {stateWords[one]}
        </ChoiceLink>
      ))}
    </ul>
  </nav>
);

const shown = (count: number): string => (count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count));
