import { ArrowDown, ArrowUp } from 'lucide-react';
import { useReader } from '#components/admin/console-reader.tsx';
import { Button } from '#components/ui/button.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { AdminCategory } from '#lib/store/schemas/category.ts';

export type CategoryAct = 'edit' | 'move' | 'delete';
export type Step = 'up' | 'down';

type CategoryRowActionsProps = {
  readonly category: AdminCategory;
  /** The steps that are possible. */
  readonly steps: Readonly<Record<Step, boolean>>;
  /** The id of the element that names the category, because the buttons of all rows have the same labels. */
  readonly describedBy: string;
  readonly isBusy: boolean;
  readonly texts: ConsoleTexts<'categories'>;
  readonly onAct: (act: CategoryAct) => void;
  readonly onStep: (step: Step) => void;
};

const arrows = { up: ArrowUp, down: ArrowDown } as const;

/** Shows what can be done with a category: two steps among its siblings, and three dialogs. */
export function CategoryRowActions(props: CategoryRowActionsProps) {
  const { category, steps, describedBy, isBusy, texts, onAct, onStep } = props;
  const { locale } = useReader();
  return (
    <span className="flex flex-wrap gap-2">
      {(['up', 'down'] as const).map((step) => {
        const Arrow = arrows[step];
        return (
          <Button
            key={step}
            id={stepId(category.id, step)}
            look="secondary"
            size="small"
            busy={isBusy}
            aria-label={fill(texts[step], { name: category.name[locale] }, locale)}
            {...(!steps[step] && { 'aria-disabled': true })}
            onClick={() => steps[step] && onStep(step)}
          >
            <Arrow aria-hidden className="size-4" />
          </Button>
        );
      })}
      {(['edit', 'move', 'delete'] as const).map((act) => (
        <PressButton
          key={act}
          look={act === 'delete' ? 'danger' : 'secondary'}
          size="small"
          aria-haspopup="dialog"
          aria-describedby={describedBy}
          onPress={() => onAct(act)}
        >
          {texts[act]}
        </PressButton>
      ))}
    </span>
  );
}

/** The id of a step button, which keeps the focus when its row changes places. */
export const stepId = (categoryId: string, step: Step): string => `${step}-${categoryId}`;
