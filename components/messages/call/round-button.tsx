import type { ReactNode } from 'react';
import { classNames } from '#components/ui/class-names.ts';

const looks = {
  yes: 'bg-success text-background hover:opacity-90',
  no: 'bg-danger text-background hover:opacity-90',
  plain: 'bg-neutral-soft text-text hover:bg-line',
  /** Turned off. It stands out, because the user speaks and is not heard. */
  off: 'bg-text text-background hover:opacity-90',
} as const;

type RoundButtonProps = {
  readonly look: keyof typeof looks;
  readonly label: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
  /** Whether the label is shown below the button. */
  readonly isNamed?: boolean;
  readonly isBusy?: boolean;
};

/** Shows a round button of a call, large enough for a thumb. */
export function RoundButton({ look, label, onPress, children, isNamed = false, isBusy = false }: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={isNamed ? undefined : label}
      aria-disabled={isBusy || undefined}
      onClick={() => !isBusy && onPress()}
      className="group flex max-w-24 flex-col items-center gap-1 rounded-md text-center text-sm aria-disabled:opacity-55"
    >
      <span
        className={classNames(
          'flex size-12 items-center justify-center rounded-full transition-colors [&>svg]:size-5',
          looks[look],
        )}
      >
        {children}
      </span>
      {isNamed && <span aria-hidden>{label}</span>}
    </button>
  );
}
