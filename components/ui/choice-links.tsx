import type { Route } from 'next';
import type { ReactNode } from 'react';
import { buttonClass } from './button-look.ts';
import { Link } from './link.tsx';

type ChoiceLinksProps<Choice> = {
  readonly choices: readonly Choice[];
  readonly chosen: Choice;
  readonly hrefOf: (choice: Choice) => Route;
  readonly textOf: (choice: Choice) => ReactNode;
};

/**
 * Shows a filter of few options as links. `undefined` is the option that filters nothing. The caller names it with a
 * `nav`.
 *
 * @example
 * <nav aria-label="Filter by status">
 *   <ChoiceLinks choices={[undefined, ...statuses]} chosen={status} hrefOf={hrefOf} textOf={(status) => status ?? 'all'} />
 * </nav>
 */
export const ChoiceLinks = <Choice extends string | undefined>(props: ChoiceLinksProps<Choice>) => (
  <ul className="flex flex-wrap gap-2">
    {props.choices.map((choice) => {
      const isChosen = choice === props.chosen;
      return (
        <li key={choice ?? 'all'}>
          <Link
            href={props.hrefOf(choice)}
            aria-current={isChosen ? 'page' : undefined}
            className={buttonClass({ look: isChosen ? 'primary' : 'secondary', size: 'small' })}
          >
            {props.textOf(choice)}
          </Link>
        </li>
      );
    })}
  </ul>
);
