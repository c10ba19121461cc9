import type { Route } from 'next';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { queryHref } from '#components/ui/query-href.ts';
import { type EffectState, effectStates } from '#lib/admin/processes/values.ts';
import { MOST_COUNTED } from '#lib/crm/threads/values.ts';
import { type OutboxLane, outboxLanes } from '#lib/data/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

type Choice = { readonly lane: OutboxLane; readonly state: EffectState; readonly cursor?: string | undefined };

/** Returns the address of the processes page with a filter for effects. The default state `dead` is left out. */
export const effectsHref = ({ lane, state, cursor }: Choice): Route =>
  queryHref('/admin/processes', { lane, status: state === 'dead' ? undefined : state, cursor });

type EffectFilterProps = {
  readonly lane: OutboxLane;
  readonly state: EffectState;
  /** The number of waiting effects in each queue. */
  readonly counts: Readonly<Record<OutboxLane, number>>;
};

/** Shows the filters of the effects: by queue, and waiting or dismissed. */
export async function EffectFilter({ lane, state, counts }: EffectFilterProps) {
  const { t } = await consoleTexts('processes');
  return (
    <nav aria-label={t('filter')} className="flex flex-wrap gap-x-8 gap-y-3">
      <ChoiceLinks
        choices={outboxLanes}
        chosen={lane}
        hrefOf={(choice) => effectsHref({ lane: choice, state })}
        textOf={(choice) => (
          <>
            {t(`lane_${choice}`)} <span className="tabular-nums">{shown(counts[choice])}</span>
          </>
        )}
      />
      <ChoiceLinks
        choices={effectStates}
        chosen={state}
        hrefOf={(choice) => effectsHref({ lane, state: choice })}
        textOf={(choice) => t(`state_${choice}`)}
      />
    </nav>
  );
}

const shown = (count: number): string => (count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count));
