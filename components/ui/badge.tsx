import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export const tones = ['neutral', 'success', 'warning', 'danger', 'accent', 'primary'] as const;
export type Tone = (typeof tones)[number];

const looks: Record<Tone, string> = {
  // Not the sunken colour: in dark mode it is almost the colour of a card. A badge on a card would have no visible
  // edge.
  neutral: 'bg-neutral-soft text-text',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  accent: 'bg-accent-soft text-accent',
  primary: 'bg-primary-soft text-primary',
};

type BadgeProps = {
  readonly tone?: Tone;
  /** Breaks its text over lines, where it may be longer than a narrow card. */
  readonly wraps?: boolean;
  readonly children: ReactNode;
};

export function Badge({ tone = 'neutral', wraps = false, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-sm font-medium',
        wraps ? 'sm:whitespace-nowrap' : 'whitespace-nowrap',
        looks[tone],
      )}
    >
      {children}
    </span>
  );
}
