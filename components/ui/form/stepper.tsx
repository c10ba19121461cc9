import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { useAwake } from '#components/ui/use-awake.ts';

type StepperProps = {
  readonly value: number;
  readonly max: number;
  readonly onChange: (next: number) => void;
  /** The name of the group, e.g. "Quantity of Linen lamp". */
  readonly label: string;
  readonly lessLabel: string;
  readonly moreLabel: string;
  readonly min?: number;
};

const buttonLook = 'flex size-11 items-center justify-center rounded-md hover:bg-sunken aria-disabled:text-line-strong';

/**
 * Shows a quantity field with buttons. A typed value counts only when the field loses focus or on Enter, never
 * half-typed. The controls cannot be used before hydration, so the form always submits the shown value.
 */
export function Stepper({ value, max, onChange, label, lessLabel, moreLabel, min = 1 }: StepperProps) {
  const isAwake = useAwake();
  const [typed, setTyped] = useState<string | null>(null);
  const set = (next: number) => onChange(Math.min(Math.max(next, min), Math.max(max, min)));

  const take = () => {
    if (typed !== null && /^\d{1,4}$/.test(typed)) set(Number(typed));
    setTyped(null);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row in every browser.
    <div
      role="group"
      aria-label={label}
      className="inline-flex items-center rounded-md border border-line-strong bg-surface"
    >
      <button
        type="button"
        aria-label={lessLabel}
        aria-disabled={value <= min}
        disabled={!isAwake}
        onClick={() => set(value - 1)}
        className={buttonLook}
      >
        <Minus aria-hidden className="size-4" />
      </button>
      <input
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        readOnly={!isAwake}
        value={typed ?? value}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && take()}
        className="h-11 w-10 rounded-sm bg-transparent text-center tabular-nums"
      />
      <button
        type="button"
        aria-label={moreLabel}
        aria-disabled={value >= max}
        disabled={!isAwake}
        onClick={() => set(value + 1)}
        className={buttonLook}
      >
        <Plus aria-hidden className="size-4" />
      </button>
    </div>
  );
}
